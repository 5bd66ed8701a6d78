import { authorizeDomain, type Caller } from "../../accounts";
import { openDb } from "../../db/client";
import { windowOf } from "../core/report/figures/scene";
import type { AnswersEnv } from "../answers/answers-of";
import { findReport, listReports, type ReportRow } from "../answers/reports";
import { countOpenRuns } from "../repo/reports";
import type { ReportsQuery } from "../schemas";

/** docs/visibility-report.md: reports, newest first, and the status of today's window. @throws ApiError as authorizeDomain. */
export async function listVisibilityReports(
  env: Pick<AnswersEnv, "DB" | "DOMAIN_ANSWERS">,
  caller: Caller,
  query: ReportsQuery,
  now: number,
) {
  const db = openDb(env.DB);
  const domain = await authorizeDomain(db, caller, query.domain);
  const window = windowOf(now);
  const [reports, today, openRuns] = await Promise.all([
    listReports(env, domain.id, { day: query.date }, query.limit),
    findReport(env, domain.id, { day: window.to, type: "auto" }),
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
