import { pageCheck } from "../shared/define";

export const hreflangMissingSelf = pageCheck({
  id: "hreflang_missing_self",
  severity: "warning",
  category: "International",
  title: "The alternates do not include the page itself",
  rule: "A set of hreflang links to pages that lists neither the page itself nor its canonical.",
  why: "Search engines may ignore the whole set.",
  fix: "List the page itself among its alternates.",
  on: "html",
  test: ({ alternates, url, canonical }) =>
    alternates.length > 0 && !alternates.some((alternate) => alternate.url === url || alternate.url === canonical)
      ? { found: `${alternates.length} alternates, none of them this page`, expected: "the page itself among them" }
      : null,
});
