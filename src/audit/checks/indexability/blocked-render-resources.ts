import { listed } from "../shared/listed";
import { renderedCheck } from "../shared/define";

export const blockedRenderResources = renderedCheck({
  id: "blocked_render_resources",
  severity: "error",
  category: "Indexability",
  title: "robots.txt blocks files that the page needs to render",
  rule: "A script or stylesheet of the same site that rendering needs is disallowed for Googlebot.",
  why: "Google renders the page without them and may see an empty page.",
  fix: "Allow scripts and styles.",
  test: ({ render, isAllowed }) => {
    const hits = render.resources.filter(({ status, url }) => status < 400 && !isAllowed(url)).map(({ url }) => url);
    return listed(hits, "blocked files", "scripts and styles allowed");
  },
});
