import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { generatedFacts } from "../../support/answer-history.ts";
import { API_PROVIDERS } from "../../../src/lib/ai-providers.ts";
import { openDb } from "../../../src/db/client.ts";
import { beginPack } from "../../../src/mentions/answers/pack-rows.ts";
import { exportedAnswers } from "../../../src/mentions/index.ts";
import { answerPrompt } from "../../../src/mentions/ask/answer-prompt.ts";
import { replayBatch } from "../../../src/mentions/analyse/replay-analysis.ts";
import { packedJson } from "../../../src/mentions/answers/stored-answer.ts";
import { keepAnswers } from "../../../src/mentions/prompts/keep-answers.ts";
import { answerState } from "../../../src/mentions/repo/domain-answers.ts";
import { purgeDomain } from "../../../src/jobs/purge-domain.ts";
import { call, env, newAccount, until, type TestAccount } from "../support/api.ts";
import { addBrand, seedAnswers, seedPrompts } from "../support/seed-answers.ts";
import { bytesPerCopy, UUID } from "../support/stored-bytes.ts";
import { storedRun } from "../support/stored-run.ts";
import { callsOf } from "../support/stand-in.ts";

const DAY_MS = 86_400_000;
const NOW = Math.floor(Date.now() / DAY_MS) * DAY_MS + 43_200_000;
const day = (at: number) => new Date(at).toISOString().slice(0, 10);

const objectOf = (domainId: string) => env.DOMAIN_ANSWERS.getByName(domainId);
const inObject = (domainId: string, query: string) =>
  runInDurableObject(objectOf(domainId), (_, { storage }) => storage.sql.exec<Record<string, any>>(query).toArray());
const filesOf = async (domainId: string) =>
  (await env.ARCHIVE.list({ prefix: `answers/${domainId}/` })).objects.map(({ key }) => key);
const inD1 = (domainId: string) =>
  env.DB.prepare("SELECT count(*) AS n FROM prompt_run WHERE domain_id = ?").bind(domainId).first<number>("n");

/** Fires the object's alarm until nothing is left to do. */
async function alarms(domainId: string): Promise<void> {
  while (await runDurableObjectAlarm(objectOf(domainId)));
}

let serial = 0;
interface World {
  account: TestAccount;
  domain: string;
  domainId: string;
  promptIds: string[];
}

/** A domain with 400 analysed answers to three prompts, of the last `days` days. */
async function history(days: number, runs = 400): Promise<World> {
  const account = await newAccount("pro");
  const domain = `kept-${++serial}.example`;
  const competitors = [{ name: "Alpha", siteUrl: "https://alpha.com" }];
  const domainId = await addBrand(account, { domain, brandName: "Own", competitors });
  const promptIds = [0, 1, 2].map((i) => `${domain}-${i}`);
  await seedPrompts(account.accountId, domainId, promptIds);
  const facts = generatedFacts(runs, 3, days, NOW).map((fact) =>
    Object.assign(fact, {
      runId: `00000000-0000-4000-8000-${`${serial}`.padStart(4, "0")}${fact.runId.slice(-6).padStart(8, "0")}`,
      promptId: promptIds[Number(fact.promptId.slice(-1))]!,
    }),
  );
  await seedAnswers(account.accountId, domainId, facts);
  return { account, domain, domainId, promptIds };
}

const keep = async (now: number, bindings: object = env) => {
  for (let after: string | null = null; ;) {
    after = await keepAnswers({ ...env, ...bindings }, now, after);
    if (after === null) return;
  }
};

