import { answersOf, type AnswersEnv } from "./answers-of";
import type { ReportFilter, ReportType, StoredReport } from "./report-rows";
import { packedJson, unpackedJson } from "./stored-answer";

/** A stored report. */
export interface ReportRow {
  id: string;
  /** `yyyy-mm-dd`, UTC. */
  dateUtc: string;
  reportType: ReportType;
  weekStartUtc: string | null;
  reportJson: string;
  reportMarkdown: string;
  createdAt: number;
}

type ReportsEnv = Pick<AnswersEnv, "DOMAIN_ANSWERS">;
interface Texts {
  json: string;
  markdown: string;
}

/** Reports read at once. */
const LIST_BYTES = 8 * 1024 * 1024;

/**
 * Stores a day's report. Replaces an older report of the day under the same id; an older one never replaces a newer one.
 */
export async function saveReport(env: ReportsEnv, domainId: string, row: ReportRow): Promise<void> {
  const { id, dateUtc: day, reportType: type, weekStartUtc: weekStart, createdAt } = row;
  const texts: Texts = { json: row.reportJson, markdown: row.reportMarkdown };
  await answersOf(env, domainId).putReport({ id, day, type, weekStart, createdAt, ...packedJson(texts) });
}

function readRow({ id, day, type, weekStart, createdAt, body }: StoredReport): ReportRow {
  const { json, markdown } = unpackedJson(body) as Texts;
  return {
    id,
    dateUtc: day,
    reportType: type,
    weekStartUtc: weekStart,
    reportJson: json,
    reportMarkdown: markdown,
    createdAt,
  };
}

/** The newest reports of a domain that match: at most `limit` and 8 MiB. */
export async function listReports(
  env: ReportsEnv,
  domainId: string,
  filter: ReportFilter,
  limit: number,
): Promise<ReportRow[]> {
  const rows = await answersOf(env, domainId).reports(filter, limit, LIST_BYTES);
  return rows.map(readRow);
}

/** The newest report that matches. */
export async function findReport(
  env: ReportsEnv,
  domainId: string,
  filter: ReportFilter,
): Promise<ReportRow | undefined> {
  return (await listReports(env, domainId, filter, 1))[0];
}
