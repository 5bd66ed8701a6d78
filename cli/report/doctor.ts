import type { DoctorFinding } from "../../src/doctor/core/judge-checkup";
import { countOf, plainText } from "./plain-text.ts";
import { painter } from "./text.ts";

const SIGNS = { ok: "ok", note: "-", warning: "warning", failed: "FAILED" } as const;
const COLOURS = { ok: "green", note: "dim", warning: "yellow", failed: "red" } as const;

/** The doctor's findings for a person at a terminal: a table, then the cause and the remedy of each failure. */
export function doctorReport(
  service: string,
  findings: readonly DoctorFinding[],
  { colours }: { colours: boolean },
): string {
  const paint = painter(colours);
  const [parts, names, signs] = [
    findings.map(({ part }) => part),
    findings.map(({ name }) => plainText(name, 60)),
    findings.map(({ verdict }) => SIGNS[verdict]),
  ].map(widthOf) as [number, number, number];
  const rows = findings.map(({ part, name, verdict, seen, cause }) => {
    const said = [plainText(seen, 200), verdict === "note" ? (cause ?? "") : ""].filter((each) => each !== "");
    const row = `${part.padEnd(parts)}  ${plainText(name, 60).padEnd(names)}`;
    return `${row}  ${paint(COLOURS[verdict], SIGNS[verdict].padEnd(signs))}  ${said.join(". ")}`.trimEnd();
  });
  const wrong = findings.filter(({ verdict }) => verdict === "failed" || verdict === "warning");
  const details = wrong.flatMap(({ part, name, verdict, seen, cause, remedy }) => [
    "",
    paint(COLOURS[verdict], `${SIGNS[verdict]}: ${part} ${plainText(name, 60)}`),
    ...(seen === "" ? [] : [`  Seen:   ${plainText(seen, 300)}`]),
    `  Cause:  ${cause ?? "unknown"}`,
    ...(remedy === null ? [] : [`  Remedy: ${remedy}`]),
  ]);
  const failures = wrong.filter(({ verdict }) => verdict === "failed").length;
  const warnings = wrong.length - failures;
  const end = `${countOf(failures, "failure")}, ${countOf(warnings, "warning")}.`;
  return `${[plainText(service, 200), "", ...rows, ...details, "", end].join("\n")}\n`;
}

const widthOf = (texts: readonly string[]) => Math.max(0, ...texts.map(({ length }) => length));
