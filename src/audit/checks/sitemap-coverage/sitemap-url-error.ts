import { isBroken } from "../../model/site/site-graph";
import { sitemapCheck } from "../shared/define-sitemap";

export const sitemapUrlError = sitemapCheck({
  id: "sitemap_url_error",
  severity: "error",
  title: "Pages in the sitemap answer with an error",
  rule: "A listed URL answers 4xx or 5xx, or not at all. 401, 403 and 429 do not count.",
  why: "Crawlers waste requests on dead pages and trust the sitemap less.",
  fix: "Fix the pages, or remove them from the sitemap.",
  crawl: {
    page: ({ node }) => node.inSitemap && isBroken(node),
    detail: "listed URLs answer with an error, or not at all",
  },
});
