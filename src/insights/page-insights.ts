import { presentWindow } from "./sources/present-window";
import type { DomainRow } from "../accounts";
import { canonicalPath, pageVisits, countedPaths, type Window } from "../analytics";
import { latestPage } from "../audit";
import type { Bindings } from "../env";

/** The response for a page that the latest audit did not see, or if there is no audit. */
const NOT_FOUND = {
  found: false,
  issueCount: 0,
  issues: [],
  statusCode: 0,
  healthScore: 0,
  previewScore: 0,
  indexable: false,
  runId: null,
  auditedAt: null,
};

/** Crawler visits to one page with the facts from the latest finished audit (docs/visits.md). */
export async function pageInsights(
  env: Pick<Bindings, "DB" | "ARCHIVE" | "DOMAIN_AUDIT" | "DOMAIN_VISITS">,
  domain: DomainRow,
  url: URL,
  window: Window,
) {
  const path = canonicalPath(url.pathname + url.search) ?? url.pathname;
  const [crawlerVisits, latest] = await Promise.all([
    pageVisits(env, domain.id, countedPaths(path, domain.ignoredParameters), window),
    latestPage(env, domain.id, path),
  ]);
  const page = latest?.page;
  return {
    url: url.href,
    domain: domain.domain,
    path,
    window: presentWindow(window),
    crawlerVisits,
    seoSpider: {
      latestRun: latest?.run ?? null,
      page: page
        ? {
            found: true,
            issueCount: page.issueCount,
            issues: page.issues.map(({ id, severity }) => ({ issueId: id, severity })),
            statusCode: page.statusCode,
            healthScore: page.healthScore,
            previewScore: page.previewScore,
            indexable: page.indexable,
            runId: page.runId,
            auditedAt: page.auditedAt,
          }
        : NOT_FOUND,
    },
  };
}
