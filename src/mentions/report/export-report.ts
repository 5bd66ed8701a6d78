import { authorizeDomain, type Caller } from "../../accounts";
import { openDb } from "../../db/client";
import { ApiError } from "../../errors/api-error";
import { asHtml, asMarkdown } from "../core/report/blocks";
import { reportDocument } from "../core/report/document";
import { readReport } from "../core/report/read-report";
import type { AnswersEnv } from "../answers/answers-of";
import { findReport } from "../answers/reports";
import type { ReportQuery } from "../schemas";

const TYPES = {
  markdown: ["text/markdown; charset=UTF-8", "md"],
  html: ["text/html; charset=UTF-8", "html"],
} as const;

/**
 * A stored report as a document to read or print, with links to the dashboard at `origin`. The first reports were Markdown and come unchanged, but only as such.
 * @throws ApiError `report_not_found`, also for reports without a document, and those of authorizeDomain.
 */
export async function exportReport(
  env: Pick<AnswersEnv, "DB" | "DOMAIN_ANSWERS">,
  caller: Caller,
  id: string,
  query: ReportQuery,
  origin: string,
) {
  const domain = await authorizeDomain(openDb(env.DB), caller, query.domain);
  const row = await findReport(env, domain.id, { id });
  const read = row && readReport(row);
  const [contentType, extension] = TYPES[query.format];
  const name = `visibility-${row?.dateUtc}.${extension}`;
  if (read?.format === "markdown" && query.format === "markdown") return { text: read.text, contentType, name };
  if (read?.format !== "v3") throw new ApiError("report_not_found", "This domain has no such report in this format.");
  const blocks = reportDocument(read.report, origin);
  return { text: query.format === "html" ? asHtml(blocks) : asMarkdown(blocks), contentType, name };
}
