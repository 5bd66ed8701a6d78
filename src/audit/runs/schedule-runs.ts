import { limitsOf } from "../../accounts";
import { openDb } from "../../db/client";
import type { Bindings } from "../../env";
import { log } from "../../http/log";
import { mapBounded } from "../../lib/async-pool";
import { MINUTE_MS } from "../../lib/time";
import { homeOf } from "../../web";
import { slotOf, type Frequency } from "../model/run/schedule";
import { configOf, launchRun, stubOf, type RunOrder } from "./launch-run";
import { closeAbandonedRun, deleteUnstartedRun, dueDomains, silentRuns } from "./repo";

/** Audits that one tick starts; the next ones come with the next tick. */
const STARTS_A_TICK = 500;
const STARTS_AT_ONCE = 5;

/**
 * Starts the audits whose turn has come (`auditFrequency` of the domain). Every turn is taken once, by the unique index of
 * slots: a tick that comes twice or late finds nothing left, or what an earlier one missed.
 */
export async function startScheduledRuns(env: Bindings, now: number): Promise<void> {
  const slots = { daily: slotOf("daily", now), weekly: slotOf("weekly", now), monthly: slotOf("monthly", now) };
  const due = await dueDomains(openDb(env.DB), slots, STARTS_A_TICK);
  await mapBounded(due, STARTS_AT_ONCE, async ({ domain, plan, overrides }) => {
    const limits = limitsOf(plan, overrides);
    if (!limits.audits) return;
    const frequency = domain.auditFrequency as Frequency;
    const order: RunOrder = {
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
    try {
      const refusal = await launchRun(env, order, await configOf(env, order, now));
      if (refusal?.refused === "month") log("warn", "scheduled_audit_over_limit", { domain: domain.domain });
    } catch (error) {
      log("error", "scheduled_audit_failed", { domain: domain.domain, error: String(error) });
    }
  });
}

const SILENT_MS = 5 * MINUTE_MS;
const SWEPT_A_TICK = 200;

/**
 * Ends runs that no lock stands behind any more (a crash between the two). A run whose object still has it is left to its
 * own watchdog. A scheduled one that never began gives its turn back.
 */
export async function sweepSilentRuns(env: Bindings): Promise<void> {
  const db = openDb(env.DB);
  // By the real clock: heartbeats are instants, not scheduled times.
  const now = Date.now();
  for (const run of await silentRuns(db, now - SILENT_MS, SWEPT_A_TICK)) {
    if ((await stubOf(env, run.domainId).activeRun()) === run.id) continue;
    if (run.status === "queued" && run.trigger === "schedule") await deleteUnstartedRun(db, run.id);
    else await closeAbandonedRun(db, run.id, now);
  }
}
