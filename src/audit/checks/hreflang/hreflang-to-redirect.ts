import { listed } from "../shared/listed";
import { alternatesOf, nameOf } from "../shared/alternates";
import { crossCheck } from "../shared/define";

export const hreflangToRedirect = crossCheck({
  id: "hreflang_to_redirect",
  severity: "warning",
  category: "International",
  title: "Alternates redirect",
  rule: "An hreflang alternate answers 3xx.",
  why: "Search engines may ignore it.",
  fix: "Name the target itself.",
  test: (page, graph) => {
    const hits = alternatesOf(page, graph).filter((target) => target.outcome === "redirect");
    return listed(hits.map(nameOf), "alternates that redirect", "alternates with HTTP 200");
  },
});
