import { pageCheck } from "../shared/define";

export const canonicalisedPage = pageCheck({
  id: "canonicalised_page",
  severity: "notice",
  weight: 0,
  category: "Canonical",
  title: "The page names another URL as its canonical",
  rule: "The canonical is another URL; the page is not indexed itself.",
  why: "For information: the other URL is the one that ranks.",
  fix: "Nothing, if this is intended.",
  on: "html",
  test: ({ canonical, url }) =>
    canonical !== null && canonical !== url ? { found: canonical, expected: "information only" } : null,
});
