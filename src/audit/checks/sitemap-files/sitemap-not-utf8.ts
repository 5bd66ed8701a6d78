import { sitemapCheck } from "../shared/define-sitemap";

export const sitemapNotUtf8 = sitemapCheck({
  id: "sitemap_not_utf8",
  severity: "warning",
  title: "The sitemap is not clean UTF-8",
  rule: "Bytes that are not UTF-8, a declaration of another encoding, or an ampersand that is not written as `&amp;`.",
  why: "Crawlers may read wrong addresses, or stop at the fault.",
  fix: "Write the file as UTF-8 and escape `&`, `<`, `>`, `'` and `\"` in URLs.",
  file: {
    on: "sitemap",
    test: ({ faults }) => {
      if (faults.includes("not_utf8"))
        return { detail: "the file has bytes that are not UTF-8, or declares another encoding" };
      if (faults.includes("unescaped_ampersand")) return { detail: "the file has an ampersand that is not escaped" };
      return null;
    },
  },
});
