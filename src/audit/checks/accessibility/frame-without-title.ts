import { listed } from "../shared/listed";
import { pageCheck } from "../shared/define";

export const frameWithoutTitle = pageCheck({
  id: "frame_without_title",
  severity: "notice",
  category: "Accessibility",
  title: "Embedded pages have no title",
  rule: "An iframe without title or aria-label. Hidden frames and tracking pixels are ignored.",
  why: "Screen readers can't say what the frame shows (WCAG 4.1.2).",
  fix: "Give each iframe a title.",
  on: "html",
  test: ({ facts }) => listed(facts.accessibility.frames, "frames without a title", "a title for each frame"),
});
