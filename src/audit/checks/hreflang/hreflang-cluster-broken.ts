import type { Finding } from "../../model/issue";
import type { ClusterFault } from "../../model/site/hreflang-clusters";
import { crossCheck } from "../shared/define";
import { inNumber } from "../shared/listed";

export const hreflangClusterBroken = crossCheck({
  id: "hreflang_cluster_broken",
  severity: "notice",
  weight: 0,
  category: "International",
  title: "A set of language versions is inconsistent",
  rule: "Pages that name one another as language versions, reported once per set, on its first page: a version that is named does not name the page in return, one code has several URLs, or one URL has several languages. x-default does not join sets.",
  why: "For information: it sums up the issues of the set's pages, so that you can fix the set as a whole.",
  fix: "Give all pages of the set the same list, with one URL per code and each page in it.",
  test: ({ node }, graph) => {
    const crawled = (hash: number) => {
      const page = graph.get(hash);
      return page?.outcome === "ok" && page.status === 200 ? page.path : undefined;
    };
    const fault = graph.versions.faultAt(node.urlHash, graph.pairs, crawled);
    return fault && findingOf(fault);
  },
});

function findingOf({
  members,
  size,
  missingReturns,
  missingReturnCount,
  conflicts,
  hasDefault,
}: ClusterFault): Finding {
  const found = [
    inNumber(size, "versions"),
    missingReturnCount > 0 ? inNumber(missingReturnCount, "return links missing") : null,
    conflicts.length > 0 ? inNumber(conflicts.length, "contradictions") : null,
    hasDefault ? null : "no x-default",
  ];
  return {
    found: found.filter((part) => part !== null).join(", "),
    expected: "the same list on every version",
    count: size,
    samples: [
      ...missingReturns.map((pair) => `no return link: ${pair}`),
      ...conflicts.map((conflict) => `contradiction: ${conflict}`),
      ...members.map((member) => `member: ${member}`),
    ].slice(0, 20),
  };
}
