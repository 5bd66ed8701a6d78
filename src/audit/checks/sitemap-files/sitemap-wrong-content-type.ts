import { sitemapCheck } from "../shared/define-sitemap";

const XML_TYPE = /\b(xml|plain|gzip|x-gzip|octet-stream|rss|atom)\b/i;

export const sitemapWrongContentType = sitemapCheck({
  id: "sitemap_wrong_content_type",
  severity: "notice",
  title: "The sitemap has the wrong content type",
  rule: "The Content-Type is neither XML, plain text nor gzip.",
  why: "Some crawlers skip a file that is not declared as XML or text.",
  fix: "Serve it as application/xml (text/plain for a list of URLs, application/gzip for .gz).",
  file: {
    on: "sitemap",
    test: ({ contentType }) =>
      contentType !== null && !XML_TYPE.test(contentType)
        ? { detail: `the Content-Type is ${contentType.slice(0, 100)}` }
        : null,
  },
});
