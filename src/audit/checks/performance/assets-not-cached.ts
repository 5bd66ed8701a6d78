import { listed } from "../shared/listed";
import { renderedCheck } from "../shared/define";

export const assetsNotCached = renderedCheck({
  id: "assets_not_cached",
  severity: "notice",
  category: "Performance and size",
  title: "Scripts and styles are not cached",
  rule: "A script or stylesheet of the same site has neither cache-control nor expires. Missing files are left out.",
  why: "Every visit and every render loads them again.",
  fix: "Send cache-control with a max-age.",
  test: ({ raw, render }) => {
    const hits = render.resources
      .filter(({ cacheable, status, url }) => !cacheable && status < 400 && URL.parse(url)?.host === raw.parsedUrl.host)
      .map((resource) => resource.url);
    return listed(hits, "files", "cache-control with a max-age");
  },
});
