import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { slotCounts } from "../../../src/analytics/core/packed/slot-counts";
import { RETENTION_DAYS } from "../../../src/analytics/core/window";
import type { KeptVisits } from "../../../src/analytics/domain-visits/kept-visits";
import { keptSince, pruneCounts } from "../../../src/analytics/domain-visits/prune";
import { VISIT_STEPS } from "../../../src/analytics/domain-visits/tables";
import { VisitStore } from "../../../src/analytics/domain-visits/visit-store";
import { exportedDays } from "../../../src/analytics/reports/export-rows";
import {
  pathTotals,
  pathVisits,
  spoofedVisits,
  unpackPaths,
  type DayRange,
  type PathsVisits,
} from "../../../src/analytics/reports/report-rows";
import { pathResponses, responseCounts } from "../../../src/analytics/reports/response-rows";
import { topPathVisits } from "../../../src/analytics/reports/top-paths";
import { countPaths, renderTimes, totals } from "../../../src/analytics/reports/total-rows";
import { violationRows, violationTotals } from "../../../src/analytics/reports/violation-rows";
import { upgradeObject } from "../../../src/db/object-schema";
import { DAY_MS, dayText } from "../../../src/lib/time/time";
import { objectStorage } from "../../support/object-storage.ts";
import { NaiveVisits, randomVisit } from "../../support/naive-visits.ts";
import { randomOf } from "../../support/visit-history.ts";

const TODAY = 20_780;
const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** An object's tables, and how they are used. */
function newVisits() {
  const storage: DurableObjectStorage = objectStorage(new DatabaseSync(":memory:"));
  upgradeObject(storage, VISIT_STEPS);
  let store = new VisitStore(storage.sql);
  return {
    storage,
    kept: (): KeptVisits => ({ sql: storage.sql, store, since: keptSince(storage.kv) }),
    count(visits: ReturnType<typeof randomVisit>[]) {
      const fresh = store.freshIds(visits);
      const left = new Set(fresh.keys());
      const own = visits.filter(({ key }) => left.delete(BigInt.asUintN(64, BigInt(key))));
      if (fresh.size > 0)
        store.append(
          fresh,
          own.filter(({ day }) => day >= keptSince(storage.kv)),
        );
    },
    merge: () => store.merge(keptSince(storage.kv)),
    prune: (today: number) => pruneCounts(storage, store, today * DAY_MS),
    wake() {
      store = new VisitStore(storage.sql);
    },
  };
}

/** `path agent spoofed` → cache and render. */
function splitOf(visits: PathsVisits) {
  const split: Record<string, [number, number]> = {};
  for (const { path, counts } of unpackPaths(visits))
    for (const { agent, spoofed, cache, render } of slotCounts(counts)) {
      // A crawler without visits would be an entry of a report.
      expect(cache + render).toBeGreaterThan(0);
      const sum = (split[`${path} ${agent} ${spoofed}`] ??= [0, 0]);
      sum[0] += cache;
      sum[1] += render;
    }
  return split;
}

function compare(kept: KeptVisits, naive: NaiveVisits, window: DayRange): void {
  const expected = naive.within(window, (token) => kept.store.agents.rows.find((row) => row.token === token)!.no);
  expect(splitOf(pathVisits(kept, window, {}))).toEqual(expected.split());
  expect(splitOf(pathVisits(kept, window, { search: "1" }))).toEqual(expected.split((path) => path.includes("1")));
  expect(splitOf(pathVisits(kept, window, { paths: ["/3", "/nowhere"] }))).toEqual(
    expected.split((path) => path === "/3"),
  );
  const ranked = expected.ranking();
  const first = topPathVisits(kept, window, {}, { limit: 5 });
  expect([...first.paths].sort(byText)).toEqual(
    ranked
      .slice(0, 5)
      .map(({ path }) => path)
      .sort(byText),
  );
  const last = ranked[4];
  if (last) {
    const rest = topPathVisits(kept, window, {}, { limit: 8, after: last });
    expect([...rest.paths].sort(byText)).toEqual(
      ranked
        .slice(5, 13)
        .map(({ path }) => path)
        .sort(byText),
    );
  }
  expect(pathTotals(kept, window, 0).rows.sort((a, b) => byText(a.path, b.path))).toEqual(expected.pathTotals());
  expect(spoofedVisits(kept, window, { search: "1" }).reduce((sum, { count }) => sum + count, 0)).toBe(
    expected.spoofed((path) => path.includes("1")),
  );
  expect(spoofedVisits(kept, window, {}).reduce((sum, { count }) => sum + count, 0)).toBe(expected.spoofed(() => true));
  expect(totals(kept, window)).toEqual(expected.totals());
  expect(renderTimes(kept, window)).toEqual(expected.renderTimes());
  expect(responseCounts(kept, window)).toEqual(expected.responses());
  expect(pathResponses(kept, window, { limit: 3 })).toEqual(expected.pathResponses().slice(0, 3).flat());
  expect(violationRows(kept, window, 1_000).sort((a, b) => byText(a.path + a.token, b.path + b.token))).toEqual(
    expected.violations(),
  );
  expect(violationTotals(kept, window)).toEqual(expected.violationTotals());
}

function exported(kept: KeptVisits): string[] {
  const lines: string[] = [];
  for (let from: number | null = 0; from !== null;) {
    const page: ReturnType<typeof exportedDays> = exportedDays(kept, from);
    for (const { path, day, token, verdict, cache, render } of page.rows)
      lines.push([path, day, token, verdict, cache, render].join(" "));
    from = page.next;
  }
  return lines.sort(byText);
}

describe("the store of a domain's visits", () => {
  it.each([1, 2, 3, 4])("agrees with a plain list through counting, merging, waking and pruning (%i)", (seed) => {
    const random = randomOf(seed);
    const number = (below: number) => Math.floor(random() * below);
    const visits = newVisits();
    const naive = new NaiveVisits();
    let today = TODAY + number(64);
    for (let step = 0; step < 60; step++) {
      const days = random() < 0.7 ? 3 : RETENTION_DAYS + 1;
      const batch = Array.from({ length: 1 + number(40) }, () => randomVisit(random, today - number(days)));
      const again = random() < 0.4 ? naive.some(number(20), random) : [];
      visits.count([...batch, ...again]);
      naive.count([...batch, ...again], keptSince(visits.storage.kv));
      if (random() < 0.3) visits.merge();
      if (random() < 0.2) visits.wake();
      if (random() < 0.1) {
        today += 1 + number(random() < 0.2 ? 100 : 9);
        visits.prune(today);
        naive.prune(today - RETENTION_DAYS);
      }
      if (step % 6 > 0) continue;
      const kept = visits.kept();
      for (const [firstDay, lastDay] of [
        [today - 180, today],
        [today - 170, today],
        [today - number(180), today],
        [today - 90 - number(90), today - number(90)],
        [today, today],
        [-700_000, 3_000_000],
      ] as const)
        compare(kept, naive, { firstDay, lastDay });
      const count = naive.countPaths(today - 30);
      expect(countPaths(kept, { firstDay: today - 30, lastDay: today })).toEqual(count);
      expect(exported(kept)).toEqual(naive.exported(dayText).sort(byText));
    }
    visits.prune(today + 400);
    const rows = (table: string) =>
      visits.storage.sql.exec<{ n: number }>(`SELECT count(*) AS n FROM ${table}`).one().n;
    expect([rows("visit_cell"), rows("visit_day"), visits.kept().store.paths.count]).toEqual([0, 0, 0]);
  });
});
