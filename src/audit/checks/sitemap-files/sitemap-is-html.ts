import { sitemapCheck } from "../shared/define-sitemap";

export const sitemapIsHtml = sitemapCheck({
  id: "sitemap_is_html",
  severity: "error",
  title: "An HTML page is served as the sitemap",
  rule: "The body is an HTML document, often the home page of a single-page app that answers every unknown path.",
  why: "Crawlers can't read it and miss the pages it should list.",
  fix: "Serve the XML file at this address, before the rule that answers unknown paths with index.html.",
  file: {
    on: "body",
    test: ({ kind }) => (kind === "html" ? { detail: "the body is an HTML document" } : null),
  },
});
