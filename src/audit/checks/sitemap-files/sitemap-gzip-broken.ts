import { sitemapCheck } from "../shared/define-sitemap";

export const sitemapGzipBroken = sitemapCheck({
  id: "sitemap_gzip_broken",
  severity: "error",
  title: "The compressed sitemap can't be unpacked",
  rule: "The body begins as gzip, but its data is damaged or incomplete.",
  why: "Crawlers lose the entries after the damage, or reject the whole file.",
  fix: "Compress the file again and check the upload. Make sure the server does not compress a .gz file a second time.",
  file: {
    on: "body",
    test: ({ kind, end }) =>
      kind !== "html" && end === "gzip_broken" ? { detail: "the gzip data is damaged or incomplete" } : null,
  },
});
