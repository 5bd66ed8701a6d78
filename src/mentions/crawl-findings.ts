import * as z from "zod";
import { latestPage, latestRun } from "../audit";
import type { DomainRow } from "../accounts";
import { openDb } from "../db/client";
import type { Bindings } from "../env";
import { parseUrl, pathOf, canonicalUrl } from "../lib/url";
import type { CrawlFindings } from "./core/report/scene";

/** The crawlers behind the four providers' search. */
const ANSWERING_CRAWLERS = new Set([
  "GPTBot",
  "OAI-SearchBot",
  "ClaudeBot",
  "Claude-SearchBot",
  "PerplexityBot",
  "Googlebot",
]);
/** Maximum number of cited pages looked up in the audit. */
const MAX_PAGES = 10;

const RobotsAnalysis = z.looseObject({
  crawlerAccess: z.array(z.looseObject({ token: z.string(), verdict: z.string() })).default([]),
});

/** What the domain's latest audit found about blocked crawlers and about the site's pages that answers cite. */
export async function crawlFindings(
  env: Pick<Bindings, "ARCHIVE" | "DB" | "DOMAIN_AUDIT">,
  domain: DomainRow,
  citedUrls: readonly string[],
): Promise<CrawlFindings> {
  const run = await latestRun(openDb(env.DB), domain.id);
  if (!run) return { known: false, blockedAgents: [], brokenPages: [] };
  const robots = RobotsAnalysis.safeParse(run.robotsAnalysis ?? {});
  const access = robots.success ? robots.data.crawlerAccess : [];
  const blockedAgents = access.filter(({ token, verdict }) => verdict === "blocked" && ANSWERING_CRAWLERS.has(token));
  const brokenPages: CrawlFindings["brokenPages"] = [];
  for (const url of citedUrls.slice(0, MAX_PAGES)) {
    const problem = await problemOf(env, domain, url);
    if (problem !== null) brokenPages.push({ url, problem });
  }
  return { blockedAgents: blockedAgents.map(({ token }) => token), brokenPages };
}

async function problemOf(
  env: Pick<Bindings, "ARCHIVE" | "DB" | "DOMAIN_AUDIT">,
  domain: DomainRow,
  url: string,
): Promise<string | null> {
  const parsed = parseUrl(url);
  // Audits treat subdomains as other domains.
  if (parsed === null || parsed.host.replace(/^www\./, "") !== domain.domain.replace(/^www\./, "")) return null;
  const page = (await latestPage(env, domain.id, pathOf(canonicalUrl(parsed))))?.page;
  if (!page) return null;
  if (page.statusCode >= 400) return `status ${page.statusCode}`;
  if (!page.indexable) return "not indexable";
  const error = page.issues.find(({ severity }) => severity === "error");
  return error ? error.id : null;
}
