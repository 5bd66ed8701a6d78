import {
  MAX_SHOWN_IMAGE_BYTES,
  NO_STATUS,
  REFUSALS,
  type FaultyFile,
  type FileStats,
} from "../../../model/site/file-statuses";
import { serverName } from "../../../../lib/hosts/server-name";
import type { FileResult, FileTarget, FoundFile } from "../../../model/run/calls";

/** Files requested per run. */
export const FILE_BUDGET = 5_000;
/** Distinct files kept per run; pages that refer to later ones are not judged by them. */
const MAX_KNOWN = 50_000;
/** Links to one other server that are requested per run, at one per second. */
const MAX_OF_HOST = 100;
/** Files handed to a job at once, and those of one other server among them. */
const BATCH = 100;
const BATCH_OF_HOST = 3;
const SHOWN_URL = 300;
const MAX_FAULTY = 10_000;

/**
 * The distinct files that the pages of a run refer to, in order of discovery (status NULL: not requested yet), and what each
 * page refers to. `host`: the name of the server if it is not the site's own.
 */
export function createFiles(sql: SqlStorage): void {
  sql.exec(`
    CREATE TABLE IF NOT EXISTS file(
      seq INTEGER PRIMARY KEY, run_id TEXT NOT NULL, hash INTEGER NOT NULL, url TEXT NOT NULL, host TEXT,
      image INTEGER NOT NULL, status INTEGER, type TEXT, bytes INTEGER, UNIQUE (run_id, hash));
    CREATE INDEX IF NOT EXISTS file_due ON file(run_id, seq) WHERE status IS NULL AND host IS NULL;
    CREATE INDEX IF NOT EXISTS file_elsewhere ON file(run_id, host, seq) WHERE host IS NOT NULL;`);
}

/** Adds files. A known one keeps its row; that a page shows it as an image is remembered. */
export function storeFiles(sql: SqlStorage, runId: string, found: readonly FoundFile[]): void {
  sql.exec(
    `INSERT INTO file (run_id, hash, url, host, image)
     SELECT ?1, value ->> 'hash', value ->> 'url', value ->> 'host', value ->> 'image' FROM json_each(?2)
     WHERE (SELECT count(*) FROM file WHERE run_id = ?1) + key < ${MAX_KNOWN}
     ON CONFLICT (run_id, hash) DO UPDATE SET image = 1 WHERE excluded.image = 1 AND image = 0`,
    runId,
    JSON.stringify(found),
  );
}

/** Stores responses. They are absolute, so storing one again changes nothing. */
export function storeFileResults(sql: SqlStorage, runId: string, results: readonly FileResult[]): void {
  sql.exec(
    `UPDATE file SET status = job.value ->> 'status', type = job.value ->> 'contentType', bytes = job.value ->> 'bytes'
     FROM json_each(?2) AS job WHERE run_id = ?1 AND hash = job.value ->> 'hash'`,
    runId,
    JSON.stringify(results),
  );
}

/** Gives up what has not been requested yet from a silent host; null: from the site itself. */
export function skipHost(sql: SqlStorage, runId: string, host: string | null): void {
  const skip = `UPDATE file SET status = ${NO_STATUS.unasked} WHERE run_id = ?1 AND status IS NULL`;
  if (host === null) return void sql.exec(`${skip} AND host IS NULL`, runId);
  const isOnHost = "substr(url, instr(url, '://') + 3, length(?3) + 1) = ?3 || '/'";
  sql.exec(`${skip} AND host = ?2 AND ${isOnHost}`, runId, serverName(host), host);
}

/** The next files to request: the site's own, and a few of each other server. */
export function dueFiles(sql: SqlStorage, runId: string): FileTarget[] {
  const asked = sql
    .exec<{ n: number }>(
      `SELECT count(*) AS n FROM file WHERE run_id = ?1 AND status >= 0 OR run_id = ?1 AND status = ${NO_STATUS.noSuchHost}`,
      runId,
    )
    .one().n;
  const room = Math.min(BATCH, FILE_BUDGET - asked);
  if (room <= 0) return [];
  const columns = "hash, url, host, image";
  const own = sql
    .exec(
      `SELECT ${columns} FROM file WHERE run_id = ?1 AND status IS NULL AND host IS NULL ORDER BY seq LIMIT ?2`,
      runId,
      room,
    )
    .toArray();
  const others = sql
    .exec(
      `SELECT ${columns} FROM (
         SELECT ${columns}, seq, row_number() OVER (PARTITION BY host ORDER BY seq) AS place FROM (
           SELECT ${columns}, seq, status, row_number() OVER (PARTITION BY host ORDER BY seq) AS of_host
           FROM file WHERE run_id = ?1 AND host IS NOT NULL)
         WHERE status IS NULL AND of_host <= ${MAX_OF_HOST})
       WHERE place <= ${BATCH_OF_HOST} ORDER BY seq LIMIT ?2`,
      runId,
      Math.min(BATCH, FILE_BUDGET - asked - own.length),
    )
    .toArray();
  return [...own, ...others] as unknown as FileTarget[];
}

/** Files with something to report. */
export function readFaultyFiles(sql: SqlStorage, runId: string): FaultyFile[] {
  const rows = sql.exec(
    `SELECT hash, substr(url, 1, ${SHOWN_URL}) AS url, host IS NOT NULL AS external, status, type AS contentType, bytes
     FROM file WHERE run_id = ?1 AND (status >= 400 OR status = ${NO_STATUS.noSuchHost}
       OR image = 1 AND status = 200 AND (bytes > ${MAX_SHOWN_IMAGE_BYTES} OR type NOT LIKE 'image/%')) LIMIT ${MAX_FAULTY}`,
    runId,
  );
  return Array.from(rows, (row) => ({ ...(row as unknown as FaultyFile), external: row["external"] === 1 }));
}

export function fileStats(sql: SqlStorage, runId: string): FileStats | null {
  const { found, external, asked, left, blocked, broken } = sql
    .exec<Record<"found" | "external" | "asked" | "left" | "blocked" | "broken", number>>(
      `SELECT count(*) AS found, count(host) AS external,
         count(CASE WHEN status >= 0 OR status = ${NO_STATUS.noSuchHost} THEN 1 END) AS asked,
         count(CASE WHEN status IS NULL OR status = ${NO_STATUS.unasked} THEN 1 END) AS left,
         count(CASE WHEN status = ${NO_STATUS.blocked} THEN 1 END) AS blocked,
         count(CASE WHEN host IS NULL AND status >= 400 AND status NOT IN (${REFUSALS.join()})
           OR status IN (404, 410, ${NO_STATUS.noSuchHost}) THEN 1 END) AS broken
       FROM file WHERE run_id = ?1`,
      runId,
    )
    .one();
  return found === 0 ? null : { found, external, asked, budget: FILE_BUDGET, left, blocked, broken };
}

/** Gives a run the files of the pages that it carries; it requests them again. */
export function carryFiles(sql: SqlStorage, fromRunId: string, runId: string): void {
  sql.exec("UPDATE file SET run_id = ?2, status = NULL, type = NULL, bytes = NULL WHERE run_id = ?1", fromRunId, runId);
}

/** Forgets all files, except those of a run that another one may continue. */
export function dropFiles(sql: SqlStorage, exceptRunId: string | null): void {
  sql.exec("DELETE FROM file WHERE run_id IS NOT ?1", exceptRunId);
}
