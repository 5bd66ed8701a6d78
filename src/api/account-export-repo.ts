import { sql, type SQL } from "drizzle-orm";
import { exportedAnalyses } from "../audit";
import { openDb, type Db } from "../db/client";
import type { Bindings } from "../env";

export type ExportedRow = Record<string, unknown>;

/** What reading the rows and what they refer to needs. */
type ExportEnv = Pick<Bindings, "DB" | "DOMAIN_AUDIT">;

/** A table whose rows belong to domains, and the columns of an index that order the rows within a domain. */
interface Source {
  table: string;
  /** Rows per query: some megabytes. */
  page: number;
  order: readonly string[];
  /** Columns that are meaningless outside the service, or repeat what the analyses say. */
  without?: readonly string[];
  /** Adds what the rows refer to. */
  complete?: (env: ExportEnv, rows: ExportedRow[]) => Promise<ExportedRow[]>;
}

/** File name in the archive → source of its rows. */
export const EXPORTED: Record<string, Source> = {
  "audits.ndjson": {
    table: "audit_run",
    page: 50,
    order: ["started_at", "rowid"],
    without: ["archive_key", "parts", "score_state", "rendered_health_score", "site_score"],
    complete: exportedAnalyses,
  },
  "prompts.ndjson": { table: "prompt", page: 500, order: ["created_at", "rowid"] },
};

/**
 * Yields all rows of an account's domains from one table, in pages and in index order. Each page continues in the
 * domain where the last one ended; when that domain has no more rows, the next domains follow.
 */
export async function* exportedRows(env: ExportEnv, accountId: string, source: Source): AsyncGenerator<ExportedRow[]> {
  const db = openDb(env.DB);
  const own = sql`SELECT id FROM domain WHERE account_id = ${accountId} AND deleted_at IS NULL`;
  let filter = sql`t.domain_id IN (${own})`;
  for (let within: string | null = null; ;) {
    const rows: ExportedRow[] = await pageOf(db, source, filter);
    const whole = source.complete ? await source.complete(env, rows) : rows;
    if (whole.length > 0) yield whole.map((row) => presented(row, source));
    const last = rows.at(-1);
    if (last && rows.length === source.page) {
      within = String(last["domain_id"]);
      filter = sql`t.domain_id = ${within} AND (${columns(source)}) > (${values(source, last)})`;
    } else if (within !== null) {
      filter = sql`t.domain_id IN (${own} AND id > ${within})`;
      within = null;
    } else return;
  }
}

const columns = ({ order }: Source): SQL => sql.raw(order.map((name) => `t.${name}`).join(", "));
const values = ({ order }: Source, row: ExportedRow): SQL =>
  sql.join(
    order.map((name) => sql`${row[name === "rowid" ? "row_id" : name]}`),
    sql`, `,
  );

function pageOf(db: Db, source: Source, filter: SQL): Promise<ExportedRow[]> {
  return db.all<ExportedRow>(sql`
    SELECT domain.domain, t.*, t.rowid AS row_id FROM ${sql.raw(source.table)} AS t JOIN domain ON domain.id = t.domain_id
    WHERE ${filter} ORDER BY t.domain_id, ${columns(source)} LIMIT ${source.page}`);
}

function presented(row: ExportedRow, { without = [] }: Source): ExportedRow {
  const hidden = new Set(["row_id", "domain_id", "account_id", ...without]);
  return Object.fromEntries(Object.entries(row).filter(([name]) => !hidden.has(name)));
}
