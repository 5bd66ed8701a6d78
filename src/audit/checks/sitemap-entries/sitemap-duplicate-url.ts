import { sitemapCheck } from "../shared/define-sitemap";

export const sitemapDuplicateUrl = sitemapCheck({
  id: "sitemap_duplicate_url",
  severity: "notice",
  title: "URLs are listed twice in one file",
  rule: "The same address occurs more than once in a file.",
  why: "Two entries for one page can contradict each other, and they use up the limit of 50,000 URLs.",
  fix: "List each page once.",
  entry: {
    test: ({ loc, listed }) => (listed === "in_this_file" ? loc : null),
    detail: "entries repeat an address of the same file",
  },
});
