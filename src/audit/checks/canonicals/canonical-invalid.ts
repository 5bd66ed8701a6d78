import { pageCheck } from "../shared/define";

export const canonicalInvalid = pageCheck({
  id: "canonical_invalid",
  severity: "error",
  category: "Canonical",
  title: "The canonical URL can't be read",
  rule: "A canonical href that is empty or does not resolve to an http address.",
  why: "Search engines ignore it.",
  fix: "Write the whole URL with https://.",
  on: "html",
  test: ({ canonicals }) => {
    const bad = canonicals.find((entry) => entry.url === null);
    return bad ? { found: bad.href.slice(0, 200) || "(empty)", expected: "an absolute URL" } : null;
  },
});
