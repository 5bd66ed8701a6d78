import { listed } from "../shared/listed";
import { pageCheck } from "../shared/define";

export const mixedContent = pageCheck({
  id: "mixed_content",
  severity: "error",
  category: "Security",
  title: "The page loads unencrypted files",
  rule: "http: scripts, styles, frames, images, media or form targets on an https page.",
  why: "Browsers block them.",
  fix: "Load them over https.",
  on: "html",
  test: ({ facts, parsedUrl }) => {
    const urls = parsedUrl.protocol === "https:" ? facts.insecureResources : [];
    return listed(urls, "http: resources", "https: only");
  },
});
