import { alternatesOf, nameOf } from "../shared/alternates";
import { crossCheck } from "../define";

export const hreflangToNonIndexable = crossCheck({
  id: "hreflang_to_non_indexable",
  severity: "warning",
  weight: 5,
  category: "International",
  title: "Alternates can't be indexed",
  rule: "An hreflang alternate has noindex, or another URL as its canonical.",
  why: "Search engines ignore it.",
  fix: "Name indexable pages that are their own canonical.",
  needsWholeSite: false,
  test: (page, graph) => {
    const hits = alternatesOf(page, graph).filter(
      (target) => target.reason === "noindex" || target.reason === "canonicalised",
    );
    return hits.length > 0
      ? {
          found: `${hits.length} alternates that are not indexable`,
          expected: "indexable alternates",
          count: hits.length,
          samples: hits.slice(0, 10).map(nameOf),
        }
      : null;
  },
});
