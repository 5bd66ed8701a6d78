import { pageCheck } from "../shared/define";

export const canonicalInBody = pageCheck({
  id: "canonical_in_body",
  severity: "error",
  category: "Canonical",
  title: "The canonical is in the body",
  rule: "A link rel=canonical outside head.",
  why: "Google ignores it there.",
  fix: "Move it into head. Look for an element in head that closes it early.",
  on: "html",
  test: ({ canonicals }) => {
    const bad = canonicals.find((entry) => !entry.inHead);
    return bad ? { found: `in the body: ${bad.href.slice(0, 200)}`, expected: "the canonical inside head" } : null;
  },
});
