import { limitsOf, type DomainRow, type Limits } from "../../accounts";
import { openDb } from "../../db/client";
import type { Bindings } from "../../env";
import { log } from "../../lib/log";
import { mapBounded } from "../../lib/async-pool";
import { MINUTE_MS, DAY_MS, startOfUtcDay } from "../../lib/time";
import { homeOf } from "../../web";
import { auditSlotOf, type Frequency } from "../model/run/schedule";
import { stubOf } from "../crawl/frontier/stub-of";
import { endAbandonedRun } from "./end-abandoned-run";
import { runConfigOf, launchRun, type RunOrder } from "./launch-run";
import { deleteUnstartedRun, dueDomains, postponeAudits, silentRuns, type RunRow } from "./repo";

/** Domains per step. */
const DUE_A_STEP = 100;
const STARTS_AT_ONCE = 5;
/** A start that failed, or met an active run, is retried after this time. */
const AGAIN_AFTER_MS = 10 * MINUTE_MS;

type Due = Awaited<ReturnType<typeof dueDomains>>[number];
type Slots = Record<Frequency, string>;

/**
 * Starts the audits that are due (`auditFrequency` of the domain). The unique index of slots allows one start per slot:
 * a duplicate tick finds nothing left, and a late tick starts what an earlier one missed. A refused domain is not due
 * again until the next day, so it never delays the others.
 */
export async function startScheduledRuns(env: Bindings, now: number): Promise<string | null> {
  const db = openDb(env.DB);
  const slots = {
    daily: auditSlotOf("daily", now),
    weekly: auditSlotOf("weekly", now),
    monthly: auditSlotOf("monthly", now),
  };
  const due = await dueDomains(db, slots, now, DUE_A_STEP);
  const turns = await mapBounded(due, STARTS_AT_ONCE, async (each) => {
    const notBefore = await startScheduled(env, each, slots, now);
    return notBefore === null ? [] : [{ id: each.domain.id, notBefore }];
  });
  await postponeAudits(db, turns.flat());
  return due.length < DUE_A_STEP ? null : "more";
}

/** Null: the run has started. Otherwise the time from which the domain is due again, epoch ms. */
async function startScheduled(env: Bindings, due: Due, slots: Slots, now: number): Promise<number | null> {
  const { domain, plan, overrides } = due;
  const limits = limitsOf(plan, overrides);
  const tomorrow = startOfUtcDay(now) + DAY_MS;
  if (!limits.audits) return tomorrow;
  const order = orderOf(domain, limits, slots);
  try {
    const refusal = await launchRun(env, order, await runConfigOf(env, order, now));
    if (refusal?.refused === "month") log("warn", "scheduled_audit_over_limit", { domain: domain.domain });
    if (refusal === null) return null;
    return refusal.refused === "active" ? now + AGAIN_AFTER_MS : tomorrow;
  } catch (error) {
    log("error", "scheduled_audit_failed", { domain: domain.domain, error: String(error) });
    return now + AGAIN_AFTER_MS;
  }
}

function orderOf(domain: DomainRow, limits: Limits, slots: Slots): RunOrder {
  const frequency = domain.auditFrequency as Frequency;
  return {
    domain,
    limits,
    mode: domain.sitemapUrl === null ? "follow" : "sitemap",
    seeds: [homeOf(domain.domain).href],
    sitemapUrl: domain.sitemapUrl,
    allowSampling: true,
    newPagesOnly: false,
    trigger: "schedule",
    frequency,
    slot: slots[frequency],
  };
}

const SILENT_MS = 5 * MINUTE_MS;
const SWEPT_A_STEP = 50;

/**
 * Ends runs without a lock, left over from a crash between the two writes. A run that still holds its lock is left to
 * its own watchdog. A scheduled run that never began gives its slot back.
 */
export async function sweepSilentRuns(
  env: Bindings,
  _now?: number,
  after: string | null = null,
): Promise<string | null> {
  // Uses the real clock: heartbeats are real times, not scheduled ones.
  const now = Date.now();
  const runs = await silentRuns(openDb(env.DB), now - SILENT_MS, after ?? "", SWEPT_A_STEP);
  for (const run of runs) {
    try {
      await sweepRun(env, run, now);
    } catch (error) {
      log("error", "silent_run_not_swept", { runId: run.id, error: String(error) });
    }
  }
  return runs.length < SWEPT_A_STEP ? null : runs.at(-1)!.id;
}

async function sweepRun(env: Bindings, run: RunRow, now: number): Promise<void> {
  if ((await stubOf(env, run.domainId).activeRun()) === run.id) return;
  if (run.status === "queued" && run.trigger === "schedule") await deleteUnstartedRun(openDb(env.DB), run.id);
  else await endAbandonedRun(env, run, now);
}