/** Everything that the API says of a domain's answers. */
async function seen({ account, domain, domainId, promptIds }: World) {
  const get = async (path: string) => (await call("GET", `/api/ai-mentions/${path}`, { headers: account.auth })).body;
  const runs: any[] = [];
  let summary: unknown;
  for (let cursor = ""; ;) {
    const part = await get(`runs?domain=${domain}&limit=150${cursor}`);
    summary ??= part.summary;
    runs.push(...part.runs);
    if (part.nextCursor === null) break;
    cursor = `&cursor=${part.nextCursor}`;
  }
  const from = day(NOW - 50 * DAY_MS);
  const range = `from=${day(NOW - 45 * DAY_MS)}&to=${day(NOW - 5 * DAY_MS)}`;
  const exported: object[] = [];
  for await (const rows of exportedAnswers(env, domainId)) exported.push(...rows);
  return {
    runs,
    summary,
    exported,
    ofPrompt: await get(`runs?domain=${domain}&promptId=${promptIds[1]}&provider=claude&${range}`),
    one: await get(`runs?domain=${domain}&runId=${runs.at(-1).id}`),
    csv: await get(`runs?domain=${domain}&format=csv`),
    stats: await get(`prompt-stats?domain=${domain}&from=${from}`),
    statsOfRange: await get(`prompt-stats?domain=${domain}&provider=gemini&${range}`),
  };
}

describe("an answer's way", () => {
  it("from D1 to the object and to R2 changes nothing that the API says", { timeout: 120_000 }, async () => {
    const world = await history(50);
    const { domainId } = world;
    const before = await seen(world);
    expect(before.runs).toHaveLength(400);
    expect(before.runs.every(({ rawResponse }) => rawResponse.length === 2000)).toBe(true);

    await keep(NOW);
    const { settledTo } = await answerState(openDb(env.DB), domainId);
    expect(settledTo).toBe(day(NOW - 10 * DAY_MS));
    const recent = before.runs.filter(({ dateUtc }) => dateUtc > settledTo);
    expect(await inD1(domainId)).toBe(recent.length);
    expect(await seen(world)).toEqual(before);

    await alarms(domainId);
    const [bodies] = await inObject(domainId, "SELECT sum(answer IS NULL) AS gone, count(*) AS n FROM answer");
    const old = before.runs.filter(({ dateUtc }) => dateUtc <= day(NOW - 30 * DAY_MS));
    expect(bodies).toEqual({ gone: old.length, n: 400 });
    expect((await filesOf(domainId)).length, "one file a day").toBe(new Set(old.map(({ dateUtc }) => dateUtc)).size);
    expect(await seen(world)).toEqual(before);

    // Repeating all of it does no harm.
    await keep(NOW);
    await alarms(domainId);
    expect(await seen(world)).toEqual(before);
  });

  it("is safe when its worker dies between the object and D1", async () => {
    const world = await history(40);
    const before = await seen(world);
    const dies = new Proxy(env.DB, {
      get: (database, name) =>
        name === "batch"
          ? (statements: Array<{ statement?: string }>) =>
              statements.length === 3 ? Promise.reject(new Error("died")) : database.batch(statements as never)
          : (database[name as keyof D1Database] as () => unknown).bind(database),
    });
    await keep(NOW, { DB: dies });
    const [settled] = await inObject(world.domainId, "SELECT count(status) AS n FROM answer");
    expect(settled!.n).toBeGreaterThan(0);
    expect(await inD1(world.domainId)).toBe(400);
    expect(await seen(world)).toEqual(before);
    await keep(NOW);
    expect(await inD1(world.domainId)).toBeLessThan(400);
    expect(await seen(world)).toEqual(before);
  });

  it("leaves no file behind when the object dies while it writes one", async () => {
    const { domainId } = await history(50);
    await keep(NOW);
    await alarms(domainId);
    const files = await filesOf(domainId);
    const key = `${day(NOW - 40 * DAY_MS)}/died`;
    await runInDurableObject(objectOf(domainId), async (_, { storage }) => {
      beginPack(storage.sql, { key, day: key.slice(0, 10) });
      await storage.setAlarm(Date.now() + DAY_MS);
    });
    await env.ARCHIVE.put(`answers/${domainId}/${key}`, "half");
    await alarms(domainId);
    expect(await filesOf(domainId)).toEqual(files);
  });
});

