import Papa from "papaparse";

export type CsvCell = string | number | boolean | null;

/** The library's own pattern misses formulas that continue on a second line. */
const FORMULA = /^[=+\-@\t\r\n]/;

/**
 * Rows as RFC 4180 text, each line ending with CRLF. Cells that a spreadsheet would run as a formula (starting with =,
 * +, -, @, tab, carriage return or newline) get a leading apostrophe; numbers are unchanged. Null becomes an empty
 * cell.
 */
export function csvLines(rows: ReadonlyArray<readonly CsvCell[]>): string {
  if (rows.length === 0) return "";
  return `${Papa.unparse(rows as CsvCell[][], { escapeFormulae: FORMULA, newline: "\r\n" })}\r\n`;
}
