import { listed } from "../shared/listed";
import { pageCheck } from "../shared/define";

export const httpLinkOnHttps = pageCheck({
  id: "http_link_on_https",
  severity: "warning",
  category: "Links",
  title: "Internal links use http",
  rule: "An http: link to a page of the same site on an https page.",
  why: "Each costs a redirect and can be tampered with.",
  fix: "Write internal links with https: or without a scheme.",
  on: "html",
  test: ({ links, parsedUrl }) => {
    if (parsedUrl.protocol !== "https:") return null;
    const hits = links
      .filter((link) => link.url?.startsWith("http:") && (link.kind === "internal" || link.kind === "asset"))
      .map((link) => link.href!);
    return listed(hits, "http: links", "https: links");
  },
});
