import { plainText } from "../report/plain-text.ts";
import type { Report } from "../report/report.ts";
import { foundText } from "../report/summary.ts";

/** GitHub shows this many of each level per step. Its levels are called as our severities. */
const MOST_PER_LEVEL = 10;

/**
 * The report's findings as workflow commands that GitHub shows at the files of a pull request. Only pages of a served folder have
 * files. With a baseline, the report has only what is new.
 */
export function annotations({ saved, groups }: Report): string {
  const lines: string[] = [];
  const left = { error: MOST_PER_LEVEL, warning: MOST_PER_LEVEL, notice: MOST_PER_LEVEL };
  for (const { severity, title, findings } of groups)
    for (const finding of findings) {
      const file = finding.path === null ? undefined : saved.files?.[finding.path];
      if (file === undefined || left[severity]-- <= 0) continue;
      const properties = `file=${property(file)},line=1,title=${property(plainText(title, 200))}`;
      lines.push(`::${severity} ${properties}::${data(plainText(foundText(finding), 500))}\n`);
    }
  return lines.join("");
}

/** Escapes as the runner's toolkit does, so that no text of a page ends the line or the property. */
const data = (text: string) => text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
const property = (text: string) => data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
