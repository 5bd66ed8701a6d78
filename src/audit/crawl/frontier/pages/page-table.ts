import { PageIndex } from "./page-index";
import { joinPages, packedSize, packPage, unpackPages, type KeptPage, type PackedPages } from "./packed-pages";

/** A part takes more pages until it has this size, bytes. Every page that is read costs reading its part. */
const PART_BYTES = 128 * 1024;
/** A row may take 2 MB. One page takes most of that at worst; more of them share a part only below this size, bytes. */
const MAX_PART_BYTES = 512 * 1024;
/** Characters and bytes of pages per response: a response of an object may have at most 32 MiB. */
const MAX_RESPONSE = 4_000_000;
/** Pages read at once where all are read. */
const BATCH = 500;
/** Runs whose index is kept in memory: the one that is read, and the two that an analysis compares. */
const MAX_INDEXES = 2;

/** The pages of the domain's latest runs, many per row, in the order in which they were stored. See PackedPages. */
export function createPages(sql: SqlStorage): void {
  sql.exec(`CREATE TABLE IF NOT EXISTS page(
    run_id TEXT NOT NULL, number INTEGER NOT NULL, facts BLOB NOT NULL, paths TEXT NOT NULL, lines TEXT NOT NULL,
    edges BLOB NOT NULL, PRIMARY KEY (run_id, number)) WITHOUT ROWID`);
}

interface Part {
  number: number;
  packed: PackedPages;
}

type PartRow = { number: number; facts: ArrayBuffer; paths: string; lines: string; edges: ArrayBuffer };

/** What may change of a page that is stored. */
export type PageChange = Partial<Omit<KeptPage, "seq" | "path">>;

/** The pages of runs, by run and place in the run. Storing a page again replaces it. */
export class PageTable {
  private readonly indexes = new Map<string, PageIndex>();

  constructor(private readonly sql: SqlStorage) {}

  /** Drops what is in memory. Call it after a rollback. */
  forget(): void {
    this.indexes.clear();
  }

  /** The pages of a run in their order. */
  indexOf(runId: string): PageIndex {
    let index = this.indexes.get(runId);
    if (index === undefined) {
      const query = "SELECT number, facts FROM page WHERE run_id = ?1 ORDER BY number";
      index = new PageIndex(this.sql.exec<{ number: number; facts: ArrayBuffer }>(query, runId).toArray());
    }
    this.indexes.delete(runId);
    for (const id of [...this.indexes.keys()].slice(0, Math.max(0, this.indexes.size + 1 - MAX_INDEXES)))
      this.indexes.delete(id);
    this.indexes.set(runId, index);
    return index;
  }

  /** Stores pages of a run. Storing them twice leaves each once. */
  store(runId: string, pages: Iterable<KeptPage>): void {
    let part = this.lastPart(runId);
    let waiting: PackedPages[] = [];
    let size = part ? packedSize(part.packed) : 0;
    const write = () => {
      if (waiting.length === 0) return;
      const number = part?.number ?? this.nextNumber(runId);
      this.write(runId, { number, packed: joinPages(part ? [part.packed, ...waiting] : waiting) });
      [part, waiting, size] = [null, [], 0];
    };
    for (const page of pages) {
      const packed = packPage(page);
      const adds = packedSize(packed);
      if (size > 0 && size + adds > PART_BYTES) {
        write();
        // Nothing was waiting: the last part is full.
        [part, size] = [null, 0];
      }
      waiting.push(packed);
      size += adds;
    }
    write();
  }

  private nextNumber(runId: string): number {
    const next = "SELECT coalesce(max(number), 0) + 1 AS n FROM page WHERE run_id = ?1";
    return this.sql.exec<{ n: number }>(next, runId).one().n;
  }

  private lastPart(runId: string): Part | null {
    const last = "SELECT number, facts, paths, lines, edges FROM page WHERE run_id = ?1 ORDER BY number DESC LIMIT 1";
    const [row] = this.sql.exec<PartRow>(last, runId).toArray();
    return row ? partOf(row) : null;
  }

  private write(runId: string, { number, packed: { facts, paths, lines, edges } }: Part): void {
    this.indexes.delete(runId);
    this.sql.exec(
      `INSERT INTO page (run_id, number, facts, paths, lines, edges) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
       ON CONFLICT (run_id, number) DO UPDATE SET facts = excluded.facts, paths = excluded.paths, lines = excluded.lines, edges = excluded.edges`,
      runId,
      number,
      facts.buffer,
      paths,
      lines,
      edges.buffer,
    );
  }

