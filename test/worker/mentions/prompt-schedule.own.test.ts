import { runInDurableObject } from "cloudflare:test";
import { expect, it } from "vitest";
import type { StandInAnswer } from "../../../demo/stand-in/answers.ts";
import { API_PROVIDERS, promptQueueBindingOf, PROVIDERS } from "../../../src/lib/ai-providers.ts";
import { answerPrompt } from "../../../src/mentions/ask/answer-prompt.ts";
import { scheduleDuePrompts } from "../../../src/mentions/ask/schedule-due-prompts.ts";
import { settleRuns } from "../../../src/mentions/prompts/keep-answers.ts";
import { call, env, newAccount } from "../support/api.ts";
import { callsOf, script } from "../support/stand-in.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const DAYS = 90;
/** The cron's own interval in the long form. Every 16th tick finds the same prompts due, at most four hours later. */
const TICK_MS = env.TEST_LONG === "1" ? 15 * MINUTE : 240 * MINUTE;

/** The number of a UTC day since 1970. */
const dayOf = (at: number): number => Math.floor(at / DAY);

const NAMED: StandInAnswer = {
  parts: [{ text: "Saltmarsh Bikes is a good shop.", cites: [{ url: "https://www.example.org/", title: "" }] }],
};
const UNNAMED: StandInAnswer = {
  parts: [{ text: "Fenland Cycles is a good shop.", cites: [{ url: "https://www.example.org/", title: "" }] }],
};

/**
 * Queues that accept messages but deliver none: the test advances each run. A busy machine may answer late, and no call
 * may be repeated.
 */
const silent = { send: () => Promise.resolve(), sendBatch: () => Promise.resolve() } as unknown as Queue;
const quiet = {
  ...env,
  AI_TIMEOUT_SECONDS: "30",
  ...Object.fromEntries(PROVIDERS.map((provider) => [promptQueueBindingOf(provider), silent])),
};

function all<T = any>(query: string, ...values: unknown[]): Promise<T[]> {
  return env.DB.prepare(query)
    .bind(...values)
    .all<T>()
    .then(({ results }) => results);
}

