import { isReadable } from "../../../web";
import { sitemapCheck } from "../shared/define-sitemap";

export const sitemapNotInRobots = sitemapCheck({
  id: "sitemap_not_in_robots",
  severity: "notice",
  title: "robots.txt does not name the sitemap",
  rule: "A sitemap exists, but robots.txt has no Sitemap line.",
  why: "Crawlers can only guess its address and may miss it.",
  fix: "Add `Sitemap: https://…/sitemap.xml` to robots.txt.",
  run: ({ files }, { inRobots }) => {
    const first = files.find(isReadable);
    if (!first || inRobots.size > 0) return null;
    return { sitemapUrl: first.url, count: 1, detail: "robots.txt has no Sitemap line" };
  },
});
