import { openAccess, type DomainRow, type Limits } from "../../../accounts";
import { openDb } from "../../../db/client";
import type { Bindings } from "../../../env";
import { startOfUtcMonth, utcMonth } from "../../../lib/time/time";
import type { FileChoice } from "../../model/page/files";
import type { Mode, RunConfig } from "../../model/run/run-state";
import type { RenderingPolicy } from "../../model/page/rendering-policy";
import { scopeText, type RunScope } from "../../model/run/scope";
import { stubOf } from "../../crawl/frontier/stub-of";
import { followMove, repeatMove } from "./follow-move";
import { deleteUnstartedRun, findActiveRun, insertRun, latestFinishedRun, type RunRow } from "../../repo";

/** The settings of a run to start, from a caller or a schedule. */
export interface RunOrder {
  domain: DomainRow;
  limits: Limits;
  mode: Mode;
  /** Canonical URLs of the domain. */
  seeds: string[];
  sitemapUrl: string | null;
  /** The caller may not use the host of the sitemap itself. */
  onlyListedSitemaps?: boolean;
  allowSampling: boolean;
  newPagesOnly: boolean;
  scope?: RunScope;
  /** Encrypted headers instead of the domain's own. */
  access?: string;
  files: FileChoice;
  rendering: RenderingPolicy;
  /** Of a scheduled run: that of the domain's last finished run. */
  lastScopeKey?: string | null;
  trigger: RunRow["trigger"];
  frequency: RunRow["frequency"];
  /** The schedule slot; null: on demand. */
  slot: string | null;
  /** The member who wants a mail when the run ends. */
  mailTo?: string | null;
}

/** What a run requests unless its caller chooses. */
export const DEFAULT_FILES: FileChoice = "own";

/**
 * The configuration of a run for this order, before its limits are known, at the host to which the domain redirects.
 * @throws ApiError `stored_secret_unreadable`, `sessions_unavailable`.
 */
export async function runConfigOf(env: Bindings, order: RunOrder, now: number): Promise<RunConfig> {
  const { domain, mode, seeds, sitemapUrl, allowSampling, limits } = order;
  const newPagesOnly = order.newPagesOnly && mode === "sitemap";
  const access = order.access ?? domain.auditAccess?.sealed;
  // A run that could not open its headers would look like a site that is down.
  if (access !== undefined) await openAccess(env, domain.id, access);
  const last = newPagesOnly ? await latestFinishedRun(openDb(env.DB), domain.id) : undefined;
  const config: RunConfig = {
    runId: crypto.randomUUID(),
    accountId: domain.accountId,
    domainId: domain.id,
    domain: domain.domain,
    origin: domain.origin,
    mode,
    seeds,
    sitemapUrl,
    onlyListedSitemaps: order.onlyListedSitemaps,
    allowSampling,
    newPagesOnly,
    newSince: last?.startedAt ?? null,
    scope: order.scope,
    extractors: extractorsOf(domain),
    access,
    files: order.files,
    rendering: order.rendering,
    scopeKey: [
      mode,
      sitemapUrl ?? "",
      newPagesOnly ? "new" : "all",
      scopeText(order.scope),
      filesText(order.files),
      renderingText(order.rendering),
    ]
      .join("|")
      .replace(/\|+$/, ""),
    pageLimit: limits.pagesPerRun,
    limitReason: "url_limit",
    startedAt: now,
  };
  // Many scheduled runs start together, and a slow site must not hold up the others: they go where the last run went.
  return order.slot === null ? followMove(env, config) : repeatMove(config, order.lastScopeKey ?? "");
}

function extractorsOf({ auditExtractors }: DomainRow): RunConfig["extractors"] {
  if (!auditExtractors || auditExtractors.length === 0) return undefined;
  return auditExtractors.map(({ name, selector, language, attribute = null }) => ({
    name,
    selector,
    attribute,
    ...(language && { language }),
  }));
}

/** Runs that request the same files are compared; the default adds nothing to the key. */
function filesText(files: FileChoice): string {
  return files === DEFAULT_FILES ? "" : `files:${files}`;
}

/** The same for runs that render the same pages. */
function renderingText(rendering: RenderingPolicy): string {
  return rendering === "auto" ? "" : `rendering:${rendering}`;
}

/** Why a run could not start: limits used up, schedule slot taken, or another run active (`runId`). */
export type LaunchRefusal = { refused: "on_demand" | "month" | "slot_taken" } | { refused: "active"; runId: string };

/**
 * Inserts the D1 row first (one statement enforces limits, slot and the unique index), then takes the domain's lock. A
 * start that loses a race leaves nothing behind. Null: the run has started.
 */
export async function launchRun(env: Bindings, order: RunOrder, config: RunConfig): Promise<LaunchRefusal | null> {
  const db = openDb(env.DB);
  const { limits, trigger, frequency, slot, mailTo = null } = order;
  const { pagesPerRun, pagesPerMonth, onDemandAuditsPerMonth } = limits;
  const { runId, accountId, domainId, mode, scopeKey, startedAt } = config;
  const { domain } = order.domain;
  const row = { id: runId, accountId, domainId, domain, trigger, frequency, mode, scopeKey, slot, mailTo, startedAt };
  const month = { start: startOfUtcMonth(startedAt), name: utcMonth(startedAt) };
  let outcome;
  try {
    outcome = await insertRun(db, row, month, { pagesPerRun, pagesPerMonth, onDemandAuditsPerMonth });
  } catch (error) {
    const active = await findActiveRun(db, domainId);
    if (active && active.id !== runId) return { refused: "active", runId: active.id };
    if (slot !== null && /UNIQUE/.test(String(error))) return { refused: "slot_taken" };
    throw error;
  }
  if ("refused" in outcome) return outcome;
  const limitReason = outcome.pageLimit < pagesPerRun ? ("month_limit" as const) : ("url_limit" as const);
  const started = { ...config, pageLimit: outcome.pageLimit, limitReason };
  const result = await stubOf(env, domainId).start(started);
  if (result.started) return null;
  await deleteUnstartedRun(db, runId);
  return { refused: "active", runId: result.runId };
}
