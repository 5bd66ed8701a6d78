import { siteCheck } from "../shared/define";

const LIMITS = { minShare: 0.9 };

export const canonicalsNameOtherHost = siteCheck({
  id: "canonicals_name_other_host",
  severity: "error",
  category: "Canonical",
  title: "The whole site names another host as its canonical",
  rule: "At least 90 % of the pages that could be indexed have a canonical on another host.",
  thresholds: LIMITS,
  why: "Search engines index the other host's pages and none of these. No score counts pages that are canonicalised elsewhere.",
  fix: "On the public host, make the canonicals name it. On a copy such as a staging host, start the audit with `scope.productionHost`, and the pages are judged as if they were public.",
  test: ({ canonicalHosts }) => {
    if (canonicalHosts === null || canonicalHosts.host === null) return null;
    const { pages, elsewhere, host } = canonicalHosts;
    return elsewhere >= LIMITS.minShare * pages
      ? { found: `${elsewhere} of ${pages} pages, most of them on ${host}`, expected: "canonicals on the audited host" }
      : null;
  },
});
