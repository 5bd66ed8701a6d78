import { describe, expect, it } from "vitest";
import { openDb } from "../../../src/db/client";
import type { Bindings } from "../../../src/env";
import { findRun } from "../../../src/audit/repo";
import { watchRun, type RunEvent } from "../../../src/audit/runs/watch/watch-run";
import {
  call,
  callRaw,
  env,
  html,
  newAccount,
  newSite,
  until,
  type TestAccount,
  type TestSite,
} from "../support/api.ts";

/** A site whose audit takes some seconds, and the row of its run. */
async function slowAudit(delayMs = 500): Promise<{ account: TestAccount; site: TestSite; runId: string }> {
  const links = Array.from({ length: 30 }, (_, i) => `<a href="/${i}">page ${i}</a>`).join(" ");
  const site = await newSite({ "/": { body: html({ body: links }) }, "*": { body: html(), delayMs } });
  const account = await newAccount("pro", [site.host]);
  const json = { domain: site.host, urls: [`${site.origin}/`], mode: "follow", allowSampling: false };
  const { runId } = (await call("POST", "/api/seo-spider/runs", { headers: account.auth, json })).body;
  return { account, site, runId };
}

/** The bindings, with a count of what goes to D1 and to the domain's object. */
function counting() {
  const calls = { d1: 0, object: 0 };
  const DB = new Proxy(env.DB, {
    get(target, name) {
      if (name === "prepare") calls.d1++;
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  const getByName = (name: string) => {
    calls.object++;
    return env.DOMAIN_AUDIT.getByName(name);
  };
  return { calls, bindings: { ...env, DB, DOMAIN_AUDIT: { getByName } } as unknown as Bindings };
}

async function eventsOf(events: AsyncIterable<RunEvent>): Promise<RunEvent[]> {
  const all: RunEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

describe("watching a run", () => {
  it("costs one call and two queries a watcher, however long it takes, and ends with `end` for each", async () => {
    const { runId } = await slowAudit();
    const row = (await findRun(openDb(env.DB), runId))!;
    const { calls, bindings } = counting();
    const startedAt = Date.now();
    const watchers = await Promise.all(Array.from({ length: 5 }, () => eventsOf(watchRun(bindings, row))));
    const took = Date.now() - startedAt;
    console.log(`5 watchers for ${took} ms: ${calls.d1} queries, ${calls.object} calls of the object`);
    expect(took).toBeGreaterThan(2_500);
    expect(calls.object).toBeLessThanOrEqual(10);
    expect(calls.d1).toBeLessThanOrEqual(10);
    for (const events of watchers) {
      expect(events.filter(({ event }) => event === "progress").length).toBeGreaterThan(3);
      expect(events.at(-1)).toMatchObject({ event: "end", data: { runId, status: "success", pagesCrawled: 31 } });
    }
  });

  it("of a finished run is `end` at once", async () => {
    const { runId, account } = await slowAudit(0);
    await until(async () => (await findRun(openDb(env.DB), runId))!.completedAt);
    const { body } = await call("GET", `/api/seo-spider/runs/${runId}/progress`, { headers: account.auth });
    expect(body).toMatch(/^retry: \d+\n\nid: \d+\nevent: end\ndata: \{"runId":/);
  });

  it("goes on when the object is replaced, and with a reader that leaves and comes back", async () => {
    const { runId, account } = await slowAudit();
    const row = (await findRun(openDb(env.DB), runId))!;
    let broken = 0;
    const breaking = {
      getByName: (name: string) => ({
        watch: (id: string) => {
          if (broken++ === 0) throw new Error("the object was moved");
          return env.DOMAIN_AUDIT.getByName(name).watch(id);
        },
      }),
    };
    const path = `/api/seo-spider/runs/${runId}/progress`;
    const left = (await callRaw(path, account.auth)).body!.getReader();
    await left.read();
    await left.cancel();
    const [events, again] = await Promise.all([
      eventsOf(watchRun({ ...env, DOMAIN_AUDIT: breaking } as unknown as Bindings, row)),
      call("GET", path, { headers: { ...account.auth, "last-event-id": "1" } }),
    ]);
    expect(events.map(({ event }) => event)).toEqual(expect.arrayContaining(["progress", "end"]));
    expect(again.body).toMatch(/event: progress\n[^]*event: end\n/);
  });
});
