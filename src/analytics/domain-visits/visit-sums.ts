import type { ObjectStorage } from "../../db/object-schema";
import { FIRST_DAY, SUM_LEVELS } from "../core/day-spans";
import { VERDICTS } from "../core/verdict";
import { keptSince, prunePaths } from "./prune";

/** The last path whose sums are made; `true` when all are. Sums lack the visits of older releases until then. */
const SUMMED = "summed";
/** Paths per call: a path may have thousands of rows. */
const PATHS_A_CALL = 500;

/** The days of `visit_daily`, not its blocks. */
const isDay = (slot: string) => `(${slot} >> 11) & 32767 >= ${FIRST_DAY}`;
/** The key of the sum of all days, with one row for a path and crawler's spoofed visits and one for its others. */
const allDays = (slot: string) => `${slot} - (${slot} & 67108863) + (${slot} & ${2047 - VERDICTS.verified})`;
const LEVELS = `(VALUES ${[...SUM_LEVELS, 15].map((shift) => `(${shift})`).join(", ")}) AS level`;
/** The key of a day, or of all days, in `visit_sum`. */
const sumSlot = (slot: string) => `(${slot} >> 26 << 15) + (((${slot} >> 11) & 32767) >> level.column1)`;
const isHonest = (slot: string) => `${slot} & 3 <> ${VERDICTS.spoofed}`;

/** Statements of a trigger that add to the sums of a row of `visit_daily`. */
const adding = (cache: string, render: string) => `
    INSERT INTO visit_daily (slot, cache, render) VALUES (${allDays("new.slot")}, ${cache}, ${render})
      ON CONFLICT (slot) DO UPDATE SET cache = cache + excluded.cache, render = render + excluded.render;
    INSERT INTO visit_sum (slot, count) SELECT ${sumSlot("new.slot")}, ${cache} + ${render} FROM ${LEVELS} WHERE ${isHonest("new.slot")}
      ON CONFLICT (slot) DO UPDATE SET count = count + excluded.count;`;

/**
 * Sums of all days by path and crawler, in `visit_daily`, and of honest visits by path, in `visit_sum`. Triggers keep
 * them, so that an isolate of the release before, which knows no sums, keeps them too.
 */
const SUMS = `
  CREATE TABLE visit_sum (slot INTEGER PRIMARY KEY, count INTEGER NOT NULL);
  CREATE TRIGGER visit_daily_added AFTER INSERT ON visit_daily WHEN ${isDay("new.slot")} BEGIN ${adding("new.cache", "new.render")}
  END;
  CREATE TRIGGER visit_daily_changed AFTER UPDATE ON visit_daily WHEN ${isDay("new.slot")} BEGIN ${adding("new.cache - old.cache", "new.render - old.render")}
  END;
  CREATE TRIGGER visit_daily_removed AFTER DELETE ON visit_daily WHEN ${isDay("old.slot")} BEGIN
    UPDATE visit_daily SET cache = cache - old.cache, render = render - old.render WHERE slot = ${allDays("old.slot")};
    DELETE FROM visit_daily WHERE slot = ${allDays("old.slot")} AND cache + render <= 0;
    UPDATE visit_sum SET count = count - old.cache - old.render
      WHERE slot IN (SELECT ${sumSlot("old.slot")} FROM ${LEVELS}) AND ${isHonest("old.slot")};
    DELETE FROM visit_sum WHERE slot IN (SELECT ${sumSlot("old.slot")} FROM ${LEVELS}) AND count <= 0;
  END;
`;

/** Adds the sums. Those of paths that are already there are made later, by `sumVisits`. */
export function createSums({ sql, kv }: Pick<ObjectStorage, "kv" | "sql">): void {
  const isEmpty = sql.exec("SELECT 1 FROM visit_daily LIMIT 1").toArray().length === 0;
  sql.exec(SUMS);
  if (isEmpty) kv.put(SUMMED, true);
}

/** What reports need to know of the tables: since when they have all counts, and whether they have all sums. */
export function tablesState(kv: DurableObjectStorage["kv"]): { since: number; summed: boolean } {
  return { since: keptSince(kv), summed: kv.get(SUMMED) === true };
}

/** Makes the sums of some paths that an older release counted. The caller opens the transaction. Returns whether any are left. */
export function sumVisits({ sql, kv }: Pick<DurableObjectStorage, "sql" | "kv">, paths = PATHS_A_CALL): boolean {
  const done = kv.get<number | true>(SUMMED) ?? 0;
  if (done === true) return false;
  // An older release may have left counts of days that have no totals any more.
  const last = prunePaths(sql, keptSince(kv), done, paths);
  if (last !== null) sumPaths(sql, done, last);
  kv.put(SUMMED, last ?? true);
  return last !== null;
}

/** Makes the sums of the paths after `after` up to `last` anew. */
function sumPaths(sql: Pick<SqlStorage, "exec">, after: number, last: number): void {
  // SQLite gets numbers as floats, which can't be shifted.
  const paths = "(SELECT id FROM visit_path WHERE id > CAST(?1 AS INTEGER) AND id <= CAST(?2 AS INTEGER)) AS path";
  const rows = (first: number, end: number) =>
    `${paths} CROSS JOIN visit_daily AS daily ON daily.slot BETWEEN (path.id << 26) + (${first} << 11) AND (path.id << 26) + (${end} << 11) - 1`;
  const days = rows(FIRST_DAY, FIRST_DAY * 4);
  for (const statement of [
    `DELETE FROM visit_daily WHERE slot IN (SELECT daily.slot FROM ${rows(0, 1)})`,
    `INSERT INTO visit_daily (slot, cache, render)
     SELECT ${allDays("daily.slot")}, sum(daily.cache), sum(daily.render) FROM ${days} GROUP BY 1`,
    `DELETE FROM visit_sum WHERE slot IN (
       SELECT total.slot FROM ${paths} CROSS JOIN visit_sum AS total ON total.slot BETWEEN path.id << 15 AND ((path.id + 1) << 15) - 1)`,
    `INSERT INTO visit_sum (slot, count)
     SELECT ${sumSlot("daily.slot")}, sum(cache + render) FROM ${days} CROSS JOIN ${LEVELS} WHERE ${isHonest("daily.slot")} GROUP BY 1`,
  ])
    sql.exec(statement, after, last);
}
