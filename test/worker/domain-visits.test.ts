import { describe, expect, it, vi } from "vitest";
import { env } from "./support/api.ts";
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
