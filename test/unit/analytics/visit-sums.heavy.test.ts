import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { slotCounts } from "../../../src/analytics/core/slot-counts";
import { RETENTION_DAYS } from "../../../src/analytics/core/window";
import { countVisits } from "../../../src/analytics/domain-visits/count-rows";
import type { RuledVisit } from "../../../src/analytics/domain-visits/counted-visit";
import { keptSince, pruneCounts } from "../../../src/analytics/domain-visits/prune";
import { VISIT_STEPS } from "../../../src/analytics/domain-visits/tables";
import { pathTotals, pathVisits, spoofedVisits, topPathVisits } from "../../../src/analytics/reports/report-rows";
import { objectTables } from "../../../src/analytics/domain-visits/visit-rows";
import { upgradeObject } from "../../../src/db/object-schema";
import { DAY_MS } from "../../../src/lib/time/time";
import { randomOf } from "../../support/visit-history.ts";

const TODAY = 20_780;

/** An object's storage in memory. */
function newStorage() {
  const db = new DatabaseSync(":memory:");
  const kept = new Map<string, unknown>();
  const sql = {
    exec(text: string, ...values: SQLInputValue[]) {
      const isScript = values.length === 0 && /;\s*$/.test(text);
      if (isScript) db.exec(text);
      const rows = isScript ? [] : db.prepare(text).all(...values);
      return { toArray: () => rows.map((row) => ({ ...row })), one: () => rows[0]! };
    },
  };
  const kv = {
    get: (key: string) => kept.get(key),
    put: (key: string, value: unknown) => void kept.set(key, value),
    delete: (key: string) => kept.delete(key),
  };
  const storage = { sql, kv, transactionSync: (work: () => void) => work() } as unknown as DurableObjectStorage;
  return { db, storage };
}

const visitOn = (path: string, day: number, agent: number, verdict: 0 | 1 | 2, isCached: boolean): RuledVisit => ({
  key: "",
  visits: 1,
  expiresDay: 0,
  path,
  folded: path,
  day,
  token: `bot${agent}`,
  provider: `provider${agent % 3}`,
  kind: "search",
  verdict,
  cache: isCached ? 1 : 0,
  render: isCached ? 0 : 1,
  savedMs: null,
  renderMs: null,
  status: null,
  source: "cache",
  form: "page",
  at: day,
  rule: null,
  line: null,
});

