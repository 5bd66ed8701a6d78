import { pageCheck } from "../define";

export const multipleCanonicals = pageCheck({
  id: "multiple_canonicals",
  severity: "error",
  weight: 15,
  category: "Canonical",
  title: "The page names several canonical URLs",
  rule: "Two or more different canonical targets.",
  why: "Search engines ignore all of them.",
  fix: "Keep one.",
  on: "html",
  test: ({ canonicals }) => {
    const targets = [...new Set(canonicals.map((entry) => entry.url ?? entry.href))];
    return targets.length > 1
      ? {
          found: `${targets.length} canonicals`,
          expected: "one canonical",
          count: targets.length,
          samples: targets.slice(0, 5),
        }
      : null;
  },
});
