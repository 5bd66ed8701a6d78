import * as z from "zod";
import { limitsOf, type DomainRow, type Limits } from "../../../accounts";
import { openDb } from "../../../db/client";
import type { Bindings } from "../../../env";
import { ApiError } from "../../../errors/api-error";
import { log } from "../../../lib/text/log";
import { mapBounded } from "../../../lib/platform/async-pool";
import { MINUTE_MS, DAY_MS, startOfUtcDay } from "../../../lib/time/time";
import { homeOf } from "../../../web";
import { scopeOf, startUrls } from "../../model/run/scope";
import { auditSlotOf, auditSlots, type AuditSlots, type Frequency } from "../../model/run/schedule";
import { DEFAULT_FILES, runConfigOf, launchRun, type RunOrder } from "./launch-run";
import { domainsToAudit, postponeAudits } from "../../repo";

const STARTS_AT_ONCE = 5;
/** A start that failed, met an active run or lost its message is retried after this time. */
const AGAIN_AFTER_MS = 10 * MINUTE_MS;

/** Domains whose audit was due at the tick `at`, epoch ms. */
export const AuditShard = z.object({
  kind: z.literal("audits"),
  ids: z.array(z.string().min(1).max(100)).max(200),
  at: z.number(),
});
export type AuditShard = z.infer<typeof AuditShard>;

/** Until when a domain waits for the message of the tick at `at`. */
export const auditLease = (at: number) => at + AGAIN_AFTER_MS;

type Due = Awaited<ReturnType<typeof domainsToAudit>>[number];

/**
 * Starts the audits of a shard. The unique index of slots allows one start per slot. A repeated message finds nothing
 * left, and neither does a late one whose domains a later tick has taken over. A refused domain is not due again until
 * the next day, so it never delays the others.
 */
export async function startDueAudits(env: Bindings, { ids, at }: AuditShard): Promise<void> {
  const db = openDb(env.DB);
  const slots = auditSlots(at);
  const due = await domainsToAudit(db, slots, ids, auditLease(at));
  const turns = await mapBounded(due, STARTS_AT_ONCE, async (each) => {
    const notBefore = await startScheduled(env, each, slots, at);
    return notBefore === null ? [] : [{ id: each.domain.id, notBefore }];
  });
  if (turns.flat().length > 0) await postponeAudits(db, turns.flat());
}

/** Null: the run has started. Otherwise the time from which the domain is due again, epoch ms. */
async function startScheduled(env: Bindings, due: Due, slots: AuditSlots, now: number): Promise<number | null> {
  const { domain, plan, overrides } = due;
  const limits = limitsOf(plan, overrides);
  const tomorrow = startOfUtcDay(now) + DAY_MS;
  if (!limits.audits) return tomorrow;
  const order = { ...orderOf(domain, limits, slots), lastScopeKey: due.lastScopeKey };
  if (order.mode === "follow" && order.seeds.length === 0) {
    log("warn", "scheduled_audit_has_no_start", { domain: domain.domain });
    return tomorrow;
  }
  try {
    const refusal = await launchRun(env, order, await runConfigOf(env, order, now));
    if (refusal?.refused === "month") log("warn", "scheduled_audit_over_limit", { domain: domain.domain });
    if (refusal === null) return null;
    return refusal.refused === "active" ? now + AGAIN_AFTER_MS : tomorrow;
  } catch (error) {
    log("error", "scheduled_audit_failed", { domain: domain.domain, error: String(error) });
    // An unusable setting stays unusable until somebody changes it.
    return error instanceof ApiError ? tomorrow : now + AGAIN_AFTER_MS;
  }
}

function orderOf(domain: DomainRow, limits: Limits, slots: AuditSlots): RunOrder {
  const frequency = domain.auditFrequency as Frequency;
  const scope = scopeOf(domain.auditScope);
  return {
    domain,
    limits,
    mode: domain.sitemapUrl === null ? "follow" : "sitemap",
    seeds: startUrls(homeOf(domain.domain), scope),
    sitemapUrl: domain.sitemapUrl,
    allowSampling: true,
    files: DEFAULT_FILES,
    rendering: domain.auditRendering,
    newPagesOnly: false,
    scope,
    trigger: "schedule",
    frequency,
    slot: auditSlotOf(slots, frequency, domain.auditSince),
  };
}
