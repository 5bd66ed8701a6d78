import { sql, type SQL } from "drizzle-orm";
import { LEVELS } from "../core/day-spans";
import { VERDICTS } from "../core/verdict";
import { MAX_PATHS, OTHER_PATHS } from "../core/visit-path";
import type { CountedVisit, RuledVisit } from "./counted-visit";
import { groupVisits, type VisitGroup } from "./group-visits";
import { slotStart } from "./slot-rows";
import { execute } from "./visit-rows";

/** Fields in payload order. Statement and payload both use this list, so they can't drift apart. */
const FIELDS: ReadonlyArray<readonly [keyof VisitGroup, string]> = [
  ["path", "path"],
  ["folded", "folded"],
  ["day", "day"],
  ["token", "token"],
  ["provider", "provider"],
  ["kind", "kind"],
  ["verdict", "verdict"],
  ["cache", "cache"],
  ["render", "render"],
  ["savedMs", "saved_ms"],
  ["savedVisits", "saved_count"],
  ["visits", "visits"],
  ["renderMs", "render_ms"],
  ["status", "status"],
  ["at", "at"],
  ["rule", "rule"],
  ["line", "line"],
];
const COLUMNS = sql.raw(FIELDS.map(([, column], index) => `value ->> ${index} AS ${column}`).join(", "));

/** Remembers the ids of visits. Returns the keys that are new. */
export function rememberVisits(
  storage: SqlStorage,
  visits: ReadonlyArray<Pick<CountedVisit, "key" | "expiresDay">>,
): Set<string> {
  const payload = JSON.stringify(visits.map(({ key, expiresDay }) => [key, expiresDay]));
  const rows = execute<{ key: string }>(
    storage,
    sql`
      INSERT OR IGNORE INTO visit_seen (key, expires_day)
      SELECT CAST(value ->> 0 AS INTEGER), value ->> 1 FROM json_each(${payload}) RETURNING CAST(key AS TEXT) AS key`,
  );
  return new Set(rows.map(({ key }) => key));
}

/** Adds visits by the cache and by renders to their counts. The caller opens the transaction, and remembers that they are counted. */
export function countVisits(storage: SqlStorage, visits: readonly RuledVisit[]): void {
  const payload = JSON.stringify(groupVisits(visits).map((group) => FIELDS.map(([field]) => group[field])));
  const fresh = sql`fresh AS MATERIALIZED (SELECT ${COLUMNS} FROM json_each(${payload}))`;
  const statements = [
    sql`
      WITH ${fresh}
      INSERT OR IGNORE INTO visit_agent (token, provider, kind) SELECT DISTINCT token, provider, kind FROM fresh`,
    ...pathStatements(fresh),
    ...countStatements(fresh),
  ];
  for (const statement of statements) execute(storage, statement);
}

/**
 * Statements that insert new paths within the domain's limit, add the bucket for the rest, and update each path's
 * status.
 */
function pathStatements(fresh: SQL): SQL[] {
  const honest = sql`verdict <> ${VERDICTS.spoofed}`;
  const unknown = sql`NOT EXISTS (SELECT 1 FROM visit_path AS known WHERE known.path = fresh.path)`;
  return [
    // Spoofed visits create no paths, so impostors can't fill the table.
    sql`
      WITH ${fresh},
        wanted AS MATERIALIZED (SELECT DISTINCT path, folded FROM fresh WHERE ${honest} AND ${unknown}),
        room AS MATERIALIZED (SELECT ${MAX_PATHS} - (SELECT count(*) FROM visit_path) AS free WHERE EXISTS (SELECT 1 FROM wanted)),
        ranked AS (SELECT *, row_number() OVER (ORDER BY path) AS rank FROM wanted)
      INSERT INTO visit_path (path, folded) SELECT path, folded FROM ranked JOIN room WHERE rank <= free`,
    sql`
      WITH ${fresh}
      INSERT OR IGNORE INTO visit_path (path, folded) SELECT DISTINCT ${OTHER_PATHS}, '' FROM fresh WHERE ${unknown}`,
    sql`
      WITH ${mapped(fresh)}
      UPDATE visit_path SET first_day = min(coalesce(first_day, report.first), report.first), last_day = max(coalesce(last_day, report.last), report.last)
      FROM (SELECT path_id, min(day) AS first, max(day) AS last FROM mapped WHERE ${honest} GROUP BY path_id) AS report
      WHERE visit_path.id = report.path_id AND (first_day IS NULL OR first_day > report.first OR last_day < report.last)`,
    // With max(at), SQLite takes the other columns from the row of the latest visit.
    sql`
      WITH ${mapped(fresh)}
      UPDATE visit_path SET status = report.status, status_at = report.at
      FROM (SELECT path_id, status, max(at) AS at FROM mapped WHERE ${honest} AND status IS NOT NULL GROUP BY path_id) AS report
      WHERE visit_path.id = report.path_id AND visit_path.path <> ${OTHER_PATHS}
        AND (visit_path.status IS NULL OR (visit_path.status <> report.status AND visit_path.status_at < report.at))`,
  ];
}

/** The sums that a visit's day belongs to: its own, and those of its blocks. */
export const levels = sql.raw(`(VALUES ${LEVELS.map((shift) => `(${shift})`).join(", ")}) AS level`);

function countStatements(fresh: SQL): SQL[] {
  const agents = sql`JOIN visit_agent AS agent USING (token, provider, kind)`;
  return [
    sql`
      WITH ${mapped(fresh)}
      INSERT INTO visit_daily (slot, cache, render)
      SELECT ${slotStart(sql`path_id`, sql`(day >> level.column1)`)} + (agent.no << 2) + verdict, sum(cache), sum(render)
      FROM mapped ${agents} CROSS JOIN ${levels} WHERE TRUE GROUP BY 1
      ON CONFLICT DO UPDATE SET cache = cache + excluded.cache, render = render + excluded.render`,
    sql`
      WITH ${fresh}
      INSERT INTO visit_total (day, agent, verdict, cache, render, saved_ms, saved_count)
      SELECT day, agent.no, verdict, sum(cache), sum(render), sum(saved_ms), sum(saved_count) FROM fresh ${agents} GROUP BY 1, 2, 3
      ON CONFLICT DO UPDATE SET cache = cache + excluded.cache, render = render + excluded.render,
        saved_ms = saved_ms + excluded.saved_ms, saved_count = saved_count + excluded.saved_count`,
    sql`
      WITH ${fresh}
      INSERT INTO visit_render_time (day, ms, count)
      SELECT day, render_ms, sum(visits) FROM fresh WHERE render_ms IS NOT NULL GROUP BY 1, 2
      ON CONFLICT DO UPDATE SET count = count + excluded.count`,
    sql`
      WITH ${mapped(fresh)}
      INSERT INTO visit_violation (day, path_id, agent, rule, line, count)
      SELECT day, path_id, agent.no, rule, line, sum(visits) FROM mapped ${agents} WHERE rule IS NOT NULL GROUP BY 1, 2, 3, 4, 5
      ON CONFLICT DO UPDATE SET count = count + excluded.count`,
  ];
}

/** Visits with the row of their path, or of the `(other)` bucket. */
function mapped(fresh: SQL): SQL {
  return sql`${fresh}, mapped AS MATERIALIZED (
    SELECT fresh.*, coalesce(own.id, other.id) AS path_id FROM fresh
    LEFT JOIN visit_path AS own ON own.path = fresh.path
    LEFT JOIN visit_path AS other ON other.path = ${OTHER_PATHS})`;
}
