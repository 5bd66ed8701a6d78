import { FIRST_DAY, SUM_LEVELS } from "../core/day-spans";
import { VERDICTS } from "../core/verdict";

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
 * them.
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

/** Adds the sums to tables without visits. */
export function createSums(sql: SqlStorage): void {
  sql.exec(SUMS);
}