describe("a replay", () => {
  it("reads answers of all ages, and its analyses follow their answers to R2", { timeout: 60_000 }, async () => {
    const world = await history(50);
    await keep(NOW);
    await alarms(world.domainId);
    const files = await filesOf(world.domainId);
    await env.DB.prepare("UPDATE domain SET brand_name = '00', competitors = '[]' WHERE id = ?")
      .bind(world.domainId)
      .run();
    const sent: Array<{ fromDay: string }> = [];
    const queue = { send: (job: { fromDay: string }) => void sent.push(job) };
    const bindings = { ...env, ANALYSIS_QUEUE: queue } as unknown as typeof env;
    await replayBatch(bindings, world.domainId);
    while (sent.length > 0) await replayBatch(bindings, world.domainId, sent.shift()!.fromDay);
    const after = await seen(world);
    expect(new Set(after.runs.map(({ competitorMentions }) => competitorMentions))).toEqual(new Set(["[]"]));
    expect(after.runs.every(({ analysisText }) => analysisText.startsWith("00 "))).toBe(true);
    const [keys] = await inObject(world.domainId, "SELECT count(DISTINCT rules_key) AS n FROM answer");
    expect(keys).toEqual({ n: 1 });
    expect((await answerState(openDb(env.DB), world.domainId)).rulesKey).not.toBe("");
    await alarms(world.domainId);
    expect(
      await inObject(world.domainId, "SELECT 1 FROM answer WHERE pack IS NOT NULL AND analysis IS NOT NULL"),
    ).toEqual([]);
    const rewritten = await filesOf(world.domainId);
    expect(rewritten).toHaveLength(files.length);
    expect(
      rewritten.filter((key) => files.includes(key)),
      "files are written anew",
    ).toEqual([]);
    expect(await seen(world)).toEqual(after);
  });
});

