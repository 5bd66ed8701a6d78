import { listed } from "../shared/listed";
import { alternatesOf, nameOf } from "../shared/alternates";
import { crossCheck } from "../shared/define";

export const hreflangToNonIndexable = crossCheck({
  id: "hreflang_to_non_indexable",
  severity: "warning",
  category: "International",
  title: "Alternates can't be indexed",
  rule: "An hreflang alternate has noindex, or another URL as its canonical.",
  why: "Search engines ignore it.",
  fix: "Name indexable pages that are their own canonical.",
  test: (page, graph) => {
    const hits = alternatesOf(page, graph).filter(
      (target) => target.reason === "noindex" || target.reason === "canonicalised",
    );
    return listed(hits.map(nameOf), "alternates that are not indexable", "indexable alternates");
  },
});
