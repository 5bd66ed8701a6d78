import { openDb } from "../../db/client";
import type { Bindings } from "../../env";
import { DAY_MS, utcDay } from "../../lib/time/time";
import { RUN_DEADLINE_MS } from "../core/retry-policy";
import { askAgainAt, fixedDays, promptSlotOf } from "../core/schedule";
import { dispatchDue, dueSchedules, type Dispatch, type DueSchedule } from "../repo/schedules";
import { sendRuns } from "./send-runs";

/** Schedules processed at once. */
const CHUNK = 200;
const CHUNKS_A_STEP = 20;

function dispatch(due: DueSchedule, now: number): Dispatch {
  const { promptId, provider, nextRunAt: dueAt } = due;
  const common = { promptId, provider, dueAt, slot: promptSlotOf(dueAt) };
  const days = fixedDays(due.monitorInterval);
  const enoughUntil = days === null || due.lastGoodAt === null ? 0 : due.lastGoodAt + days * DAY_MS;
  return enoughUntil > now
    ? { ...common, runId: null, nextRunAt: enoughUntil }
    : { ...common, runId: crypto.randomUUID(), nextRunAt: askAgainAt(due, now) };
}

/**
 * Cron: queues a run for each active prompt and provider that is due at `now`, the tick's scheduled time. Ticks may
 * arrive twice, late or never: the next tick finds everything that is due, and each slot has one run.
 */
export async function scheduleDuePrompts(env: Bindings, now: number): Promise<string | null> {
  const db = openDb(env.DB);
  for (let chunk = 0; chunk < CHUNKS_A_STEP; chunk++) {
    const due = await dueSchedules(db, now, CHUNK);
    if (due.length === 0) return null;
    await queueRuns(env, due, now);
  }
  return "more";
}

/** Queues the due runs of one prompt without waiting for the cron. */
export async function schedulePrompt(env: Bindings, promptId: string, now: number): Promise<void> {
  await queueRuns(env, await dueSchedules(openDb(env.DB), now, CHUNK, promptId), now);
}

async function queueRuns(env: Bindings, due: readonly DueSchedule[], now: number): Promise<void> {
  // Deadlines use real time, not the tick's scheduled time.
  const tick = { now, dateUtc: utcDay(now), deadlineAt: Date.now() + RUN_DEADLINE_MS };
  const dispatches = due.map((each) => dispatch(each, now));
  await sendRuns(env, await dispatchDue(openDb(env.DB), dispatches, tick));
}
