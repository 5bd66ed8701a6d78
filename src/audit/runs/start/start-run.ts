import {
  authorizeDomain,
  foreignSitemap,
  isBeyondReach,
  knownSitemaps,
  sealAccess,
  type Caller,
  type DomainRow,
} from "../../../accounts";
import { openDb } from "../../../db/client";
import type { Bindings } from "../../../env";
import { ApiError, schemaError } from "../../../errors/api-error";
import { normalizeDomain } from "../../../lib/hosts/domain";
import { startOfUtcMonth, utcMonth } from "../../../lib/time/time";
import { fetchRobots } from "../../../web";
import type { RunConfig } from "../../model/run/run-state";
import { scopeOf } from "../../model/run/scope";
import { judgeSeeds } from "../../model/run/seed-urls";
import { parsedRobots } from "../../model/site/robots-file";
import { homeOfRun, ROBOTS_TIMEOUT_MS } from "../../model/run/home-of-run";
import { runRules } from "../../crawl/run-rules";
import { streamSitemaps } from "../../crawl/sitemaps/stream-sitemaps";
import { stubOf } from "../../crawl/frontier/stub-of";
import { endAbandonedRun } from "./end-abandoned-run";
import { DEFAULT_FILES, runConfigOf, launchRun, type RunOrder } from "./launch-run";
import { newOrUpdated } from "../../crawl/sitemaps/new-pages";
import { countOnDemandRuns, findActiveRun, findRunOfSlot, pagesPromised } from "../../repo";
import type { StartBody } from "../../schemas";
import { readUrlList, type UrlFile } from "./read-url-list";

/**
 * Starts an audit. Checks in this order: URLs, scope, ownership, access, limits, state. `slot` names what the audit is for:
 * a second call with it returns the audit that the first one started.
 * @throws ApiError with the codes of docs/audits.md.
 */
export async function startRun(
  env: Bindings,
  caller: Caller,
  body: StartBody,
  now: number,
  slot: string | null = null,
): Promise<string> {
  const db = openDb(env.DB);
  const name = normalizeDomain(body.domain) ?? body.domain;
  const scope = scopeOf(body.scope);
  const { seeds, invalid } = judgeSeeds(body.urls, name, scope);
  if (invalid.length > 0) throw invalidUrls(invalid);
  const domain = await authorizeDomain(db, caller, body.domain);
  const known = slot === null ? undefined : await findRunOfSlot(db, domain.id, slot);
  if (known) return known.id;
  if (!caller.limits.audits)
    throw new ApiError("no_seo_spider_access", "The operator has switched audits off for this account.");
  const month = { start: startOfUtcMonth(now), name: utcMonth(now) };
  const limit = caller.limits.onDemandAuditsPerMonth;
  if ((await countOnDemandRuns(db, caller.accountId, month)) >= limit) throw onDemandLimit(limit);
  const pagesLeft = caller.limits.pagesPerMonth - (await pagesPromised(db, caller.accountId, month.name));
  if (pagesLeft <= 0) throw monthLimit(caller.limits.pagesPerMonth);
  await refuseSecondRun(env, domain, now);
  const order: RunOrder = {
    domain,
    limits: caller.limits,
    mode: body.mode,
    seeds,
    sitemapUrl: body.sitemapUrl ?? domain.sitemapUrl,
    onlyListedSitemaps: isBeyondReach(caller, body.sitemapUrl ?? null, domain.sitemapUrl),
    allowSampling: body.allowSampling,
    newPagesOnly: body.newPagesOnly,
    scope,
    access: body.access && (await sealAccess(env, domain.id, body.access)).sealed,
    files: body.files,
    rendering: body.rendering,
    trigger: caller.kind === "session" ? "manual" : "api",
    frequency: "on_demand",
    slot,
    mailTo: body.mailWhenDone && caller.kind === "session" ? caller.userId : null,
  };
  const config = await runConfigOf(env, order, now);
  if (body.mode === "sitemap") await requireSitemap(env, config, body.sitemapUrl !== undefined);
  const refusal = await launchRun(env, order, config);
  if (refusal === null) return config.runId;
  if (refusal.refused === "active") throw alreadyActive(refusal.runId);
  throw refusal.refused === "month" ? monthLimit(caller.limits.pagesPerMonth) : onDemandLimit(limit);
}

