import { PAIR, type PairKind } from "../../model/site/pair-set";
import { crossCheck } from "../define";

export const paginationBroken = crossCheck({
  id: "pagination_broken",
  severity: "warning",
  weight: 5,
  category: "Pagination",
  title: "The pages of a list are not linked properly",
  rule: "The target of rel=next or rel=prev is not 200, is not linked with an anchor, or does not name this page in return.",
  why: "Crawlers can't follow the list.",
  fix: "Link the pages with anchors, and make next and prev agree.",
  needsWholeSite: false,
  test: ({ node, edges, relations }, graph) => {
    const wrong = [problem("next", relations.next, PAIR.prev), problem("prev", relations.prev, PAIR.next)].filter(
      (text) => text !== null,
    );
    return wrong.length > 0
      ? { found: wrong.join("; "), expected: "linked pages that name each other", count: wrong.length }
      : null;

    function problem(rel: string, hash: number | null, back: PairKind): string | null {
      const target = hash === null ? undefined : graph.get(hash);
      if (!target) return null;
      if (target.status !== 200) return `rel=${rel} answers HTTP ${target.status}`;
      if (!edges.some((edge) => edge.target === hash)) return `rel=${rel} is not linked with an anchor`;
      return graph.pairs.has(target.urlHash, node.urlHash, back)
        ? null
        : `the target of rel=${rel} does not name this page`;
    }
  },
});
