import { listed } from "../shared/listed";
import { isPreviewUrl, siteNameOf } from "../shared/hosts";
import { pageCheck } from "../shared/define";

export const structuredDataHostMismatch = pageCheck({
  id: "structured_data_host_mismatch",
  severity: "notice",
  category: "Structured data",
  title: "Structured data points to another site",
  rule: "url or @id of a top-level object on another domain or on a preview host.",
  why: "The data is credited to the other address.",
  fix: "Use the site's own addresses.",
  on: "html",
  test: ({ structured, parsedUrl, productionHost }) => {
    if (structured.items.length === 0) return null;
    const own = siteNameOf(parsedUrl.href);
    const hits = structured.items
      .flatMap(({ node }) => [node["url"], node["@id"]])
      .filter((url): url is string => typeof url === "string" && /^https?:\/\//i.test(url) && URL.canParse(url))
      .filter((url) => productionHost === null || URL.parse(url)?.host !== productionHost)
      .filter((url) => own !== siteNameOf(url) || (isPreviewUrl(url) && !isPreviewUrl(parsedUrl.href)));
    return listed(hits, "addresses of other sites", "addresses of the site itself");
  },
});
