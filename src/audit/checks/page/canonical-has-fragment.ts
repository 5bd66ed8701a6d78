import { pageCheck } from "../define";

export const canonicalHasFragment = pageCheck({
  id: "canonical_has_fragment",
  severity: "warning",
  weight: 5,
  category: "Canonical",
  title: "The canonical has a fragment",
  rule: "A canonical with #.",
  why: "What follows # is cut off, so the canonical is another page than meant.",
  fix: "Remove the fragment.",
  on: "html",
  test: ({ canonicals }) => {
    const bad = canonicals.find((entry) => entry.href.includes("#"));
    return bad ? { found: bad.href.slice(0, 200), expected: "a URL without #" } : null;
  },
});
