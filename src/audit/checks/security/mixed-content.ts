import { UPGRADE } from "../../../web/html";
import { listed } from "../shared/listed";
import { pageCheck } from "../shared/define";

export const mixedContent = pageCheck({
  id: "mixed_content",
  severity: "error",
  category: "Security",
  title: "The page loads unencrypted files",
  rule: "http: scripts, styles, frames, images, media or form targets on an https page. Not reported if its Content-Security-Policy has upgrade-insecure-requests, because browsers then load them over https.",
  why: "Browsers block them.",
  fix: "Load them over https.",
  on: "html",
  test: ({ facts, parsedUrl, headers }) => {
    if (parsedUrl.protocol !== "https:" || facts.upgradesInsecure) return null;
    if (UPGRADE.test(headers["content-security-policy"] ?? "")) return null;
    return listed(facts.insecureResources, "http: resources", "https: only");
  },
});
