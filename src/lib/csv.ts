import Papa from "papaparse";

export type CsvCell = string | number | boolean | null;

/**
 * Rows as RFC 4180 text, each line ended by CRLF. Cells that a spreadsheet would run as a formula (they begin with =, +, -,
 * @, tab or carriage return) get an apostrophe in front; numbers stay as they are. Null becomes an empty cell.
 */
export function csvLines(rows: ReadonlyArray<readonly CsvCell[]>): string {
  if (rows.length === 0) return "";
  return `${Papa.unparse(rows as CsvCell[][], { escapeFormulae: true, newline: "\r\n" })}\r\n`;
}
