import { csvLines } from "../../src/lib/text/csv";
import { plainText } from "./plain-text.ts";
import type { Report } from "./report.ts";
import { foundText } from "./summary.ts";

/** One row per finding. Cells that a spreadsheet would run are escaped. */
export function csvReport({ groups, comparison }: Report): string {
  const rows = groups.flatMap(({ id, severity, title, fix, findings }) =>
    findings.map((finding) => [
      plainText(finding.url, 2_048),
      id,
      severity,
      plainText(title),
      plainText(foundText(finding), 1_000),
      plainText(finding.expected, 1_000),
      plainText(fix ?? "", 1_000),
      comparison && (finding.isNew ? "yes" : "no"),
    ]),
  );
  return csvLines([["url", "issue", "severity", "title", "found", "expected", "fix", "new"], ...rows]);
}
