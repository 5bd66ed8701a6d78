import { isBroken } from "../../model/site/site-graph";
import { listed } from "../shared/listed";
import { alternatesOf, nameOf } from "../shared/alternates";
import { crossCheck } from "../shared/define";

export const hreflangToError = crossCheck({
  id: "hreflang_to_error",
  severity: "error",
  category: "International",
  title: "Alternates do not exist",
  rule: "An hreflang alternate answers 4xx or 5xx, or not at all.",
  why: "Visitors in that language reach a dead end.",
  fix: "Correct or remove the alternate.",
  test: (page, graph) => {
    const hits = alternatesOf(page, graph).filter((target) => isBroken(target));
    return listed(hits.map(nameOf), "alternates with an error", "alternates with HTTP 200");
  },
});
