import { isReadable } from "../../../web";
import { sitemapCheck } from "../shared/define-sitemap";

export const sitemapEmpty = sitemapCheck({
  id: "sitemap_empty",
  severity: "warning",
  title: "The sitemap is empty",
  rule: "A readable sitemap or index without a single URL.",
  why: "Crawlers learn of no page from it. Often the job that writes the file has failed.",
  fix: "Fill the sitemap, or remove it.",
  file: {
    on: "sitemap",
    test: (file) =>
      isReadable(file) && file.entries === 0 && file.end === "complete" ? { detail: "the file lists no URL" } : null,
  },
});