  /** Changes pages of a run by their `seq`. The values are absolute, so repeating it changes nothing. */
  change(runId: string, changes: ReadonlyMap<number, PageChange>): void {
    const index = this.indexOf(runId);
    const touched = new Set<number>();
    for (const seq of changes.keys()) {
      const position = index.positionOf(seq);
      if (position >= 0) touched.add(index.placeAt(position).part);
    }
    const byPart = index.byPart();
    for (const number of touched) {
      const { packed } = this.part(runId, number);
      // Without the pages that were stored again later.
      const places = byPart.get(number)!.map(({ at }) => at);
      const pages = unpackPages(packed, places).map((page) => packPage({ ...page, ...changes.get(page.seq) }));
      // A part that grew too large gives pages to new ones.
      for (const [i, piece] of inPieces(pages).entries())
        this.write(runId, { number: i === 0 ? number : this.nextNumber(runId), packed: piece });
    }
  }

  private part(runId: string, number: number): Part {
    const query = "SELECT number, facts, paths, lines, edges FROM page WHERE run_id = ?1 AND number = ?2";
    return partOf(this.sql.exec<PartRow>(query, runId, number).one());
  }

  /**
   * Reads pages at these positions of a run's index, in their order: as many from the first on as fit into one response.
   * Without `edges`, they have neither links nor files.
   */
  read(runId: string, positions: readonly number[], edges: boolean): KeptPage[] {
    const index = this.indexOf(runId);
    let size = 0;
    const end = positions.findIndex((position, i) => (size += index.factsAt(position).size) > MAX_RESPONSE && i > 0);
    const wanted = end < 0 ? positions : positions.slice(0, end);
    const byPart = new Map<number, Array<{ at: number; i: number }>>();
    wanted.forEach((position, i) => {
      const { part, at } = index.placeAt(position);
      const places = byPart.get(part);
      if (places) places.push({ at, i });
      else byPart.set(part, [{ at, i }]);
    });
    const pages: KeptPage[] = [];
    const query = `SELECT paths, lines, ${edges ? "edges" : "NULL AS edges"} FROM page WHERE run_id = ?1 AND number = ?2`;
    for (const [number, places] of byPart) {
      const row = this.sql.exec<Omit<PartRow, "edges"> & { edges: ArrayBuffer | null }>(query, runId, number).one();
      const packed = { ...row, edges: row.edges && new Uint8Array(row.edges) };
      const unpacked = unpackPages(
        packed,
        places.map(({ at }) => at),
      );
      places.forEach(({ i }, at) => (pages[i] = unpacked[at]!));
    }
    return pages;
  }

  /** All pages of a run in their order. */
  *all(runId: string): Generator<KeptPage> {
    for (let position = 0, { size } = this.indexOf(runId); position < size;) {
      const batch = Array.from({ length: Math.min(BATCH, size - position) }, (_, i) => position + i);
      const pages = this.read(runId, batch, true);
      yield* pages;
      position += pages.length;
    }
  }

  /** Visits the paths of a run's pages, part by part: a site may have many long ones. */
  eachPath(runId: string, visit: (position: number, path: string) => void): void {
    const byPart = this.indexOf(runId).byPart();
    const query = "SELECT number, paths FROM page WHERE run_id = ?1 ORDER BY number";
    for (const row of this.sql.exec<{ number: number; paths: string }>(query, runId)) {
      const paths = row.paths.split("\n");
      for (const { position, at } of byPart.get(row.number) ?? []) visit(position, paths[at]!);
    }
  }

  /** Ids of the runs that have pages here. */
  runs(): string[] {
    const next = "SELECT min(run_id) AS id FROM page WHERE run_id > ?1";
    const ids: string[] = [];
    for (let id: string | null = ""; id !== null;) {
      id = this.sql.exec<{ id: string | null }>(next, id).one().id;
      if (id !== null) ids.push(id);
    }
    return ids;
  }

  /** Deletes all pages of a run at once, so that a concurrent reader sees an early end, never a gap. */
  drop(runId: string): void {
    this.indexes.delete(runId);
    this.sql.exec("DELETE FROM page WHERE run_id = ?1", runId);
  }
}

function partOf({ number, facts, paths, lines, edges }: PartRow): Part {
  return { number, packed: { facts: new Uint8Array(facts), paths, lines, edges: new Uint8Array(edges) } };
}

function inPieces(pages: readonly PackedPages[]): PackedPages[] {
  const pieces: PackedPages[][] = [[]];
  let size = 0;
  for (const page of pages) {
    const adds = packedSize(page);
    if (size > 0 && size + adds > MAX_PART_BYTES) {
      pieces.push([]);
      size = 0;
    }
    pieces.at(-1)!.push(page);
    size += adds;
  }
  return pieces.map(joinPages);
}
