import { systemCaller } from "../../../src/accounts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../src/lib/time/time";
import { loadWordFiles } from "../../support/words.setup";
import { runsWithAnswers } from "../../../src/mentions/answers/runs-with-answers";
import { createPrompt } from "../../../src/mentions/prompts/create-prompt";
import { keepAnswers } from "../../../src/mentions/prompts/keep-answers";
import { query } from "../platform/d1";
import { serveHost } from "../platform/network";
import { addAccount, addDomain, SimulatedService } from "../platform/service";
import { Broken, NO_FAULTS, type World } from "../world";
import type { Simulation } from "./area";

const PROVIDERS = ["chatgpt", "perplexity"] as const;
const HOSTS = ["api.openai.com", "api.perplexity.ai"];
const OPEN = ["queued", "running", "answered"];

interface StoredRun {
  id: string;
  status: string;
  slot: string;
  attempts: number;
  finishedAt: number | null;
}

/** Loads what analyses read, once. */
export const loadPromptWords = loadWordFiles;

/** Prompts are asked when they are due: each slot once, no call without a booking, no answer lost once it is accepted. */
export function simulatePrompts(world: World): Simulation {
  const limits = { answersPerDay: world.int(2, 10) };
  const service = new SimulatedService({ OPENAI_API_KEY: "sk-openai-key", PERPLEXITY_API_KEY: "pplx-key" });
  addAccount("acc", "pro", limits);
  addDomain("dom", "acc", "dom.example", { brand_name: "Acme" });
  addOwner(world);
  /** What providers said, by run. */
  const said = new Map<string, string[]>();
  const told = { requests: 0, ends: new Map<string, string>(), created: 0 };
  for (const host of HOSTS) answerAt(world, host, said, told);

  const caller = systemCaller({ id: "acc", plan: "pro", limitOverrides: limits } as never, "dom.example", "sim");
  const create = () => {
    const body = {
      domain: "dom.example",
      promptText: "Which brand is best?",
      intent: "info",
      providers: PROVIDERS.slice(0, world.int(1, 2)),
      tags: "",
      personaLocation: "{}",
      monitorInterval: world.pick(["dynamic", "weekly"]),
    };
    const creating = service.worker("api", () => createPrompt(service.env, caller, body as never, Date.now()));
    creating.then(
      () => told.created++,
      () => undefined,
    );
  };
  const spanMs = world.pick([5 * MINUTE_MS, 30 * HOUR_MS]);
  for (let prompts = world.int(1, 2); prompts > 0; prompts--) world.later(world.int(0, MINUTE_MS), null, create);
  for (let ticks = world.int(1, 4); ticks > 0; ticks--)
    world.later(world.int(0, spanMs), null, () => service.tick(["scheduleDuePrompts", "sweepRuns"]));
  for (const provider of PROVIDERS) service.queue(`crawlready-prompts-${provider}`).lost = world.pick([0, 0.3]);

  const runs = () => query<StoredRun>("SELECT id, status, slot, attempts, finished_at AS finishedAt FROM prompt_run");
  return {
    service,
    faultsMs: spanMs + MINUTE_MS,
    settlesMs: DAY_MS,
    tick: () => service.tick(["sweepRuns"]),
    check: () => {
      const [{ n }] = query<{ n: number }>("SELECT count(*) AS n FROM provider_call") as [{ n: number }];
      const [{ judged }] = query<{ judged: number }>("SELECT count(*) AS judged FROM analysis_call") as [
        { judged: number },
      ];
      if (told.requests > n + judged)
        throw new Broken(`${told.requests} requests to providers, and ${n + judged} booked`);
      const days = query<{ day: string; n: number }>("SELECT day, count(*) AS n FROM provider_call GROUP BY day");
      for (const { day, n } of days)
        if (n > limits.answersPerDay) throw new Broken(`${n} calls on ${day}, with ${limits.answersPerDay} allowed`);
      const [{ spent }] = query<{ spent: number }>(
        "SELECT coalesce(sum(amount), 0) AS spent FROM service_usage WHERE kind = 'ai_calls'",
      ) as [{ spent: number }];
      if (spent !== n) throw new Broken(`the service counts ${spent} calls of ${n}`);
      for (const { id, status, finishedAt } of runs()) {
        const end = OPEN.includes(status) ? undefined : `${status} ${finishedAt}`;
        if (told.ends.has(id) && told.ends.get(id) !== end) throw new Broken(`${id} ended twice`);
        if (end !== undefined) told.ends.set(id, end);
      }
    },
    isSettled: () => runs().every(({ status }) => !OPEN.includes(status)) && service.openMessages === 0,
    end: async () => {
      const ended = new Map(runs().map((run) => [run.id, run]));
      const isLearnt = () => readAll(world, service, ended, said);
      await isLearnt();
      // Days later the runs leave D1, and later still their answers leave the object.
      world.faults = { ...NO_FAULTS, before: 0.1, after: 0.1, crash: 0.05 };
      for (const days of [14, 45, 45, 46]) {
        const keeping = service.worker("upkeep", () => keepAnswers(service.env, world.now + days * DAY_MS));
        await keeping.catch(() => undefined);
      }
      world.faults = NO_FAULTS;
      await isLearnt();
      await service.worker("upkeep", () => keepAnswers(service.env, world.now + 46 * DAY_MS));
      await isLearnt();
    },
  };
}

