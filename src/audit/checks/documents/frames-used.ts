import { pageCheck } from "../shared/define";

export const framesUsed = pageCheck({
  id: "frames_used",
  severity: "notice",
  category: "Document basics",
  title: "The page uses frames or plug-ins",
  rule: "frame, frameset, or an object or embed that needs a plug-in.",
  why: "Crawlers read the embedded content as another page, or not at all.",
  fix: "Put the content into the page itself.",
  on: "html",
  test: ({ facts }) => {
    const count = facts.frames || Number(facts.frameset);
    return count > 0
      ? { found: count === 1 ? "1 frame or plug-in" : `${count} frames or plug-ins`, expected: "none", count }
      : null;
  },
});
