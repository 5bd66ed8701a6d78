import type { PackedPages } from "./packed-pages";

/** The pages of the domain's latest runs, many per row, in the order in which they were stored. See PackedPages. */
export function createPages(sql: SqlStorage): void {
  sql.exec(`CREATE TABLE IF NOT EXISTS page(
    run_id TEXT NOT NULL, number INTEGER NOT NULL, facts BLOB NOT NULL, paths TEXT NOT NULL, lines TEXT NOT NULL,
    edges BLOB NOT NULL, PRIMARY KEY (run_id, number)) WITHOUT ROWID`);
}

/** Pages in one row. */
export interface PagePart {
  number: number;
  packed: PackedPages;
}

type PartRow = { number: number; facts: ArrayBuffer; paths: string; lines: string; edges: ArrayBuffer };
const COLUMNS = "number, facts, paths, lines, edges";

export function readPagePart(sql: SqlStorage, runId: string, number: number): PagePart {
  const query = `SELECT ${COLUMNS} FROM page WHERE run_id = ?1 AND number = ?2`;
  return partOf(sql.exec<PartRow>(query, runId, number).one());
}

/** Null: the run has no pages yet. */
export function lastPagePart(sql: SqlStorage, runId: string): PagePart | null {
  const query = `SELECT ${COLUMNS} FROM page WHERE run_id = ?1 ORDER BY number DESC LIMIT 1`;
  const [row] = sql.exec<PartRow>(query, runId).toArray();
  return row ? partOf(row) : null;
}

function partOf({ number, facts, paths, lines, edges }: PartRow): PagePart {
  return { number, packed: { facts: new Uint8Array(facts), paths, lines, edges: new Uint8Array(edges) } };
}

/** The number of a run's next part. */
export function nextPagePart(sql: SqlStorage, runId: string): number {
  const next = "SELECT coalesce(max(number), 0) + 1 AS n FROM page WHERE run_id = ?1";
  return sql.exec<{ n: number }>(next, runId).one().n;
}

/** Stores a part, or replaces it. */
export function writePagePart(sql: SqlStorage, runId: string, { number, packed }: PagePart): void {
  sql.exec(
    `INSERT INTO page (run_id, ${COLUMNS}) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
     ON CONFLICT (run_id, number) DO UPDATE SET facts = excluded.facts, paths = excluded.paths, lines = excluded.lines, edges = excluded.edges`,
    runId,
    number,
    packed.facts.buffer,
    packed.paths,
    packed.lines,
    packed.edges.buffer,
  );
}

/** Ids of the runs that have pages here. */
export function storedRuns(sql: SqlStorage): string[] {
  const next = "SELECT min(run_id) AS id FROM page WHERE run_id > ?1";
  const ids: string[] = [];
  for (let id: string | null = ""; id !== null;) {
    id = sql.exec<{ id: string | null }>(next, id).one().id;
    if (id !== null) ids.push(id);
  }
  return ids;
}
