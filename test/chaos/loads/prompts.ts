import { startStandIn, type StandIn } from "../../../demo/stand-in/server.ts";
import { judgeStrictly } from "../../support/strict-providers.ts";
import { ask } from "../../support/service.ts";
import { rowsOf } from "../stored.ts";
import { attempt, holds, insist, needAccount, pause, type Load, type World } from "../world.ts";

const DOMAIN = "shop.example";
/** docs/prompts.md: a run is tried at most five times. */
const MOST_ATTEMPTS = 5;
const PROVIDERS = 4;
/** A call that was under way when its prompt was deleted may still arrive. */
const GRACE_MS = 5_000;

interface Run {
  id: string;
  text: string;
  status: string;
  attempts: number;
  code: string | null;
}

export interface Providers {
  standIn: StandIn;
  /** Each question that arrived, and when. */
  arrived: Array<{ question: string; at: number }>;
}

/** One call in twenty fails, so that retries are in progress too when a fault comes. */
export async function startProviders(random: () => number): Promise<Providers> {
  const arrived: Providers["arrived"] = [];
  const standIn = await startStandIn(0, {
    judge: judgeStrictly,
    behave: ({ question }) => {
      arrived.push({ question, at: Date.now() });
      return { kind: random() < 0.05 ? "server_error" : "complete", delayMs: 300 + random() * 500 };
    },
  });
  return { standIn, arrived };
}

/** Creates and deletes prompts. Each run asks its provider at most as often as it was booked, and ends. */
export async function prompts(world: World, { standIn, arrived }: Providers): Promise<Load> {
  const { key } = await needAccount(world, { domain: DOMAIN, brandName: "Saltmarsh Bikes" });
  const { base } = world.service;
  const random = world.random("prompts");
  const created: string[] = [];
  /** Question → when its deletion was acknowledged. */
  const deleted = new Map<string, number>();
  const url = "/api/ai-mentions/prompts";
  const list = () => ask(base, "GET", `${url}?domain=${DOMAIN}`, { headers: key });
  const idOf = async (text: string): Promise<string | null> => {
    const answer = await insist(world, list, ({ status }) => status === 200);
    return answer?.body.find((each: { promptText: string }) => each.promptText === text)?.id ?? null;
  };
  const create = async (promptText: string) => {
    const json = { action: "create", domain: DOMAIN, promptText, intent: "info" };
    // Creating is not repeatable, so a client without an answer looks first.
    do {
      const answer = await attempt(world, () => ask(base, "POST", url, { headers: key, json }));
      if (answer?.status === 200) return;
      await pause(150);
    } while ((await idOf(promptText)) === null);
  };
  const remove = async (text: string) => {
    const id = await idOf(text);
    if (id === null) return;
    const json = { action: "delete", domain: DOMAIN, id };
    const post = () => ask(base, "POST", url, { headers: key, json });
    if (await insist(world, post, ({ status }) => status === 204 || status === 404)) deleted.set(text, Date.now());
  };
  const summary = async () => {
    const runs = () => ask(base, "GET", `/api/ai-mentions/runs?domain=${DOMAIN}`, { headers: key });
    return (await attempt(world, runs))?.body?.summary;
  };
  return {
    async work() {
      while (!world.isOver()) {
        const text = `Question ${created.length}`;
        await create(text);
        created.push(text);
        if (random() < 0.2) await remove(created[Math.floor(random() * created.length)]!);
        await pause(1_500 + random() * 3_000);
      }
    },
    async findings() {
      const wrong: string[] = [];
      const hasEnded = async () => {
        const found = await summary();
        return found !== undefined && found.total === found.byStatus.ok + found.byStatus.error;
      };
      if (!(await holds(hasEnded, 600_000)))
        wrong.push(`runs that do not end: ${JSON.stringify((await summary())?.byStatus)}`);
      const found = rowsOf<Run>(
        world.service,
        "SELECT r.id, p.prompt_text AS text, r.status, r.attempts, r.error_code AS code FROM prompt_run r JOIN prompt p ON p.id = r.prompt_id",
      );
      const byText = Map.groupBy(found, ({ text }) => text);
      for (const text of created.filter((each) => !deleted.has(each)))
        if ((byText.get(text)?.length ?? 0) < PROVIDERS) wrong.push(`${text}: ${byText.get(text)?.length ?? 0} runs`);
      const twice = rowsOf(world.service, "SELECT prompt_text AS text FROM prompt GROUP BY 1 HAVING count(*) > 1");
      if (twice.length > 0) wrong.push(`prompts made twice: ${JSON.stringify(twice)}`);
      for (const text of deleted.keys()) if (byText.has(text)) wrong.push(`${text} was deleted and has runs`);

      const booked = new Map(
        rowsOf<{ id: string; n: number; ok: number }>(
          world.service,
          "SELECT run_id AS id, count(*) AS n, sum(coalesce(outcome = 'ok', 0)) AS ok FROM provider_call GROUP BY run_id",
        ).map((row) => [row.id, row]),
      );
      const asked = Map.groupBy(standIn.log, ({ headers }) => String(headers["idempotency-key"]).split(":")[0]!);
      for (const [id, calls] of asked) {
        const { n, ok } = booked.get(id) ?? { n: 0, ok: 0 };
        const isRight = calls.length <= n && n <= MOST_ATTEMPTS && ok <= 1;
        if (!isRight) wrong.push(`run ${id}: ${calls.length} calls, ${n} booked, ${ok} answered`);
      }
      const late = arrived.filter(({ question, at }) => at > (deleted.get(question) ?? Infinity) + GRACE_MS);
      if (late.length > 0) wrong.push(`${late.length} questions asked after their deletion`);
      const errors = Map.groupBy(
        found.filter(({ status }) => status === "error"),
        ({ code }) => String(code),
      );
      const failed = [...errors].map(([code, runs]) => `, ${runs.length} ${code}`).join("");
      const ok = found.filter(({ status }) => status === "ok").length;
      const calls = `${standIn.log.length} calls for ${asked.size} runs`;
      return [
        {
          what: "prompt runs: all end, none is asked more often than booked",
          count: `${created.length} prompts, ${deleted.size} deleted; ${ok} ok${failed}; ${calls}`,
          wrong,
        },
      ];
    },
  };
}
