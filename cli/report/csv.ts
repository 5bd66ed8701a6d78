import { csvLines } from "../../src/lib/csv";
import { plainText } from "./plain-text.ts";
import type { Report } from "./report.ts";

/** One row per finding. Cells that a spreadsheet would run are escaped. */
export function csvReport({ groups, comparison }: Report): string {
  const rows = groups.flatMap(({ id, severity, title, fix, findings }) =>
    findings.map(({ url, found, expected, isNew }) => [
      plainText(url, 2_048),
      id,
      severity,
      plainText(title),
      plainText(found, 1_000),
      plainText(expected, 1_000),
      plainText(fix ?? "", 1_000),
      comparison && (isNew ? "yes" : "no"),
    ]),
  );
  return csvLines([["url", "issue", "severity", "title", "found", "expected", "fix", "new"], ...rows]);
}