describe("what is deleted", () => {
  it("leaves nothing of a prompt, and all of the others", { timeout: 60_000 }, async () => {
    const world = await history(50);
    const { account, domain, domainId, promptIds } = world;
    await keep(NOW);
    await alarms(domainId);
    const size = async () =>
      (await env.ARCHIVE.list({ prefix: `answers/${domainId}/` })).objects.reduce((sum, { size: n }) => sum + n, 0);
    const [before, bytes] = [await seen(world), await size()];
    const json = { action: "delete", domain, id: promptIds[0] };
    expect((await call("POST", "/api/ai-mentions/prompts", { headers: account.auth, json })).status).toBe(204);
    await alarms(domainId);
    const others = before.runs.filter(({ promptId }) => promptId !== promptIds[0]);
    expect((await seen(world)).runs).toEqual(others);
    expect(await inObject(domainId, "SELECT 1 FROM answer WHERE prompt_id LIKE '%-0'")).toEqual([]);
    const [kept] = await inObject(domainId, "SELECT sum(answer_length + analysis_length) AS n FROM answer");
    expect(await size(), "files have only what is left").toBe(kept!.n);
    expect(kept!.n).toBeLessThan(bytes);
  });

  it("is not shown if the worker dies after D1, and goes with the next day's tick", async () => {
    const world = await history(50);
    const { account, domain, domainId, promptIds } = world;
    await keep(NOW);
    await env.DB.batch([
      env.DB.prepare("DELETE FROM prompt WHERE id = ?").bind(promptIds[0]),
      env.DB.prepare("UPDATE domain_answers SET gone = json_array(?) WHERE domain_id = ?").bind(promptIds[0], domainId),
    ]);
    const { body } = await call("GET", `/api/ai-mentions/runs?domain=${domain}`, { headers: account.auth });
    expect(body.runs.filter((run: any) => run.promptId === promptIds[0])).toEqual([]);
    expect(body.summary.total).toBe(body.runs.length);
    const { body: stats } = await call(
      "GET",
      `/api/ai-mentions/prompt-stats?domain=${domain}&from=${day(NOW - 60 * DAY_MS)}`,
      {
        headers: account.auth,
      },
    );
    expect(stats.summary.totalResponses).toBe(body.runs.length);
    await keep(NOW);
    expect(await inObject(domainId, "SELECT 1 FROM answer WHERE prompt_id LIKE '%-0'")).toEqual([]);
    expect((await answerState(openDb(env.DB), domainId)).gone).toEqual([]);
  });

  it("leaves nothing of a domain, and all of another", { timeout: 60_000 }, async () => {
    const [gone, other] = [await history(50), await history(50)];
    await keep(NOW);
    for (const { domainId } of [gone, other]) await alarms(domainId);
    const before = await seen(other);
    await env.DB.prepare("UPDATE domain SET verified_at = NULL, deleted_at = 1 WHERE id = ?").bind(gone.domainId).run();
    await purgeDomain(env, { domainId: gone.domainId, last: true }, NOW);
    expect(await filesOf(gone.domainId)).toEqual([]);
    expect(await inD1(gone.domainId)).toBe(0);
    const tables = await inObject(gone.domainId, "SELECT name FROM sqlite_master WHERE name = 'answer'");
    expect(tables).toEqual([]);
    // A worker that is late writes into nothing.
    const body = { body: new Uint8Array([1]), size: 1 };
    const late = {
      day: day(NOW),
      createdAt: NOW,
      runId: "late",
      promptId: "p",
      provider: "claude",
      attempt: 1,
    } as const;
    await objectOf(gone.domainId).saveAnswer({ ...late, model: null, search: null, answer: body });
    expect(await inObject(gone.domainId, "SELECT name FROM sqlite_master WHERE name = 'answer'")).toEqual([]);
    expect(await seen(other)).toEqual(before);
  });

  it("goes on with the other files if one is missing", async () => {
    const { domainId } = await history(50);
    await keep(NOW);
    await alarms(domainId);
    const before = await filesOf(domainId);
    expect(before.length).toBeGreaterThan(2);
    await inObject(domainId, "UPDATE pack SET due = 1");
    await runInDurableObject(objectOf(domainId), (_object, { storage }) => storage.setAlarm(Date.now()));
    const [first] = await inObject(domainId, "SELECT key FROM pack WHERE due = 1 LIMIT 1");
    const missing = `answers/${domainId}/${first!["key"]}`;
    await env.ARCHIVE.delete(missing);
    await alarms(domainId);
    expect(await inObject(domainId, "SELECT key FROM pack WHERE due = 1")).toEqual([]);
    const after = await filesOf(domainId);
    expect(after).toHaveLength(before.length - 1);
    expect(after.filter((key) => before.includes(key))).toEqual([]);
  });

  it("by age leaves no file of an earlier day", async () => {
    const { domainId } = await history(50);
    await keep(NOW);
    await alarms(domainId);
    const later = NOW + (365 - 40) * DAY_MS;
    await keep(later);
    await alarms(domainId);
    const firstDay = day(NOW - 40 * DAY_MS);
    expect(await inObject(domainId, `SELECT 1 FROM answer WHERE day < '${firstDay}'`)).toEqual([]);
    const days = (await filesOf(domainId)).map((key) => key.split("/")[2]!);
    expect(days.length).toBeGreaterThan(0);
    expect(days.filter((each) => each < firstDay)).toEqual([]);
  });
});

