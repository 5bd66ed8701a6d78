import { sitemapCheck } from "../shared/define-sitemap";

export const sitemapUrlInMultiple = sitemapCheck({
  id: "sitemap_url_in_multiple",
  severity: "notice",
  title: "URLs are listed in several sitemaps",
  rule: "The same address occurs in more than one file.",
  why: "Entries for the same page can contradict each other, for example in lastmod.",
  fix: "List each page in one sitemap only.",
  entry: {
    test: ({ loc, listed }) => (listed === "in_earlier_file" ? loc : null),
    detail: "entries are also in an earlier sitemap",
  },
});
