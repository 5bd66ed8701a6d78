import { sitemapCheck } from "../shared/define-sitemap";

export const sitemapHttpOnHttps = sitemapCheck({
  id: "sitemap_http_on_https",
  severity: "warning",
  title: "The sitemap lists http addresses of an https site",
  rule: "A `loc` begins with http: while the site is served over https.",
  why: "Each entry costs crawlers a redirect, and it contradicts the canonical address.",
  fix: "List the https addresses.",
  entry: {
    test: ({ loc, url, own }, { https }) => (own && https && url!.protocol === "http:" ? loc : null),
    detail: "entries begin with http: on an https site",
  },
});
