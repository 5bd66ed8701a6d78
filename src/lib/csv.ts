import Papa from "papaparse";

export type CsvCell = string | number | boolean | null;

/** The library's own pattern misses a formula that goes on in a second line. */
const FORMULA = /^[=+\-@\t\r\n]/;

/**
 * Rows as RFC 4180 text, each line ended by CRLF. Cells that a spreadsheet would run as a formula (they begin with =, +, -,
 * @, tab, carriage return or newline) get an apostrophe in front; numbers stay as they are. Null becomes an empty cell.
 */
export function csvLines(rows: ReadonlyArray<readonly CsvCell[]>): string {
  if (rows.length === 0) return "";
  return `${Papa.unparse(rows as CsvCell[][], { escapeFormulae: FORMULA, newline: "\r\n" })}\r\n`;
}
