import { listed } from "../shared/listed";
import { pageCheck } from "../shared/define";

export const multipleCanonicals = pageCheck({
  id: "multiple_canonicals",
  severity: "error",
  category: "Canonical",
  title: "The page names several canonical URLs",
  rule: "Two or more different canonical targets.",
  why: "Search engines ignore all of them.",
  fix: "Keep one.",
  on: "html",
  test: ({ canonicals }) => {
    const targets = [...new Set(canonicals.map((entry) => entry.url ?? entry.href))];
    return targets.length > 1
      ? listed({ count: targets.length, samples: targets.slice(0, 5) }, "canonicals", "one canonical")
      : null;
  },
});
