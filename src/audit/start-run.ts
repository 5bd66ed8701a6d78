import { authorizeDomain, type Caller, type DomainRow } from "../accounts";
import { openDb } from "../db/client";
import { settingsOf, type Bindings } from "../env";
import { ApiError, schemaError } from "../errors/api-error";
import { normalizeDomain } from "../lib/domain";
import { startOfUtcMonth, utcMonth } from "../lib/time";
import { egressRules } from "../web";
import type { RunConfig } from "./core/run-state";
import { judgeSeeds } from "./core/seed-urls";
import { fetchRobots, sitemapCandidates, streamSitemaps } from "./crawl/prepare";
import type { DomainAudit, StartResult } from "./domain-audit.do";
import { closeAbandonedRun, countOnDemandRuns, deleteUnstartedRun, findActiveRun, insertRun, pagesUsed } from "./repo";
import type { StartBody } from "./schemas";

/**
 * Starts an audit. Checks in the order of decisions.md 2: URLs, scope, ownership, access, limits, state.
 * @throws ApiError each code of service-api.md 4.1.
 */
export async function startRun(env: Bindings, caller: Caller, body: StartBody, now: number): Promise<string> {
  const db = openDb(env.DB);
  const name = normalizeDomain(body.domain) ?? body.domain;
  const { seeds, invalid } = judgeSeeds(body.urls, name);
  if (invalid.length > 0) throw invalidUrls(invalid);
  const domain = await authorizeDomain(db, caller, body.domain);
  if (!caller.limits.audits) throw new ApiError("no_seo_spider_access", "Audits need the Starter plan or above.");
  const monthStart = startOfUtcMonth(now);
  const limit = caller.limits.onDemandAuditsPerMonth;
  if ((await countOnDemandRuns(db, caller.accountId, monthStart)) >= limit) throw onDemandLimit(limit);
  const pagesLeft = caller.limits.pagesPerMonth - (await pagesUsed(db, caller.accountId, utcMonth(now)));
  if (pagesLeft <= 0) {
    throw new ApiError(
      "max_pages_per_month_limit_reached",
      `The plan's ${caller.limits.pagesPerMonth} audited pages a month are used up.`,
    );
  }
  await refuseSecondRun(env, domain, now);
  const config: RunConfig = {
    runId: crypto.randomUUID(),
    accountId: caller.accountId,
    domainId: domain.id,
    domain: domain.domain,
    origin: domain.origin,
    mode: body.mode,
    seeds,
    sitemapUrl: body.sitemapUrl ?? domain.sitemapUrl,
    allowSampling: body.allowSampling,
    newPagesOnly: body.newPagesOnly,
    pageLimit: Math.min(caller.limits.pagesPerRun, pagesLeft),
    startedAt: now,
  };
  if (body.mode === "sitemap") await requireSitemap(env, config);
  await takeLock(env, caller, config, monthStart);
  return config.runId;
}

function invalidUrls(invalid: Array<{ url: string; reason: string }>): ApiError {
  const [first] = invalid;
  return new ApiError("invalid_urls", `${first!.url} ${first!.reason}.`, { invalidUrls: invalid.slice(0, 100) });
}

function onDemandLimit(limit: number): ApiError {
  return new ApiError("on_demand_limit_reached", `The plan's ${limit} on-demand audits a month are used up.`);
}

function alreadyActive(runId: string): ApiError {
  return new ApiError("run_already_active", "An audit of this domain is running; wait for it to end.", { runId });
}

/** A row without a lock behind it is left over from a crash between the two: older than this, it is cleared away. */
const ORPHAN_AFTER_MS = 30_000;

function stubOf(env: Bindings, domainId: string): DurableObjectStub<DomainAudit> {
  return env.DOMAIN_AUDIT.getByName(domainId);
}

async function refuseSecondRun(env: Bindings, domain: DomainRow, now: number): Promise<void> {
  const db = openDb(env.DB);
  const active = await findActiveRun(db, domain.id);
  if (!active) return;
  const held = await stubOf(env, domain.id).activeRun();
  if (held === active.id || now - active.heartbeatAt < ORPHAN_AFTER_MS) throw alreadyActive(active.id);
  await closeAbandonedRun(db, active.id, now);
}

/** Finds out before the run starts whether there is a sitemap to take pages from. */
async function requireSitemap(env: Bindings, config: RunConfig): Promise<void> {
  const rules = egressRules(config, settingsOf(env).allowPrivateHosts);
  if (config.sitemapUrl !== null && !rules.hosts.has(new URL(config.sitemapUrl).host)) {
    throw schemaError([{ path: "sitemapUrl", message: `the sitemap must be on ${config.domain}` }]);
  }
  const base = new URL(config.seeds[0]!);
  const robots = await fetchRobots(base, rules, config.startedAt);
  const candidates = sitemapCandidates(base, config.sitemapUrl, robots);
  const { readable, answered } = await streamSitemaps(candidates, config.domain, rules, () => false);
  if (readable) return;
  if (candidates.certain && answered)
    throw new ApiError("sitemap_unreachable", `${candidates.urls[0]} could not be read as a sitemap.`);
  throw new ApiError("no_sitemap", `No sitemap was found; looked at ${candidates.urls.join(", ")}.`);
}

/** D1's row first (limits and the unique index in one statement), then the domain's lock; a loser leaves nothing behind. */
async function takeLock(env: Bindings, caller: Caller, config: RunConfig, monthStart: number): Promise<void> {
  const db = openDb(env.DB);
  const limit = caller.limits.onDemandAuditsPerMonth;
  try {
    const outcome = await insertRun(db, runRow(config, caller), monthStart, limit);
    if (outcome === "limit") throw onDemandLimit(limit);
  } catch (error) {
    const active = error instanceof ApiError ? undefined : await findActiveRun(db, config.domainId);
    throw active && active.id !== config.runId ? alreadyActive(active.id) : error;
  }
  const result = (await stubOf(env, config.domainId).start(config)) as StartResult;
  if (result.started) return;
  await deleteUnstartedRun(db, config.runId);
  throw alreadyActive(result.runId);
}

function runRow(config: RunConfig, caller: Caller) {
  return {
    id: config.runId,
    accountId: config.accountId,
    domainId: config.domainId,
    domain: config.domain,
    status: "queued" as const,
    trigger: caller.kind === "key" ? ("api" as const) : ("manual" as const),
    frequency: "on_demand" as const,
    mode: config.mode,
    scopeKey: [config.mode, config.sitemapUrl ?? "", config.newPagesOnly ? "new" : "all"].join("|"),
    startedAt: config.startedAt,
    heartbeatAt: config.startedAt,
  };
}