describe("what comes late", () => {
  it("replaces no answer of a later request or of a run that has ended, and no newer analysis", async () => {
    const domainId = await addBrand(await newAccount("pro"), { domain: `late-${++serial}.example` });
    const object = objectOf(domainId);
    const key = { day: day(NOW), createdAt: NOW, runId: "late" };
    const ask = { ...key, promptId: "p", provider: "claude" } as const;
    const answer = (attempt: number) =>
      object.saveAnswer({ ...ask, attempt, model: null, search: null, answer: packedJson({ attempt }) });
    const numbers = { position: 0, sentiment: 0, toneFound: 0 };
    const lists = { ownUrls: "[]", competitors: "[]", cited: "[]" };
    const analyse = (rulesKey: string, replaces: { attempt: number } | { revision: number }) =>
      object.saveAnalyses([{ row: { ...key, ...numbers, ...lists, rulesKey, analysis: packedJson({}) }, replaces }]);
    const stored = async () => (await inObject(domainId, "SELECT attempt, rules_key FROM answer"))[0];

    await answer(2);
    await answer(1);
    expect(await stored()).toEqual({ attempt: 2, rules_key: null });
    expect(await analyse("second", { attempt: 2 })).toBe(1);
    expect(await analyse("first", { attempt: 1 })).toBe(0);
    expect(await stored()).toEqual({ attempt: 2, rules_key: "second" });
    // Two replays that read the same analysis.
    expect(await analyse("replay", { revision: 1 })).toBe(1);
    expect(await analyse("other replay", { revision: 1 })).toBe(0);
    await object.settle(key.day, [{ ...ask, status: "ok", answeredBy: 2, run: "{}" }]);
    await answer(3);
    expect(await analyse("third", { attempt: 3 })).toBe(0);
    expect(await stored()).toEqual({ attempt: 2, rules_key: "replay" });
  });
});

describe("a worker that dies", () => {
  /** A busy machine may answer late, and no call may be repeated. */
  const patient = { ...env, AI_TIMEOUT_SECONDS: "30" };
  const ask = async () => {
    const domain = `dies-${++serial}.example`;
    const account = await newAccount("pro");
    const domainId = await addBrand(account, { domain, brandName: "Saltmarsh Bikes" });
    await seedPrompts(account.accountId, domainId, [`${domain}-p`]);
    const run = crypto.randomUUID();
    // Calls of the tests before may have failed often enough to pause the provider.
    await env.DB.prepare("DELETE FROM provider_breaker").run();
    await env.DB.prepare(
      `INSERT INTO prompt_run (id, account_id, domain_id, prompt_id, provider, slot, date_utc, status, created_at, deadline_at)
       VALUES (?, ?, ?, ?, 'claude', 'create', ?, 'queued', ?, ?)`,
    )
      .bind(run, account.accountId, domainId, `${domain}-p`, day(Date.now()), Date.now(), Date.now() + DAY_MS)
      .run();
    return { run, domain, domainId, account, question: `Question ${domain}-p` };
  };
  /** A database that fails from the batch with this statement on, once. */
  const failing = (pattern: RegExp) => {
    let armed = true;
    const prepared = new WeakMap<object, string>();
    return new Proxy(env.DB, {
      get(database, name) {
        if (name === "prepare")
          return (query: string) => {
            const statement = database.prepare(query);
            const bind = statement.bind.bind(statement);
            statement.bind = (...values: unknown[]) => {
              const bound = bind(...values);
              prepared.set(bound, query);
              return bound;
            };
            return statement;
          };
        if (name === "batch")
          return (statements: D1PreparedStatement[]) => {
            if (armed && statements.some((each) => pattern.test(prepared.get(each) ?? ""))) {
              armed = false;
              return Promise.reject(new Error("died"));
            }
            return database.batch(statements);
          };
        return (database[name as keyof D1Database] as () => unknown).bind(database);
      },
    });
  };
  const answers = (domainId: string) => inObject(domainId, "SELECT attempt, rules_key FROM answer");

  it("before D1 accepts its answer leaves a text that is never shown, and the next answer replaces it", async () => {
    const { run, domain, domainId, account, question } = await ask();
    const bindings = { ...patient, DB: failing(/set "status" = \?.*"answered_at"/) } as typeof env;
    await expect(answerPrompt(bindings, run, Date.now)).rejects.toThrow("died");
    expect(await answers(domainId)).toEqual([{ attempt: 1, rules_key: null }]);
    const shown = async () =>
      (await call("GET", `/api/ai-mentions/runs?domain=${domain}`, { headers: account.auth })).body.runs;
    expect(await shown()).toMatchObject([{ status: "running", rawResponse: "", model: null }]);
    expect(await answerPrompt(patient, run, () => Date.now() + 60_000)).toEqual({ done: true });
    expect(await answers(domainId)).toEqual([{ attempt: 2, rules_key: expect.any(String) }]);
    expect(await shown()).toMatchObject([{ status: "ok", attempts: 2, rawResponse: expect.stringMatching(/./) }]);
    expect(await callsOf(question)).toHaveLength(2);
  });

  it("for good leaves an error without a text, and the text goes when the run is settled", async () => {
    const { run, domainId } = await ask();
    const bindings = { ...patient, DB: failing(/set "status" = \?.*"answered_at"/) } as typeof env;
    await expect(answerPrompt(bindings, run, Date.now)).rejects.toThrow("died");
    await env.DB.prepare("UPDATE prompt_run SET attempts = 5 WHERE id = ?").bind(run).run();
    await answerPrompt(patient, run, () => Date.now() + 60_000);
    expect(await storedRun(run)).toMatchObject({ status: "error", rawResponse: "", errorCode: "interrupted" });
    await keep(Date.now() + 20 * DAY_MS);
    expect(await storedRun(run, domainId)).toMatchObject({
      status: "error",
      rawResponse: "",
      errorCode: "interrupted",
    });
    expect(await inObject(domainId, "SELECT status, answer FROM answer")).toEqual([{ status: "error", answer: null }]);
  });

  it("before D1 accepts its analysis is taken over, and nothing counts twice or early", async () => {
    const { run, domain, domainId, account, question } = await ask();
    const bindings = { ...patient, DB: failing(/set "status" = \?.*"finished_at"/) } as typeof env;
    await answerPrompt(bindings, run, Date.now);
    expect(await answers(domainId)).toEqual([{ attempt: 1, rules_key: expect.any(String) }]);
    const stats = async () =>
      (await call("GET", `/api/ai-mentions/prompt-stats?domain=${domain}`, { headers: account.auth })).body.summary;
    expect((await stats()).totalResponses).toBe(0);
    expect(await storedRun(run)).toMatchObject({ status: "answered", analysis: null });
    await answerPrompt(patient, run, () => Date.now() + 600_000);
    expect((await stats()).totalResponses).toBe(1);
    expect(await storedRun(run)).toMatchObject({ status: "ok", analysisAttempts: 2 });
    expect(await callsOf(question)).toHaveLength(1);
  });
});

