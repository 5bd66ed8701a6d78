import { siteNameOf } from "../shared/hosts";
import { pageCheck } from "../shared/define";

export const canonicalCrossDomain = pageCheck({
  id: "canonical_cross_domain",
  severity: "notice",
  category: "Canonical",
  title: "The canonical is on another domain",
  rule: "The canonical's registrable domain is not the page's.",
  why: "For information: the other site gets the page's place in search.",
  fix: "Nothing, if the text was first published there.",
  on: "html",
  test: ({ canonical, parsedUrl }) => {
    if (canonical === null) return null;
    const [own, other] = [siteNameOf(parsedUrl.href), siteNameOf(canonical)];
    return own === other ? null : { found: canonical, expected: `a URL on ${own}` };
  },
});
