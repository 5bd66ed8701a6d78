import { canonicalUrl } from "../../../lib/hosts/url";
import { onAuditedHost } from "../../model/page/links";
import { pageCheck } from "../shared/define";

export const ogUrlMismatch = pageCheck({
  id: "og_url_mismatch",
  severity: "notice",
  category: "Social preview",
  title: "og:url and canonical differ",
  rule: "og:url differs from the canonical.",
  why: "Shares and search results are credited to two different addresses.",
  fix: "Use the canonical URL in both.",
  on: "html",
  test: ({ facts, canonical, url, parsedUrl, productionHost }) => {
    const shared = facts.preview["og:url"];
    if (!shared || canonical === null) return null;
    const target = URL.parse(shared, url);
    return target && canonicalUrl(onAuditedHost(target, parsedUrl, productionHost)) === canonical
      ? null
      : { found: `og:url ${shared.slice(0, 200)}, canonical ${canonical}`, expected: "the same URL" };
  },
});
