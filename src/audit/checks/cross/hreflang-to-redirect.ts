import { alternatesOf, nameOf } from "../shared/alternates";
import { crossCheck } from "../define";

export const hreflangToRedirect = crossCheck({
  id: "hreflang_to_redirect",
  severity: "warning",
  weight: 5,
  category: "International",
  title: "Alternates redirect",
  rule: "An hreflang alternate answers 3xx.",
  why: "Search engines may ignore it.",
  fix: "Name the target itself.",
  needsWholeSite: false,
  test: (page, graph) => {
    const hits = alternatesOf(page, graph).filter((target) => target.outcome === "redirect");
    return hits.length > 0
      ? {
          found: `${hits.length} alternates that redirect`,
          expected: "alternates with HTTP 200",
          count: hits.length,
          samples: hits.slice(0, 10).map(nameOf),
        }
      : null;
  },
});
