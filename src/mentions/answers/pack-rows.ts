import { PARTS, rowsOf } from "./answer-rows";
import type { StoredParts } from "./stored-answer";

/** A file of R2, and the day of its answers. */
export interface Pack {
  key: string;
  day: string;
}

/** A file that must be written anew or deleted, because what it has is outdated or gone. */
export function duePack(sql: SqlStorage): Pack | undefined {
  return [...rowsOf<Pack>(sql, "SELECT key, day FROM pack WHERE due = 1 LIMIT 1")][0];
}

/** Names a file before it is written, so that none is ever forgotten. */
export function beginPack(sql: SqlStorage, { key, day }: Pack): void {
  sql.exec("INSERT INTO pack (key, day, due) VALUES (?, ?, 1)", key, day);
}

export function forgetPack(sql: SqlStorage, key: string): void {
  sql.exec("DELETE FROM pack WHERE key = ?", key);
}

/** Notes that a file has nothing outdated. */
export function settlePack(sql: SqlStorage, key: string): void {
  sql.exec("UPDATE pack SET due = 0 WHERE key = ?", key);
}

/** Answers of a file, in its order. */
export function rowsOfPack(sql: SqlStorage, { key, day }: Pack): StoredParts[] {
  return [...rowsOf<StoredParts>(sql, `SELECT ${PARTS} FROM answer WHERE day = ? AND pack = ? ORDER BY at`, day, key)];
}

/** A file holds some hundred answers: few enough to be written at once, enough to make files rare. */
const PACK_BYTES = 4 * 1024 * 1024;

/** The next settled answers from `fromDay` to `toDay` that are in no file: of one day, some megabytes. */
export function unpackedRows(sql: SqlStorage, fromDay: string, toDay: string): StoredParts[] {
  const rows: StoredParts[] = [];
  let bytes = 0;
  const query = `SELECT ${PARTS} FROM answer WHERE day BETWEEN ? AND ? AND pack IS NULL AND answer IS NOT NULL AND status IS NOT NULL
    ORDER BY day, created_at, run_id`;
  for (const row of rowsOf<StoredParts>(sql, query, fromDay, toDay)) {
    bytes += row.answer!.byteLength + (row.analysis?.byteLength ?? 0);
    if (rows.length > 0 && (row.day !== rows[0]!.day || bytes > PACK_BYTES)) break;
    rows.push(row);
  }
  return rows;
}

/** A row of a file, and how long its parts are there. */
export interface PackedRow {
  row: StoredParts;
  at: number;
  answerLength: number;
  analysisLength: number;
}

/** One file of these answers; `old` is the file that has what the rows lack. */
export function packOf(
  rows: readonly StoredParts[],
  old: ArrayBuffer | null,
): { body: Uint8Array; packed: PackedRow[] } {
  const pieces: Uint8Array[] = [];
  let length = 0;
  const add = (piece: ArrayBuffer | Uint8Array) => {
    pieces.push(new Uint8Array(piece as ArrayBuffer));
    length += piece.byteLength;
    return piece.byteLength;
  };
  const packed = rows.map((row) => {
    const at = length;
    const end = row.at + row.answerLength;
    const answerLength = add(row.answer ?? new Uint8Array(old!, row.at, row.answerLength));
    const kept = row.analysisLength > 0 ? new Uint8Array(old!, end, row.analysisLength) : new Uint8Array();
    const analysisLength = add(row.analysis ?? kept);
    return { row, at, answerLength, analysisLength };
  });
  const body = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    body.set(piece, at);
    at += piece.byteLength;
  }
  return { body, packed };
}

/**
 * Points rows to the file that has them now. One that changed while the file was written keeps what it has, and a file
 * with anything that no row points to is due again.
 */
export function switchToPack(sql: SqlStorage, key: string, packed: readonly PackedRow[], old: string | null): void {
  let switched = 0;
  for (const { row, at, answerLength, analysisLength } of packed) {
    switched += sql.exec(
      `UPDATE answer SET pack = ?, at = ?, answer_length = ?, analysis_length = ?, answer = NULL, analysis = NULL
       WHERE day = ? AND created_at = ? AND run_id = ? AND revision = ? AND pack IS ?`,
      key,
      at,
      answerLength,
      analysisLength,
      row.day,
      row.createdAt,
      row.runId,
      row.revision,
      row.pack,
    ).rowsWritten;
  }
  if (switched === packed.length) settlePack(sql, key);
  if (old !== null) sql.exec("UPDATE pack SET due = 1 WHERE key = ?", old);
}
