import { describe, expect, it, vi } from "vitest";
import { MAX_ANSWER_PATHS } from "../../src/analytics/domain-visits/answer-repo";
import { VISIT_STEPS } from "../../src/analytics/domain-visits/tables";
import { upgradeObject } from "../../src/db/object-schema";
import { call, env } from "./support/api.ts";
import { spiedDatabase } from "./support/spied-database.ts";
import {
  countedVisits,
  deliverVisits,
  inVisits,
  newVisits,
  visitOfBot,
  visitRows,
  withDatabase,
} from "./support/visits.ts";

describe("a counted visit", () => {
  it("writes nothing to D1, and asks it only before the domain's first visit", async () => {
    const { id } = await newVisits("no-d1.example");
    const spied = spiedDatabase(env.DB);
    await withDatabase(id, spied.database);
    const sizeBefore = await sizeOfD1();
    expect(await deliverVisits([[visitOfBot(id)]], { DB: spied.database })).toEqual([]);
    expect(spied.statements).toEqual([expect.stringMatching(/^\s*SELECT EXISTS/)]);
    spied.statements.length = 0;
    const events = Array.from({ length: 300 }, (_, i) => visitOfBot(id, { path: `/${i}` }));
    expect(
      await deliverVisits([events.slice(0, 100), events.slice(100), [events[0]!]], { DB: spied.database }),
    ).toEqual([]);
    expect(spied.statements).toEqual([]);
    expect(await sizeOfD1()).toEqual(sizeBefore);
    expect(await visitRows(id, "visit_path")).toBe(301);
    expect(await visitRows(id, "visit_seen")).toBe(301);
  });

  it("waits for its own domain's object only", async () => {
    const [{ id: down }, { id: up }] = [await newVisits("down.example"), await newVisits("up.example")];
    const messages = [
      [visitOfBot(down)],
      [visitOfBot(up)],
      [visitOfBot(down, { path: "/both" }), visitOfBot(up, { path: "/both" })],
    ];
    const objects = {
      getByName: (name: string) =>
        name === down ? { count: () => Promise.reject(new Error("overloaded")) } : env.DOMAIN_VISITS.getByName(name),
    };
    const silent = vi.spyOn(console, "error").mockImplementation(() => {});
    expect(await deliverVisits(messages, { DOMAIN_VISITS: objects })).toEqual(["m0", "m2"]);
    silent.mockRestore();
    expect([await countedVisits(down), await countedVisits(up)]).toEqual([0, 2]);
    expect(await deliverVisits([messages[0]!, messages[2]!])).toEqual([]);
    expect([await countedVisits(down), await countedVisits(up)]).toEqual([2, 2]);
  });

  it("of a domain that was deleted is dropped, and leaves nothing behind", async () => {
    const { id } = await newVisits("deleted.example");
    await deliverVisits([[visitOfBot(id)]]);
    await env.DB.prepare("UPDATE domain SET deleted_at = 1, verified_at = NULL WHERE id = ?").bind(id).run();
    await env.DOMAIN_VISITS.getByName(id).purge();
    expect(await deliverVisits([[visitOfBot(id)]])).toEqual([]);
    const left = await inVisits(id, ({ sql, kv }) => [
      ...sql.exec("SELECT name FROM sqlite_master WHERE name NOT LIKE '\\_cf%' ESCAPE '\\'").toArray(),
      ...kv.list(),
    ]);
    expect(left).toEqual([]);
  });
});

