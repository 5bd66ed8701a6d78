import { CRONS } from "../../../src/jobs/crons.ts";
import { consumeHousekeeping } from "../../../src/jobs/housekeeping.ts";
import worker from "../../../src/index.ts";
import type { Units } from "../../../src/usage/units.ts";
import { call, env, until } from "../support/api.ts";
import { recorder } from "../support/tick.ts";
import { combined, each, settled, unitsOf } from "./measured.ts";
import { consumed, DAY_MS, metered, newPlace, times, type Place } from "./place.ts";

/** Answers of AI providers: due prompts, asking, analysing. Then the report that they lead to. */
export async function answers({ account, site, domainId }: Place): Promise<Record<"answer" | "mentionReport", Units>> {
  const prompts = times(5, 50);
  for (let i = 0; i < prompts; i++) {
    const json = { action: "create", domain: site.host, promptText: `Where do I buy bike ${i}?`, intent: "info" };
    const made = await call("POST", "/api/ai-mentions/prompts", { headers: account.auth, json });
    if (made.status >= 300) throw new Error(JSON.stringify(made.body));
  }
  const ended = async (count: number) =>
    until(
      async () => {
        const row = env.DB.prepare("SELECT count(*) AS n FROM prompt_run WHERE domain_id = ? AND status = 'ok'");
        return (await row.bind(domainId).first<number>("n")) === count;
      },
      times(180_000, 600_000),
    );
  await ended(prompts * 4);
  await settled(500);
  const asked = await unitsOf(async () => {
    await env.DB.prepare("UPDATE prompt_schedule SET next_run_at = 1").run();
    await tick(["scheduleDuePrompts"], Date.now());
    await ended(prompts * 8);
  }, 500);
  const reported = await unitsOf(() => tick(["sendDueReports"], Date.now()), 500);
  return { answer: each(asked, prompts * 4), mentionReport: each(reported, 1) };
}

/** Delivers jobs of the crons as their queue would. */
async function tick(jobs: readonly string[], now: number): Promise<void> {
  const sent = recorder<unknown>();
  const bound = metered({ ...env, HOUSEKEEPING_QUEUE: sent.queue });
  for (const job of jobs) await bound.HOUSEKEEPING_QUEUE.send({ job, at: now, after: null });
  await deliverAll(sent.bodies, bound);
}

async function deliverAll(bodies: unknown[], bound: typeof env): Promise<void> {
  for (const body of bodies) await consumed(consumeHousekeeping, "crawlready-housekeeping", [body], bound);
}

/** One firing of a cron, with all that follows. */
function fired(cron: string, now: number): Promise<Units> {
  return unitsOf(async () => {
    const sent = recorder<unknown>();
    const bound = { ...env, HOUSEKEEPING_QUEUE: sent.queue };
    await worker.scheduled({ cron, scheduledTime: now, noRetry: () => {} }, bound as unknown as typeof env);
    await deliverAll(sent.bodies, metered(bound));
  }, 500);
}

const [QUARTER_HOURLY, NIGHTLY] = Object.keys(CRONS) as [string, string];
const QUARTER_MS = 900_000;

/** A quarter of an hour in which nothing is due, one in which each domain's upkeep is, and a night. */
async function dayFrom(start: number): Promise<Units> {
  await fired(QUARTER_HOURLY, start);
  const quiet = await fired(QUARTER_HOURLY, start + QUARTER_MS);
  const upkeep = await fired(QUARTER_HOURLY, start + 7 * 3_600_000);
  const night = await fired(NIGHTLY, start + DAY_MS);
  return combined(combined(night, quiet, 92), upkeep, 4);
}

/** A day on which nothing happens: of the service, and of each domain. */
export async function idleDays(): Promise<Record<"serviceDay" | "domainDay", Units>> {
  const count = times(5, 20);
  const start = Date.now() + DAY_MS;
  const before = await dayFrom(start);
  for (let i = 0; i < count; i++) await newPlace();
  const after = await dayFrom(start + 3 * DAY_MS);
  return { domainDay: each(combined(after, before, -1), count), serviceDay: each(before, 1) };
}
