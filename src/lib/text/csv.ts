import { csvFormatRow } from "d3-dsv";

export type CsvCell = string | number | boolean | null;

/** Begins a formula, also in full width, which East Asian versions of Excel accept. */
const FORMULA = "[=+\\-@＝＋－＠]";
/** What spreadsheets skip or drop before a formula. */
const SKIPPED = `\\s\\p{C}"'`;
/** A cell that may run: by its first character (OWASP, "CSV Injection"), or by the first that is not skipped. */
const RUNS = new RegExp(`^(?:'*[\\t\\r\\n]|[${SKIPPED}]*${FORMULA})`, "u");
/**
 * Where a spreadsheet whose separator is a semicolon or a tab begins a new cell inside of ours. It does not see our
 * quotes then, so a line break ends the row. Each run is matched once, with or without a formula, to take linear time.
 */
const SEPARATED = new RegExp(`([;\\t\\r\\n][${SKIPPED};]*)(${FORMULA}?)`, "gu");

/**
 * Rows as RFC 4180 text, each line ending with CRLF. Text that a spreadsheet would run as a formula gets an apostrophe:
 * at the start of its cell, and before a formula that follows a semicolon, a tab or a line break. Numbers are
 * unchanged. Null becomes an empty cell. Text with an apostrophe before a formula gets another one, so no text is lost.
 */
export function csvLines(rows: ReadonlyArray<readonly CsvCell[]>): string {
  return rows.map((row) => `${csvFormatRow(row.map(cellText))}\r\n`).join("");
}

function cellText(cell: CsvCell): string {
  return typeof cell === "string" ? defused(cell) : String(cell ?? "");
}

function defused(text: string): string {
  const inside = text.replaceAll(SEPARATED, (_, before: string, formula: string) =>
    formula === "" ? before : `${before}'${formula}`,
  );
  return RUNS.test(text) ? `'${inside}` : inside;
}
