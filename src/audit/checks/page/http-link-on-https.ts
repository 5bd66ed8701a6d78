import { pageCheck } from "../define";

export const httpLinkOnHttps = pageCheck({
  id: "http_link_on_https",
  severity: "warning",
  weight: 5,
  category: "Links",
  title: "Internal links are not encrypted",
  rule: "An http: link to a page of the same site on an https page.",
  why: "Each costs a redirect and can be tampered with.",
  fix: "Write internal links with https: or without a scheme.",
  on: "html",
  test: ({ links, parsedUrl }) => {
    if (parsedUrl.protocol !== "https:") return null;
    const hits = links
      .filter((link) => link.url?.startsWith("http:") && (link.kind === "internal" || link.kind === "asset"))
      .map((link) => link.href!);
    return hits.length > 0
      ? {
          found: `${hits.length} http: links`,
          expected: "https: links",
          count: hits.length,
          samples: hits.slice(0, 10),
        }
      : null;
  },
});
