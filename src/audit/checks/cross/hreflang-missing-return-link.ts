import { alternatesOf, nameOf } from "../shared/alternates";
import { PAIR } from "../../model/site/pair-set";
import { crossCheck } from "../define";

export const hreflangMissingReturnLink = crossCheck({
  id: "hreflang_missing_return_link",
  severity: "error",
  weight: 15,
  category: "International",
  title: "Alternates do not link back",
  rule: "A page that this one lists as hreflang alternate does not list it in return.",
  why: "Search engines ignore alternates that are not confirmed.",
  fix: "List the same set on every version.",
  needsWholeSite: false,
  test: (page, graph) => {
    const hits = alternatesOf(page, graph).filter(
      (target) =>
        target.outcome === "ok" &&
        target.status === 200 &&
        !graph.pairs.has(target.urlHash, page.node.urlHash, PAIR.alternate),
    );
    return hits.length > 0
      ? {
          found: `${hits.length} alternates do not link back`,
          expected: "a return link from each alternate",
          count: hits.length,
          samples: hits.slice(0, 10).map(nameOf),
        }
      : null;
  },
});
