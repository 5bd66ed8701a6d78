import { pageCheck } from "../define";

export const mixedContent = pageCheck({
  id: "mixed_content",
  severity: "error",
  weight: 15,
  category: "Security",
  title: "The page loads unencrypted files",
  rule: "http: scripts, styles, frames, images, media or form targets on an https page.",
  why: "Browsers block them.",
  fix: "Load them over https.",
  on: "html",
  test: ({ facts, parsedUrl }) => {
    const urls = parsedUrl.protocol === "https:" ? facts!.insecureResources : [];
    return urls.length > 0
      ? { found: `${urls.length} http: resources`, expected: "https: only", count: urls.length, samples: urls }
      : null;
  },
});
