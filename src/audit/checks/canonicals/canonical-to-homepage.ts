import { pageCheck } from "../shared/define";

export const canonicalToHomepage = pageCheck({
  id: "canonical_to_homepage",
  severity: "error",
  category: "Canonical",
  title: "The canonical URL is the home page",
  rule: "A deep page's canonical is / of its origin.",
  why: "The page asks to be replaced by the home page and drops out of search.",
  fix: "Point the canonical at the page itself.",
  on: "html",
  test: ({ canonical, parsedUrl }) => {
    const home = `${parsedUrl.protocol}//${parsedUrl.host}/`;
    const deep = parsedUrl.pathname !== "/" || parsedUrl.search !== "";
    return deep && canonical === home ? { found: canonical, expected: "the page's own URL" } : null;
  },
});
