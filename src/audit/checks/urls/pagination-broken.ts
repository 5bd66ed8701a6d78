import { PAIR, type PairKind } from "../../model/site/pair-set";
import { crossCheck } from "../shared/define";

export const paginationBroken = crossCheck({
  id: "pagination_broken",
  severity: "warning",
  category: "Pagination",
  title: "The pages of a list are not linked properly",
  rule: "A target of rel=next or rel=prev on the same list (/news and /news?page=2, not the chapters of a document) does not answer 200, is not linked with an anchor, or does not name this page in return.",
  why: "Crawlers can't follow the list.",
  fix: "Link the pages with anchors, and make next and prev agree.",
  test: ({ node, edges, relations }, graph) => {
    const wrong = [
      ...relations.next.map((hash) => problem("next", hash, PAIR.prev)),
      ...relations.prev.map((hash) => problem("prev", hash, PAIR.next)),
    ].filter((text) => text !== null);
    return wrong.length > 0
      ? { found: [...new Set(wrong)].join("; "), expected: "linked pages that name each other", count: wrong.length }
      : null;

    function problem(rel: string, hash: number, back: PairKind): string | null {
      const target = graph.get(hash);
      if (!target) return null;
      if (target.status !== 200) return `rel=${rel} answers HTTP ${target.status}`;
      if (!edges.some((edge) => edge.target === hash)) return `rel=${rel} is not linked with an anchor`;
      return graph.pairs.has(target.urlHash, node.urlHash, back)
        ? null
        : `the target of rel=${rel} does not name this page`;
    }
  },
});