/** Every run that ended is listed once, with the answer that its provider gave. */
async function readAll(
  world: World,
  service: SimulatedService,
  ended: ReadonlyMap<string, StoredRun>,
  said: ReadonlyMap<string, string[]>,
): Promise<void> {
  const { runs } = await runsWithAnswers(service.env, { domainId: "dom" }, { limit: 1_000, after: undefined });
  const ids = runs.map(({ run }) => run.id);
  if (new Set(ids).size < ids.length) throw new Broken(`a run is listed twice: ${ids.join(" ")}`);
  for (const { id } of ended.values()) if (!ids.includes(id)) throw new Broken(`the run ${id} is gone`);
  for (const { run, answer, analysis } of runs) {
    if (run.status !== "ok") continue;
    world.note(`${run.id} says ${answer?.text}`);
    if (!answer || !analysis) throw new Broken(`the answer of ${run.id} is gone`);
    if (!said.get(run.id)?.includes(answer.text)) throw new Broken(`${run.id} has an answer that nobody gave`);
  }
}

function addOwner(world: World): void {
  query(
    "INSERT INTO user (id, name, email, email_verified, created_at, updated_at) VALUES ('u', 'u', 'u@dom.example', 1, ?1, ?1)",
    world.now,
  );
  query("INSERT INTO membership (account_id, user_id, role, created_at) VALUES ('acc', 'u', 'owner', ?1)", world.now);
}

/** A provider that is slow, refuses or breaks now and then while there are faults. */
function answerAt(world: World, host: string, said: Map<string, string[]>, told: { requests: number }): void {
  const trouble = world.pick([0, 0.2, 0.6]);
  serveHost(host, async (request) => {
    told.requests++;
    const [runId = "", judges] = request.headers.get("idempotency-key")!.split(":");
    if (judges === "judgement") return Response.json({ error: { message: "no judge today" } }, { status: 400 });
    const [run] = query<{ status: string }>("SELECT status FROM prompt_run WHERE id = ?1", runId);
    if (run && !OPEN.slice(0, 2).includes(run.status))
      throw world.breaks(`${runId} is asked again, and is ${run.status}`);
    if (world.chance(0.3))
      await new Promise<void>((resolve) => void world.later(world.int(1_000, 50_000), null, resolve));
    if (world.faults.before + world.faults.after > 0 && world.chance(trouble)) {
      const status = world.pick([429, 500, 503, 400]);
      return Response.json({ error: { message: "no", code: "x" } }, { status, headers: { "retry-after": "3" } });
    }
    const text = `Acme is a good brand, answer ${told.requests}.`;
    said.set(runId, [...(said.get(runId) ?? []), text]);
    return Response.json({
      id: "resp_1",
      status: "completed",
      model: "gpt",
      output: [
        { type: "web_search_call", status: "completed", action: { type: "search", queries: ["sample"] } },
        { type: "search_results", queries: ["sample"], results: [] },
        { type: "message", role: "assistant", content: [{ type: "output_text", text, annotations: [] }] },
      ],
      usage: { input_tokens: 5, output_tokens: 5 },
    });
  });
}