/** What the reports say of `visits`, by a computation of its own. */
function expectedOf(visits: readonly RuledVisit[], first: number, last: number) {
  const own = visits.filter(({ day, path }) => day >= first && day <= last && path !== "(other)");
  const honest = Object.entries(
    Object.groupBy(
      own.filter(({ verdict }) => verdict !== 2),
      ({ path }) => path,
    ),
  )
    .map(([path, all]) => ({ path, total: all!.length }))
    .sort((a, b) => b.total - a.total || (a.path < b.path ? -1 : 1));
  const counts: Record<string, number> = {};
  for (const { path, token, verdict, cache } of own) {
    const name = `${path} ${token} ${verdict === 2} ${cache}`;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  const spoofed = own.filter(({ verdict, path }) => verdict === 2 && path.includes("1")).length;
  return { honest, counts, spoofed };
}

async function reportsOf(storage: DurableObjectStorage, window: { firstDay: number; lastDay: number }) {
  const tables = objectTables(storage.sql, keptSince(storage.kv));
  const agents = storage.sql.exec<{ no: number; token: string }>("SELECT no, token FROM visit_agent").toArray();
  const tokens = new Map(agents.map(({ no, token }) => [no, token]));
  const counts: Record<string, number> = {};
  const read = (rows: Array<{ path: string; counts: string }>) =>
    rows.map((row) => {
      let total = 0;
      for (const { agent, spoofed, cache, render } of slotCounts(row.counts)) {
        // A crawler whose visits are all left out would be an entry without visits.
        expect(cache + render).toBeGreaterThan(0);
        for (const [served, count] of [
          [1, cache],
          [0, render],
        ] as const) {
          const name = `${row.path} ${tokens.get(agent)} ${spoofed} ${served}`;
          if (count !== 0) counts[name] = (counts[name] ?? 0) + count;
        }
        if (!spoofed) total += cache + render;
      }
      return { path: row.path, total };
    });
  const all = read((await pathVisits(tables, window, {})).rows).filter(({ total }) => total > 0);
  const split = { ...counts };
  const top = read(await topPathVisits(tables, window, {}, { limit: 5 }));
  const after = read(await topPathVisits(tables, window, {}, { limit: 100, after: top.at(-1)! }));
  const totals = (await pathTotals(tables, window, "")).rows.map(({ path, count }) => ({ path, total: count }));
  const bySpoofed = await spoofedVisits(tables, window, { search: "1" });
  expect(bySpoofed.filter(({ count }) => count === 0)).toEqual([]);
  const spoofed = bySpoofed.reduce((sum, { count }) => sum + count, 0);
  return { all, split, top: [...top, ...after], totals, spoofed };
}

/** Sums that are not those of their days, and the other way round. */
const wrongSums = (db: DatabaseSync) => {
  const differ = (a: string, b: string) =>
    `SELECT * FROM (${a} EXCEPT ${b}) UNION ALL SELECT * FROM (${b} EXCEPT ${a})`;
  const day = "(slot >> 11) & 32767";
  return [
    differ(
      `SELECT slot, cache, render FROM visit_daily WHERE ${day} = 0`,
      `SELECT (slot >> 26 << 26) + (slot & 2046) AS slot, sum(cache), sum(render) FROM visit_daily WHERE ${day} >= 8192 GROUP BY 1`,
    ),
    differ(
      "SELECT slot, count FROM visit_sum",
      `SELECT (slot >> 26 << 15) + (${day} >> column1) AS sum, sum(cache + render) FROM visit_daily, (VALUES (0), (15))
       WHERE ${day} >= 8192 AND slot & 3 <> 2 GROUP BY 1`,
    ),
  ].flatMap((query) => db.prepare(query).all());
};

describe("the sums of a domain's visits", () => {
  it.each([1, 2])("agree with a plain count through counting and pruning (%i)", async (seed) => {
    const random = randomOf(seed);
    const number = (below: number) => Math.floor(random() * below);
    const { db, storage } = newStorage();
    upgradeObject(storage, VISIT_STEPS);
    let visits: RuledVisit[] = [];
    let today = TODAY;
    const count = (n: number) => {
      const batch = Array.from({ length: n }, () =>
        visitOn(
          `/${number(1 + number(40))}`,
          today - number(RETENTION_DAYS + 1),
          1 + number(4),
          number(3) as 0,
          number(2) === 0,
        ),
      );
      countVisits(storage.sql, batch);
      visits.push(...batch);
    };
    const check = async () => {
      for (const [first, last] of [
        [today - 180, today],
        [today - 170, today],
        [today - number(180), today],
        [today - 90 - number(90), today - number(90)],
        [today, today],
      ] as const) {
        // Spoofed visits create no path: those to unknown ones count under `(other)`.
        const known = new Set(
          db
            .prepare("SELECT path FROM visit_path")
            .all()
            .map(({ path }) => path as string),
        );
        const { honest, counts, spoofed } = expectedOf(
          visits.filter(({ path }) => known.has(path)),
          first,
          last,
        );
        const found = await reportsOf(storage, { firstDay: first, lastDay: last });
        const inOrder = [...honest].sort((a, b) => (a.path < b.path ? -1 : 1));
        expect(found.all).toEqual(inOrder);
        expect(found.totals).toEqual(inOrder);
        expect(found.top).toEqual(honest);
        expect(Object.fromEntries(Object.entries(found.split).filter(([name]) => !name.startsWith("(")))).toEqual(
          counts,
        );
        expect(found.spoofed).toBe(spoofed);
      }
    };
    // Every path once, so that no spoofed visit is the first of its path.
    for (let i = 0; i < 40; i++) visits.push(visitOn(`/${i}`, today, 1, 1, true));
    countVisits(storage.sql, visits);
    count(600);
    count(200);
    await check();
    today += 30;
    while (pruneCounts(storage, today * DAY_MS));
    visits = visits.filter(({ day }) => day >= today - RETENTION_DAYS);
    count(200);
    await check();
    expect(wrongSums(db)).toEqual([]);
    for (let round = 0; round < 2; round++) {
      // An impostor who came on a day that a long window leaves out, and on no other.
      const impostor = visitOn("/1", today - 175, 9 + round, 2, true);
      countVisits(storage.sql, [impostor]);
      visits.push(impostor);
      count(200);
      await check();
      today += number(70);
      while (pruneCounts(storage, today * DAY_MS));
      visits = visits.filter(({ day }) => day >= today - RETENTION_DAYS);
      expect(wrongSums(db)).toEqual([]);
      await check();
    }
    today += 400;
    while (pruneCounts(storage, today * DAY_MS));
    expect(
      db.prepare("SELECT (SELECT count(*) FROM visit_daily) + (SELECT count(*) FROM visit_sum) AS n").get()!["n"],
    ).toBe(0);
  });
});