describe("answers of the origin", () => {
  const read = async (account: { auth: Record<string, string> }, domain: string, query = "") =>
    (await call("GET", `/api/analytics/answers?domain=${domain}${query}`, { headers: account.auth })).body;

  it("count once however often they are delivered, and change no number of the cache", async () => {
    const { account, domain, id } = await newVisits("answers.example");
    const origin = { servedBy: "origin", form: "robots_txt", status: 200, path: "/robots.txt" } as const;
    const events = [
      visitOfBot(id, { status: 200 }),
      visitOfBot(id, origin),
      visitOfBot(id, { ...origin, status: 503 }),
      visitOfBot(id, { ...origin, path: "/x", form: "page", status: 404 }),
    ];
    await deliverVisits([events.slice(0, 3), events]);
    await deliverVisits([events, [events[2]!, events[0]!]]);
    const report = await read(account, domain);
    expect(report.byAnswer).toEqual([
      { servedBy: "cache", form: "page", status: 200, count: 1 },
      { servedBy: "origin", form: "page", status: 404, count: 1 },
      { servedBy: "origin", form: "robots_txt", status: 200, count: 1 },
      { servedBy: "origin", form: "robots_txt", status: 503, count: 1 },
    ]);
    expect([report.total, await countedVisits(id), await visitRows(id, "visit_path")]).toEqual([4, 1, 1]);
    const summary = await call("GET", `/api/analytics/bots/summary?domain=${domain}`, { headers: account.auth });
    expect(summary.body).toMatchObject({ totalCrawlsServed: 1, totalPagesCrawled: 1 });
    const first = await read(account, domain, "&limit=1");
    expect(first.originPaths.map(({ path, count }: any) => [path, count])).toEqual([["/robots.txt", 2]]);
    const second = await read(account, domain, `&limit=1&cursor=${encodeURIComponent(first.nextCursor)}`);
    expect([second.originPaths.map(({ path }: any) => path), second.nextCursor]).toEqual([["/x"], null]);
    const csv = await read(account, domain, "&format=csv");
    expect(csv.trim().split(/\r?\n/)).toHaveLength(4);
  });

  it("have a limit of paths per day, and impostors use none of it up", async () => {
    const { account, domain, id } = await newVisits("many-answers.example");
    const events = Array.from({ length: MAX_ANSWER_PATHS + 5 }, (_, i) =>
      visitOfBot(id, { servedBy: "origin", form: "page", status: 404, path: `/${String(i).padStart(5, "0")}` }),
    );
    for (let i = 0; i < events.length; i += 100) await deliverVisits([events.slice(i, i + 100)]);
    expect(await visitRows(id, "visit_answer", "path = '(other)' AND count = 5")).toBe(1);
    expect(await visitRows(id, "visit_answer")).toBe(MAX_ANSWER_PATHS + 1);
    expect((await read(account, domain, "&limit=1")).total).toBe(events.length);
  });

  it("are counted in an object of the release before, whose visits stay", async () => {
    const { account, domain, id } = await newVisits("older-answers.example");
    await deliverVisits([[visitOfBot(id), visitOfBot(id, { servedBy: "render" })]]);
    await inVisits(id, (storage) => {
      storage.sql.exec("DROP TABLE visit_answer");
      storage.kv.put("schemaVersion", 1);
      upgradeObject(storage, VISIT_STEPS);
    });
    await deliverVisits([[visitOfBot(id, { status: 200 }), visitOfBot(id, { servedBy: "origin", status: 301 })]]);
    expect((await read(account, domain)).byAnswer).toEqual([
      { servedBy: "cache", form: "page", status: 200, count: 1 },
      { servedBy: "cache", form: "page", status: null, count: 1 },
      { servedBy: "origin", form: "page", status: 301, count: 1 },
      { servedBy: "render", form: "page", status: null, count: 1 },
    ]);
  });
});

async function sizeOfD1(): Promise<unknown> {
  const tables = [
    "visit_seen",
    "visit_agent",
    "visit_path",
    "visit_daily",
    "visit_total",
    "visit_render_time",
    "robots_version",
    "robots_watch",
    "visit_violation",
  ];
  return (await env.DB.prepare(`SELECT ${tables.map((name) => `(SELECT count(*) FROM ${name})`).join(", ")}`).raw())[0];
}
