import { csvReport } from "./csv.ts";
import { htmlReport } from "./html.ts";
import { jsonlReport, jsonReport } from "./json.ts";
import { llmReport } from "./llm.ts";
import { markdownReport } from "./markdown.ts";
import type { Report, ReportPlace } from "./report.ts";
import { sarifReport } from "./sarif.ts";
import { textReport } from "./text.ts";

type Writer = (report: Report, options: ReportPlace) => string;

/** The formats of a report. */
export const FORMATS = {
  text: textReport,
  json: jsonReport,
  jsonl: jsonlReport,
  csv: csvReport,
  markdown: markdownReport,
  sarif: sarifReport,
  html: htmlReport,
  llm: llmReport,
} as const satisfies Record<string, Writer>;

export type Format = keyof typeof FORMATS;