describe("in D1", () => {
  it("a run takes at most 600 bytes with its indexes, and a call less than 300", async () => {
    const account = await newAccount("pro", ["bytes.example"]);
    const json = { action: "create", domain: "bytes.example", promptText: "Which bike?", intent: "info" };
    await call("POST", "/api/ai-mentions/prompts", { headers: account.auth, json });
    const made = "SELECT r.* FROM prompt_run r JOIN domain d ON d.id = r.domain_id WHERE d.domain = 'bytes.example'";
    const rows = await until(async () => {
      const { results } = await env.DB.prepare(made).all();
      return results.length === API_PROVIDERS.length && results.every(({ status }) => status === "ok") && results;
    });
    const slot = "strftime('%Y-%m-%dT%H:%M:%fZ', t.created_at / 1000 - i * 21600, 'unixepoch')";
    const ids = `(${rows.map(({ id }) => `'${id as string}'`).join(", ")})`;
    const columns = {
      id: UUID,
      slot,
      date_utc: `substr(${slot}, 1, 10)`,
      created_at: "t.created_at - i * 21600000",
    };
    const run = await bytesPerCopy(env.DB, "prompt_run", columns, `t.id IN ${ids}`, 2_000);
    const providerCall = await bytesPerCopy(env.DB, "provider_call", { run_id: UUID }, `t.run_id IN ${ids}`, 2_000);
    console.info(`bytes in D1: ${Math.round(run)} per run, ${Math.round(providerCall)} per call`);
    expect(run).toBeGreaterThan(100);
    expect(run).toBeLessThanOrEqual(600);
    expect(providerCall).toBeLessThan(300);
  });
});