/**
 * Starts an audit of the URLs that a file lists, and of no others.
 * @throws ApiError those of startRun, and `payload_too_large`.
 */
export async function startListRun(
  env: Bindings,
  caller: Caller,
  { domain, scope }: Pick<StartBody, "domain" | "scope">,
  file: UrlFile,
  now: number,
): Promise<string> {
  // A file for somebody else's domain is not read.
  await authorizeDomain(openDb(env.DB), caller, domain);
  const urls = await readUrlList(file);
  const rest = {
    mode: "selected",
    allowSampling: false,
    newPagesOnly: false,
    files: DEFAULT_FILES,
    rendering: "auto",
  } as const;
  return startRun(env, caller, { domain, urls, scope, ...rest }, now);
}

function invalidUrls(invalid: Array<{ url: string; reason: string }>): ApiError {
  const [first] = invalid;
  return new ApiError("invalid_urls", `${first!.url} ${first!.reason}.`, { invalidUrls: invalid.slice(0, 100) });
}

function onDemandLimit(limit: number): ApiError {
  return new ApiError(
    "on_demand_limit_reached",
    `The audits that you may start this month (UTC) are used up: the plan has ${limit.toLocaleString("en")}.`,
  );
}

function monthLimit(limit: number): ApiError {
  return new ApiError(
    "max_pages_per_month_limit_reached",
    `The audited pages of this month (UTC) are used up: the plan has ${limit.toLocaleString("en")}.`,
  );
}

function alreadyActive(runId: string): ApiError {
  return new ApiError("run_already_active", "An audit of this domain is already running; wait for it to end.", {
    runId,
  });
}

/** A row without a lock is left over from a crash between the two writes. If it is older than this, we close it. */
const ORPHAN_AFTER_MS = 30_000;

async function refuseSecondRun(env: Bindings, domain: DomainRow, now: number): Promise<void> {
  const db = openDb(env.DB);
  const active = await findActiveRun(db, domain.id);
  if (!active) return;
  const held = await stubOf(env, domain.id).activeRun();
  if (held === active.id || now - active.heartbeatAt < ORPHAN_AFTER_MS) throw alreadyActive(active.id);
  await endAbandonedRun(env, active, now);
}

/**
 * Checks before the run starts that there is a readable sitemap, and that it lists new pages if only those are wanted.
 */
async function requireSitemap(env: Bindings, config: RunConfig, isAsked: boolean): Promise<void> {
  const rules = await runRules(env, config);
  const base = homeOfRun(config);
  const robots = await fetchRobots(base, rules, { now: config.startedAt, timeoutMs: ROBOTS_TIMEOUT_MS });
  const listed = parsedRobots(robots).sitemaps.map(({ url }) => url);
  const places = { base, rules, named: config.sitemapUrl, listed, onlyListed: config.onlyListedSitemaps === true };
  const candidates = await knownSitemaps(openDb(env.DB), config.accountId, places);
  if (candidates.isForeign && isAsked)
    throw schemaError([{ path: "sitemapUrl", message: foreignSitemap(config.domain) }]);
  let news = false;
  const host = { base, productionHost: config.scope?.productionHost ?? null };
  const { readable } = await streamSitemaps(candidates, host, candidates.rules, async (entries) => {
    news = !config.newPagesOnly || (await newOrUpdated(env, config, entries)).size > 0;
    return !news;
  });
  if (readable && config.newPagesOnly && !news)
    throw new ApiError("no_new_pages", "The sitemap lists no page that is new or has changed since the last audit.");
  if (readable) return;
  if (candidates.certain)
    throw new ApiError("sitemap_unreachable", `${candidates.urls[0]} could not be read as a sitemap.`);
  throw new ApiError("no_sitemap", `No sitemap was found; tried ${candidates.urls.join(", ")}.`);
}
