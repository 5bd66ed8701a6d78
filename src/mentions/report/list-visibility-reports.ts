import { authorizeDomain, type Caller } from "../../accounts";
import type { Db } from "../../db/client";
import { windowOf } from "../core/report/figures/scene";
import { countOpenRuns, findReport, listReports, type ReportRow } from "../repo/reports";
import type { ReportsQuery } from "../schemas";

/** docs/visibility-report.md: reports, newest first, and the status of today's window. @throws ApiError as authorizeDomain. */
export async function listVisibilityReports(db: Db, caller: Caller, query: ReportsQuery, now: number) {
  const domain = await authorizeDomain(db, caller, query.domain);
  const window = windowOf(now);
  const [reports, today, openRuns] = await Promise.all([
    listReports(db, domain.id, query),
    findReport(db, domain.id, window.to),
    countOpenRuns(db, domain.id, window),
  ]);
  return {
    reports: reports.map(presentReport),
    todayStatus: { hasReport: today !== undefined, runsComplete: openRuns === 0, reportId: today?.id ?? null },
  };
}

function presentReport(row: ReportRow) {
  const { id, dateUtc, reportType, weekStartUtc, reportJson, reportMarkdown } = row;
  const createdAt = new Date(row.createdAt).toISOString();
  return { id, dateUtc, reportType, weekStartUtc, reportJson, reportMarkdown, createdAt };
}
