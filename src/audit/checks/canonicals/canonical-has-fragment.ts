import { pageCheck } from "../shared/define";

export const canonicalHasFragment = pageCheck({
  id: "canonical_has_fragment",
  severity: "warning",
  category: "Canonical",
  title: "The canonical has a fragment",
  rule: "A canonical URL with #.",
  why: "Everything after # is dropped, so the canonical names a different page than intended.",
  fix: "Remove the fragment.",
  on: "html",
  test: ({ canonicals }) => {
    const bad = canonicals.find((entry) => entry.href.includes("#"));
    return bad ? { found: bad.href.slice(0, 200), expected: "a URL without #" } : null;
  },
});
