import { MAX_DISTANCE, MIN_SHARE } from "../../model/page/similar-texts";
import { crossCheck } from "../shared/define";

/** At most six are looked up. */
const others = (count: number) => (count === 1 ? "one other page" : `${count > 5 ? "more than 5" : count} other pages`);

export const nearDuplicateContent = crossCheck({
  id: "near_duplicate_content",
  severity: "warning",
  category: "Headings and content",
  title: "Several pages have nearly the same text",
  rule: "The main text of two or more indexable pages with at least 100 words differs in at most 7 of the 64 bits of its sketch (SimHash of the different three-word sequences in its first 10,000 words), and a second sketch (MinHash of 64 values) says that at least 85 % of these sequences are the same. Exact duplicates and language versions are ignored.",
  thresholds: { maxDistance: MAX_DISTANCE, minShare: MIN_SHARE },
  why: "Search engines show one of them and drop the others.",
  fix: "Merge the pages, make one the canonical of the others, or say what is special about each.",
  test: ({ node, textHash, relations, path }, graph) => {
    if (!node.indexable || relations.sketch === null || graph.texts.of(textHash) > 1) return null;
    const cluster = graph.clusterOf(node, relations);
    const pages = graph.similar.like({ halves: relations.sketch, minima: relations.minima, textHash, cluster, path });
    return pages.length > 0
      ? {
          found: `nearly the same as ${others(pages.length)}`,
          expected: "unique text",
          samples: pages.slice(0, 5),
        }
      : null;
  },
});
