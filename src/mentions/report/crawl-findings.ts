import * as z from "zod";
import { canonicalPath, visitedPaths, windowBetween } from "../../analytics";
import { latestPage, latestRun } from "../../audit";
import type { DomainRow } from "../../accounts";
import type { Bindings } from "../../env";
import { AI_PROVIDERS, PROVIDERS } from "../../lib/ai-providers";
import { parseUrl, pathOf, canonicalUrl } from "../../lib/hosts/url";
import type { CrawlFindings, ReportWindow } from "../core/report/figures/scene";

/** The crawlers behind the providers' search. */
const ANSWERING_CRAWLERS = new Set<string>(PROVIDERS.flatMap((provider) => AI_PROVIDERS[provider].crawlers));
/** Maximum number of cited pages looked up in the audit. */
const MAX_PAGES = 10;

const RobotsAnalysis = z.looseObject({
  crawlerAccess: z.array(z.looseObject({ token: z.string(), verdict: z.string() })).default([]),
});

type FindingsEnv = Pick<Bindings, "ARCHIVE" | "DB" | "DOMAIN_AUDIT" | "DOMAIN_VISITS">;

/**
 * What the domain's latest audit found about blocked crawlers and about the site's pages that answers cite, and how
 * many of its pages are crawled, cited and audited.
 */
export async function crawlFindings(
  env: FindingsEnv,
  domain: DomainRow,
  citedUrls: readonly string[],
  window: ReportWindow,
): Promise<CrawlFindings> {
  const crawled = await crawledPaths(env, domain.id, window);
  const cited = citedUrls.map((url) => ownPath(domain, url)).filter((path) => path !== null);
  const pages = new Set(cited);
  const counts = {
    crawledPages: crawled.size,
    citedPages: pages.size,
    citedAndCrawled: [...pages].filter((path) => crawled.has(path)).length,
  };
  const run = await latestRun(env, domain.id);
  if (!run)
    return {
      known: false,
      blockedAgents: [],
      brokenPages: [],
      funnel: { ...counts, checkedPages: 0, auditedPages: 0, soundPages: 0, auditKnown: false },
    };
  const robots = RobotsAnalysis.safeParse(run.robotsAnalysis ?? {});
  const access = robots.success ? robots.data.crawlerAccess : [];
  const blockedAgents = access.filter(({ token, verdict }) => verdict === "blocked" && ANSWERING_CRAWLERS.has(token));
  const brokenPages: CrawlFindings["brokenPages"] = [];
  const checked = citedUrls.filter((url) => ownPath(domain, url) !== null).slice(0, MAX_PAGES);
  let auditedPages = 0;
  for (const url of checked) {
    const problem = await problemOf(env, domain, ownPath(domain, url)!);
    if (problem !== undefined) auditedPages++;
    if (problem) brokenPages.push({ url, problem });
  }
  const soundPages = auditedPages - brokenPages.length;
  return {
    blockedAgents: blockedAgents.map(({ token }) => token),
    brokenPages,
    funnel: { ...counts, checkedPages: checked.length, auditedPages, soundPages, auditKnown: true },
  };
}

async function crawledPaths(env: FindingsEnv, domainId: string, window: ReportWindow): Promise<Set<string>> {
  const rows = await visitedPaths(env, domainId, windowBetween(Date.parse(window.from), Date.parse(window.to)));
  return new Set(rows.map(({ path }) => path));
}

/** The path of a page of the domain; null for other hosts. Audits treat subdomains as other domains. */
function ownPath(domain: DomainRow, url: string): string | null {
  const parsed = parseUrl(url);
  if (parsed === null || parsed.host.replace(/^www\./, "") !== domain.domain.replace(/^www\./, "")) return null;
  const path = pathOf(canonicalUrl(parsed));
  return canonicalPath(path) ?? path;
}

/** The latest audit's problem with a page; null: nothing, undefined: it did not see the page. */
async function problemOf(env: FindingsEnv, domain: DomainRow, path: string): Promise<string | null | undefined> {
  const page = (await latestPage(env, domain.id, path))?.page;
  if (!page) return undefined;
  if (page.statusCode >= 400) return `status ${page.statusCode}`;
  if (!page.indexable) return "not indexable";
  const error = page.issues.find(({ severity }) => severity === "error");
  return error ? error.id : null;
}
