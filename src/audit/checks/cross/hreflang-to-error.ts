import { alternatesOf, nameOf } from "../shared/alternates";
import { isBroken } from "../../model/site/site-graph";
import { crossCheck } from "../define";

export const hreflangToError = crossCheck({
  id: "hreflang_to_error",
  severity: "error",
  weight: 15,
  category: "International",
  title: "Alternates do not exist",
  rule: "An hreflang alternate answers 4xx or 5xx, or not at all.",
  why: "Visitors in that language reach a dead end.",
  fix: "Correct or remove the alternate.",
  needsWholeSite: false,
  test: (page, graph) => {
    const hits = alternatesOf(page, graph).filter((target) => isBroken(target));
    return hits.length > 0
      ? {
          found: `${hits.length} alternates with an error`,
          expected: "alternates with HTTP 200",
          count: hits.length,
          samples: hits.slice(0, 10).map(nameOf),
        }
      : null;
  },
});
