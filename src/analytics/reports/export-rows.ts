import { sql } from "drizzle-orm";
import { VERDICTS } from "../core/verdict";
import { slotIsDayOf } from "../domain-visits/slot-rows";
import type { VisitTables } from "../domain-visits/visit-rows";

/** Most paths and rows per part. */
const PATHS = 500;
const DAYS = 10_000;

export interface ExportedVisits {
  path: string;
  /** `yyyy-mm-dd`, UTC. */
  day: string;
  /** The crawler's token; null if the catalogue did not list the crawler. */
  token: string | null;
  provider: string | null;
  verdict: string;
  cache: number;
  render: number;
}

const verdictNames = Object.fromEntries(Object.entries(VERDICTS).map(([name, code]) => [code, name]));

/** The last row of a part: its path, and the rest of its key in `visit_daily`; null if the path has no more rows. */
export interface ExportCursor {
  path: string;
  rest: number | null;
}

type DayRow = Omit<ExportedVisits, "day" | "verdict"> & { day: string | null; verdict: number; rest: number };

/** Visits by path, day and crawler after `after`. `next` continues them; null at the end. */
export async function exportedDays(
  tables: VisitTables,
  after: ExportCursor,
): Promise<{ rows: ExportedVisits[]; next: ExportCursor | null }> {
  const from = after.rest === null ? sql`path.path > ${after.path}` : sql`path.path >= ${after.path}`;
  const paths = sql`SELECT id, path FROM visit_path AS path WHERE ${from} ORDER BY path LIMIT ${PATHS}`;
  const rest = sql`(d.slot & 67108863)`;
  const rows = await tables.all<DayRow>(sql`
    SELECT p.path, date(((d.slot >> 11) & 32767) * 86400, 'unixepoch') AS day, agent.token, agent.provider,
      d.slot & 3 AS verdict, d.cache, d.render, ${rest} AS rest
    FROM (${paths}) AS p
      LEFT JOIN visit_daily AS d ON ${slotIsDayOf(sql`d.slot`, sql`p.id`)} AND (p.path > ${after.path} OR ${rest} > ${after.rest ?? 0})
      LEFT JOIN visit_agent AS agent ON agent.no = (d.slot >> 2) & 511
    ORDER BY p.path, d.slot LIMIT ${DAYS}`);
  const last = rows.at(-1);
  return {
    rows: rows.flatMap(({ path, day, token, provider, verdict, cache, render }) =>
      day === null ? [] : [{ path, day, token, provider, verdict: verdictNames[verdict] ?? "unknown", cache, render }],
    ),
    next: last ? { path: last.path, rest: rows.length < DAYS ? null : last.rest } : null,
  };
}

/** Tables that an export copies unchanged, and the columns that identify and order their rows. */
export const EXPORTED_TABLES = {
  visit_total: ["day", "agent", "verdict", "cache", "render", "saved_ms", "saved_count"],
  robots_version: ["since", "hash", "text"],
  visit_violation: ["day", "path_id", "agent", "rule", "line", "count"],
  visit_response: ["day", "path", "agent", "verdict", "source", "form", "status", "count"],
} as const;
export type ExportedTable = keyof typeof EXPORTED_TABLES;
const KEYS = {
  visit_total: ["day", "agent", "verdict"],
  robots_version: ["since"],
  visit_violation: ["day", "path_id", "agent", "rule", "line"],
  visit_response: ["day", "path", "agent", "verdict", "source", "form", "status"],
} satisfies Record<ExportedTable, string[]>;
/** Rows per part. A robots.txt has up to half a megabyte. */
const ROWS = { visit_total: 500, robots_version: 4, visit_violation: 500, visit_response: 500 } satisfies Record<
  ExportedTable,
  number
>;

export type TableRow = Record<string, string | number>;

/** Some rows of a table, after the row `after`. `next`: null if there are no more. */
export async function exportedTableRows(
  tables: VisitTables,
  table: ExportedTable,
  after: TableRow | null,
): Promise<{ rows: TableRow[]; next: TableRow | null }> {
  const keys = sql.raw(KEYS[table].map((name) => `t.${name}`).join(", "));
  const last =
    after &&
    sql.join(
      KEYS[table].map((name) => sql`${after[name]}`),
      sql`, `,
    );
  const rows = await tables.all<TableRow>(sql`
    SELECT ${sql.raw(EXPORTED_TABLES[table].map((name) => `t.${name}`).join(", "))} FROM ${sql.raw(table)} AS t
    ${last ? sql`WHERE (${keys}) > (${last})` : sql``} ORDER BY ${keys} LIMIT ${ROWS[table]}`);
  return { rows, next: rows.length < ROWS[table] ? null : rows.at(-1)! };
}
