import { isReturned } from "../../model/site/pair-set";
import { listed } from "../shared/listed";
import { alternatesOf, nameOf } from "../shared/alternates";
import { crossCheck } from "../shared/define";

export const hreflangMissingReturnLink = crossCheck({
  id: "hreflang_missing_return_link",
  severity: "error",
  category: "International",
  title: "Alternates do not link back",
  rule: "A page that this one lists as hreflang alternate does not list it in return, nor the page that is its canonical.",
  why: "Search engines ignore alternates that are not confirmed.",
  fix: "List the same set on every version.",
  test: (page, graph) => {
    const hits = alternatesOf(page, graph).filter(
      (target) =>
        target.outcome === "ok" && target.status === 200 && !isReturned(graph.pairs, target.urlHash, page.node),
    );
    return listed(hits.map(nameOf), "alternates do not link back", "a return link from each alternate");
  },
});
