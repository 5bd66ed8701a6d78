import { sql, type SQL } from "drizzle-orm";
import { runBatch, type Db } from "../db/client";
import { MAX_PATHS, OTHER_PATHS } from "./core/visit-path";
import { slotStart } from "./slot-repo";
import { VERDICTS, type VerdictCode } from "./core/verdict";

/** One visit in the form that is counted. */
export interface CountedVisit {
  /** A signed 64-bit integer in decimal digits. */
  key: string;
  expiresDay: number;
  domainId: string;
  path: string;
  folded: string;
  day: number;
  token: string;
  provider: string;
  kind: string;
  verdict: VerdictCode;
  cache: 0 | 1;
  render: 0 | 1;
  savedMs: number | null;
  /** Duration of a render that this visit caused, to the nearest 10 ms. */
  renderMs: number | null;
  status: number | null;
  at: number;
  /** The robots.txt rule that the visit broke, with its line number. */
  rule: string | null;
  line: number | null;
}

/** Fields in payload order. Statement and payload both use this list, so they can't drift apart. */
const FIELDS: ReadonlyArray<readonly [keyof CountedVisit, string]> = [
  ["key", "key"],
  ["expiresDay", "expires_day"],
  ["domainId", "domain_id"],
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
  ["renderMs", "render_ms"],
  ["status", "status"],
  ["at", "at"],
  ["rule", "rule"],
  ["line", "line"],
];
const COLUMNS = sql.raw(FIELDS.map(([, column], index) => `value ->> ${index} AS ${column}`).join(", "));

/**
 * Counts visits, each key once even if a message is redelivered. In one transaction, it marks the new keys with this
 * delivery's number and adds up only their visits. Keys must be unique within one call.
 */
export async function countVisits(db: Db, visits: readonly CountedVisit[], delivery: number): Promise<void> {
  const payload = JSON.stringify(visits.map((visit) => FIELDS.map(([field]) => visit[field])));
  const events = sql`events AS (SELECT ${COLUMNS} FROM json_each(${payload}))`;
  const fresh = sql`${events}, fresh AS MATERIALIZED (
    SELECT events.* FROM events JOIN visit_seen AS seen ON seen.key = CAST(events.key AS INTEGER) WHERE seen.delivery = ${delivery})`;
  await runBatch(db, [
    sql`
      WITH ${events}
      INSERT OR IGNORE INTO visit_seen (key, delivery, expires_day)
      SELECT CAST(key AS INTEGER), ${delivery}, expires_day FROM events WHERE EXISTS (SELECT 1 FROM domain WHERE id = domain_id)`,
    sql`
      WITH ${fresh}
      INSERT OR IGNORE INTO visit_agent (token, provider, kind) SELECT DISTINCT token, provider, kind FROM fresh`,
    ...pathStatements(fresh),
    ...countStatements(fresh),
  ]);
}

/**
 * Statements that insert new paths within the domain's limit, add the bucket for the rest, and update each path's
 * status.
 */
function pathStatements(fresh: SQL): SQL[] {
  const honest = sql`verdict <> ${VERDICTS.spoofed}`;
  return [
    // Spoofed visits create no paths, so impostors can't fill the table.
    sql`
      WITH ${fresh}, wanted AS MATERIALIZED (
        SELECT DISTINCT domain_id, path, folded FROM fresh
        WHERE ${honest} AND NOT EXISTS (SELECT 1 FROM visit_path AS known WHERE known.domain_id = fresh.domain_id AND known.path = fresh.path)),
      room AS MATERIALIZED (
        SELECT domain_id, ${MAX_PATHS} - (SELECT count(*) FROM visit_path AS known WHERE known.domain_id = wanted.domain_id) AS free
        FROM wanted GROUP BY domain_id),
      ranked AS (SELECT *, row_number() OVER (PARTITION BY domain_id ORDER BY path) AS rank FROM wanted)
      INSERT INTO visit_path (domain_id, path, folded)
      SELECT domain_id, path, folded FROM ranked JOIN room USING (domain_id) WHERE rank <= free`,
    sql`
      WITH ${fresh}
      INSERT OR IGNORE INTO visit_path (domain_id, path, folded)
      SELECT DISTINCT domain_id, ${OTHER_PATHS}, '' FROM fresh
      WHERE NOT EXISTS (SELECT 1 FROM visit_path AS known WHERE known.domain_id = fresh.domain_id AND known.path = fresh.path)`,
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

function countStatements(fresh: SQL): SQL[] {
  const agents = sql`JOIN visit_agent AS agent USING (token, provider, kind)`;
  return [
    sql`
      WITH ${mapped(fresh)}
      INSERT INTO visit_daily (slot, cache, render)
      SELECT ${slotStart(sql`path_id`, sql`day`)} + (agent.no << 2) + verdict, sum(cache), sum(render) FROM mapped ${agents} GROUP BY 1
      ON CONFLICT DO UPDATE SET cache = cache + excluded.cache, render = render + excluded.render`,
    sql`
      WITH ${fresh}
      INSERT INTO visit_total (domain_id, day, agent, verdict, cache, render, saved_ms, saved_count)
      SELECT domain_id, day, agent.no, verdict, sum(cache), sum(render), coalesce(sum(saved_ms), 0), count(saved_ms) FROM fresh ${agents} GROUP BY 1, 2, 3, 4
      ON CONFLICT DO UPDATE SET cache = cache + excluded.cache, render = render + excluded.render,
        saved_ms = saved_ms + excluded.saved_ms, saved_count = saved_count + excluded.saved_count`,
    sql`
      WITH ${fresh}
      INSERT INTO visit_render_time (domain_id, day, ms, count)
      SELECT domain_id, day, render_ms, count(*) FROM fresh WHERE render_ms IS NOT NULL GROUP BY 1, 2, 3
      ON CONFLICT DO UPDATE SET count = count + excluded.count`,
    sql`
      WITH ${mapped(fresh)}
      INSERT INTO visit_violation (domain_id, day, path_id, agent, rule, line, count)
      SELECT domain_id, day, path_id, agent.no, rule, line, count(*) FROM mapped ${agents} WHERE rule IS NOT NULL GROUP BY 1, 2, 3, 4, 5, 6
      ON CONFLICT DO UPDATE SET count = count + excluded.count`,
  ];
}

/** New visits with the row of their path, or of the `(other)` bucket. */
function mapped(fresh: SQL): SQL {
  return sql`${fresh}, mapped AS MATERIALIZED (
    SELECT fresh.*, coalesce(own.id, other.id) AS path_id FROM fresh
    LEFT JOIN visit_path AS own ON own.domain_id = fresh.domain_id AND own.path = fresh.path
    LEFT JOIN visit_path AS other ON other.domain_id = fresh.domain_id AND other.path = ${OTHER_PATHS})`;
}
