import { readdirSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startStandIn, type StandIn } from "../../demo/stand-in/server.ts";
import { ask, seedAccount, startService, type Service } from "../support/service.ts";
import { judgeStrictly, strictVariables } from "../support/strict-providers.ts";

const PROMPTS = 50;
const RUNS = PROMPTS * 4;
const KILLS = 5;
/** Each provider's queue hands out five messages at once. */
const IN_FLIGHT = 20;
const DOMAIN = "shop.example";

interface Row {
  id: string;
  status: string;
  attempts: number;
}

function query<T>(service: Service, sql: string): T[] {
  const folder = path.join(service.stateDir, "v3", "d1", "miniflare-D1DatabaseObject");
  const file = readdirSync(folder).find((name) => name.endsWith(".sqlite") && name !== "metadata.sqlite");
  const database = new DatabaseSync(path.join(folder, file!), { readOnly: true });
  try {
    return database.prepare(sql).all() as T[];
  } finally {
    database.close();
  }
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe(`a service that is killed repeatedly during ${RUNS} prompt runs`, () => {
  let standIn: StandIn;
  let service: Service;
  beforeAll(async () => {
    standIn = await startStandIn(0, {
      judge: judgeStrictly,
      // One in twenty fails, so that retries are in progress too when the service is killed.
      behave: () => ({ kind: Math.random() < 0.05 ? "server_error" : "complete", delayMs: 300 + Math.random() * 500 }),
    });
    service = await startService({
      AI_TIMEOUT_SECONDS: "3",
      ANALYSIS_PROVIDER: "off",
      ...strictVariables(standIn.baseUrls),
    });
  });
  afterAll(async () => {
    await service.dispose();
    await standIn.close();
  });

  it("loses no run, bills none twice, and completes all", async () => {
    const auth = await seedAccount(service.base, { domain: DOMAIN, brandName: "Saltmarsh Bikes" });
    for (let i = 0; i < PROMPTS; i++) {
      const json = { action: "create", domain: DOMAIN, promptText: `Question ${i}`, intent: "info" };
      expect((await ask(service.base, "POST", "/api/ai-mentions/prompts", { headers: auth, json })).status).toBe(200);
    }
    const tick = () =>
      ask(
        service.base,
        "GET",
        `/cdn-cgi/handler/scheduled?cron=${encodeURIComponent("*/15 * * * *")}&time=${Date.now()}`,
      );
    for (let kill = 0; kill < KILLS; kill++) {
      await wait(200 + Math.random() * 1_200);
      await service.kill();
      await service.restart();
      await tick();
    }
    const status = async () =>
      (await ask(service.base, "GET", `/api/ai-mentions/runs?domain=${DOMAIN}`, { headers: auth })).body.summary;
    const endAt = Date.now() + 150_000;
    for (let summary = await status(); summary.byStatus.ok + summary.byStatus.error < RUNS; summary = await status()) {
      expect(Date.now(), JSON.stringify(summary)).toBeLessThan(endAt);
      await wait(2_000);
      await tick();
    }
    await service.stop();

    const runs = query<Row>(service, "SELECT id, status, attempts FROM prompt_run");
    expect(runs).toHaveLength(RUNS);
    expect(runs.filter((run) => run.status !== "ok")).toEqual([]);
    const booked = query<{ runId: string; n: number; answered: number }>(
      service,
      "SELECT run_id AS runId, count(*) AS n, sum(outcome = 'ok') AS answered FROM provider_call GROUP BY run_id",
    );
    expect(booked).toHaveLength(RUNS);
    const received = Map.groupBy(standIn.log, ({ headers }) => String(headers["idempotency-key"]).split(":")[0]!);
    for (const { runId, n, answered } of booked) {
      expect(answered, "one answer is stored and billed per run").toBeLessThanOrEqual(1);
      expect(received.get(runId)!.length, "no call without its booking").toBeLessThanOrEqual(n);
    }
    // A call interrupted by the crash may have been answered. It is repeated with the same idempotency key.
    const calls = standIn.log.length;
    const unsettled = query(service, "SELECT 1 FROM provider_call WHERE outcome IS NULL").length;
    expect(unsettled).toBeLessThanOrEqual(KILLS * IN_FLIGHT);
    console.info(
      `${RUNS} runs, ${KILLS} kills: ${calls} calls, ${received.size} idempotency keys, ${unsettled} calls cut off`,
    );
  }, 240_000);
});