/** The cron's ticks: some come twice, some never, some late, and none for eight hours on day 20. */
function ticks(startAt: number): number[] {
  let seed = 42;
  const chance = () => (seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
  const list: number[] = [];
  for (let at = startAt + TICK_MS; at <= startAt + DAYS * DAY; at += TICK_MS) {
    const outage = at > startAt + 20 * DAY && at < startAt + 20 * DAY + 8 * 60 * MINUTE;
    if (outage || chance() < 0.1) continue;
    list.push(at);
    if (chance() < 0.1) list.push(at);
    if (list.length > 1 && chance() < 0.1) list.splice(-2, 2, list.at(-1)!, list.at(-2)!);
  }
  return list;
}

/** Advances every waiting run to its end, as the queues would. */
async function settle(): Promise<void> {
  const waiting = await all<{ id: string }>("SELECT id FROM prompt_run WHERE status = 'queued'");
  await Promise.all(waiting.map(({ id }) => answerPrompt(quiet, id, Date.now)));
}

it(
  "runs each prompt exactly when its interval says, for 90 days of ticks that come twice, late or never",
  { timeout: 240_000 },
  async () => {
    const account = await newAccount("business", ["schedule.example"]);
    const domain = "schedule.example";
    await env.DB.prepare("UPDATE domain SET brand_name = 'Saltmarsh Bikes'").run();
    const create = async (name: string, more: Record<string, unknown>) => {
      const promptText = `${name} ${crypto.randomUUID()}`;
      await script(promptText, [{ kind: "complete", answer: NAMED }]);
      const json = { action: "create", domain, promptText, intent: "info", ...more };
      const { body } = await call("POST", "/api/ai-mentions/prompts", { headers: account.auth, json });
      return { id: body.id as string, promptText };
    };
    const weekly = await create("weekly", { monitorInterval: "weekly", providers: ["claude", "gemini"] });
    const monthly = await create("monthly", { monitorInterval: "monthly", providers: ["chatgpt"] });
    const stable = await create("stable", {});
    const turning = await create("turning", {});
    const resting = await create("resting", { providers: ["claude"] });
    // The creating requests sent real messages; let their runs end first.
    while ((await all("SELECT 1 FROM prompt_run WHERE status IN ('queued', 'running', 'answered')")).length > 0)
      await settle();
    await call("POST", "/api/ai-mentions/prompts", {
      headers: account.auth,
      json: { action: "update", domain, id: resting.id, active: 0 },
    });
    const [{ at: startAt }] = (await all<{ at: number }>("SELECT max(created_at) AS at FROM prompt")) as [
      { at: number },
    ];

    let turned = false;
    let firstSeen = 0;
    const perTick: number[] = [];
    const domainId = (await all<{ id: string }>("SELECT id FROM domain"))[0]!.id;
    const inObject = <T extends Record<string, SqlStorageValue>>(query: string, ...values: SqlStorageValue[]) =>
      runInDurableObject(env.DOMAIN_ANSWERS.getByName(domainId), (_, { storage }) =>
        storage.sql.exec<T>(query, ...values).toArray(),
      );
    let settledAt = startAt;
    for (const tick of ticks(startAt)) {
      if (!turned && tick >= startAt + 45 * DAY) {
        turned = true;
        await script(turning.promptText, [{ kind: "complete", answer: UNNAMED }]);
      }
      const due = await all<{ id: string; provider: string; next: number }>(
        "SELECT s.prompt_id AS id, s.provider, s.next_run_at AS next FROM prompt_schedule s JOIN prompt p ON p.id = s.prompt_id WHERE p.active = 1 AND s.next_run_at <= ?",
        tick,
      );
      await Promise.all([scheduleDuePrompts(quiet, tick), scheduleDuePrompts(quiet, tick)]);
      // The schedule does not depend on where the runs are kept.
      if (tick >= settledAt + 7 * DAY) {
        await settleRuns(env, domainId, new Date(tick - 8 * DAY).toISOString().slice(0, 10));
        settledAt = tick;
      }
      if (due.length === 0) continue;
      const made = await all<{ id: string; provider: string; slot: string; at: number }>(
        "SELECT prompt_id AS id, provider, slot, created_at AS at FROM prompt_run WHERE status = 'queued'",
      );
      const name = (each: { id: string; provider: string }, slot: string) => `${each.id} ${each.provider} ${slot}`;
      expect(made.map((each) => name(each, each.slot)).sort()).toEqual(
        due.map((each) => name(each, new Date(each.next).toISOString())).sort(),
      );
      expect(new Set(made.map(({ at }) => at))).toEqual(new Set([tick]));
      perTick.push(made.length);
      if (turned && firstSeen === 0 && made.some(({ id }) => id === turning.id)) firstSeen = tick;
      await settle();
    }

    const settled = await inObject<{ prompt: string; provider: string; at: number; slot: string; status: string }>(
      `SELECT prompt_id AS prompt, provider, created_at AS at, run ->> 'slot' AS slot, status FROM answer
       WHERE status IS NOT NULL ORDER BY created_at`,
    );
    const recent = await all<(typeof settled)[number]>(
      "SELECT prompt_id AS prompt, provider, created_at AS at, slot, status FROM prompt_run ORDER BY created_at",
    );
    expect(settled.length).toBeGreaterThan(recent.length);
    const history = [...settled, ...recent];
    const runsOf = async (prompt: string, provider: string) =>
      history.filter((run) => run.prompt === prompt && run.provider === provider);
    const times = async (prompt: string, provider: string) => (await runsOf(prompt, provider)).map(({ at }) => at);
    /** The same days computed differently: the first tick at which enough days have passed since the last run. */
    const expected = (created: number, days: number) => {
      const list = [created];
      for (const tick of ticks(startAt)) if (tick >= list.at(-1)! + days * DAY) list.push(tick);
      return list;
    };
    for (const provider of ["claude", "gemini"]) {
      const at = await times(weekly.id, provider);
      expect(at).toEqual(expected(at[0]!, 7));
      expect(at).toHaveLength(13);
    }
    const monthlyAt = await times(monthly.id, "chatgpt");
    expect(monthlyAt).toEqual(expected(monthlyAt[0]!, 30));
    expect(await times(resting.id, "claude")).toHaveLength(1);

    const perProvider: Record<string, number[]> = {};
    for (const prompt of [stable, turning]) {
      for (const provider of API_PROVIDERS) {
        const made = await runsOf(prompt.id, provider);
        (perProvider[prompt === stable ? "stable" : "turning"] ??= []).push(made.length);
        if (prompt === turning) continue;
        // Turns are days of UTC. A tick after midnight takes the turn of the day before, and the next turn stands.
        const rotating = made.slice(11).map(({ at, slot }) => ({ ran: dayOf(at), due: dayOf(Date.parse(slot)) }));
        const weeks = rotating.slice(1).map(({ due }, i) => due - rotating[i]!.due);
        expect(new Set(weeks), "deep rotation: a turn a week").toEqual(new Set([7]));
        const late = rotating.slice(1).map(({ ran, due }) => ran - due);
        expect(Math.max(...late), "no turn is skipped").toBeLessThanOrEqual(1);
      }
    }
    const seenByAll = await inObject<{ at: number }>(
      "SELECT min(created_at) AS at FROM answer WHERE prompt_id = ? AND position = 0 GROUP BY provider",
      turning.id,
    );
    expect(seenByAll).toHaveLength(4);
    const days = Math.max(...seenByAll.map(({ at }) => at - (startAt + 45 * DAY))) / DAY;
    expect(days, "a change is seen by all four providers soon").toBeLessThan(9);

    expect(new Set(history.map(({ status }) => status))).toEqual(new Set(["ok"]));
    const slots = new Set(history.map(({ prompt, provider, slot }) => `${prompt} ${provider} ${slot}`));
    expect(slots.size).toBe(history.length);
    const calls = await Promise.all(
      [weekly, monthly, stable, turning, resting].map(({ promptText }) => callsOf(promptText)),
    );
    expect(calls.flat()).toHaveLength(history.length);
    expect(await all("SELECT 1 FROM provider_call")).toHaveLength(history.length);
    console.info(
      "90 days:",
      JSON.stringify({
        runs: history.length,
        perProvider,
        ticks: ticks(startAt).length,
        ticksWithRuns: perTick.length,
        daysUntilAllSaw: Math.round(days * 10) / 10,
      }),
    );
  },
);
