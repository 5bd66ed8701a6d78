import { rowsOf } from "./answer-rows";

export type ReportType = "auto" | "daily" | "weekly";

/** A visibility report as the object keeps it. `body` is deflated JSON `{json, markdown}`. */
export interface StoredReport {
  id: string;
  day: string;
  type: ReportType;
  weekStart: string | null;
  createdAt: number;
  /** Bytes of the report's texts. */
  size: number;
  body: ArrayBuffer | Uint8Array;
}

const COLUMNS = "id, day, type, week_start AS weekStart, created_at AS createdAt, size, body";

/**
 * Stores a day's report. Replaces an older report of the day under the same id; an older one never replaces a newer one.
 */
export function putReport(sql: SqlStorage, { day, type, id, weekStart, createdAt, size, body }: StoredReport): void {
  sql.exec(
    `INSERT INTO report (day, type, id, week_start, created_at, size, body) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET week_start = excluded.week_start, created_at = excluded.created_at, size = excluded.size,
       body = excluded.body WHERE excluded.created_at >= created_at`,
    day,
    type,
    id,
    weekStart,
    createdAt,
    size,
    body,
  );
}

/** Which reports are requested. */
export interface ReportFilter {
  id?: string | undefined;
  day?: string | undefined;
  type?: ReportType | undefined;
  /** Only days before this one. */
  before?: string | undefined;
}

/** Matching reports, newest first: at most `limit` and `most` bytes, at least one. */
export function reportRows(sql: SqlStorage, filter: ReportFilter, limit: number, most: number): StoredReport[] {
  const { id, day, type, before } = filter;
  const given = Object.entries({ "id =": id, "day =": day, "type =": type, "day <": before }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  const where = ["1", ...given.map(([column]) => `${column} ?`)].join(" AND ");
  const query = `SELECT ${COLUMNS} FROM report WHERE ${where} ORDER BY day DESC, created_at DESC, id DESC LIMIT ?`;
  const reports: StoredReport[] = [];
  let bytes = 0;
  for (const report of rowsOf<StoredReport>(sql, query, ...given.map(([, value]) => value), limit)) {
    bytes += report.size;
    if (bytes > most && reports.length > 0) break;
    reports.push(report);
  }
  return reports;
}
