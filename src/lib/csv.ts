import { csvFormatRow } from "d3-dsv";

export type CsvCell = string | number | boolean | null;

const FORMULA = /^[=+\-@\t\r\n]/;

/**
 * Rows as RFC 4180 text, each line ending with CRLF. Cells that a spreadsheet would run as a formula (starting with =,
 * +, -, @, tab, carriage return or newline) get a leading apostrophe; numbers are unchanged. Null becomes an empty
 * cell.
 */
export function csvLines(rows: ReadonlyArray<readonly CsvCell[]>): string {
  return rows.map((row) => `${csvFormatRow(row.map(cellText))}\r\n`).join("");
}

function cellText(cell: CsvCell): string {
  const text = String(cell ?? "");
  return typeof cell === "string" && FORMULA.test(text) ? `'${text}` : text;
}
