import { PageIndex } from "./page-index";
import { lastPagePart, nextPagePart, readPagePart, writePagePart, type PagePart } from "./page-rows";
import { packedPieces, joinPages, packedSize, packPage, unpackPages, type PackedPages } from "./packed-pages";
import type { KeptPage } from "./kept-page";

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

/** What is read of a part for its pages. */
type TextRow = { paths: string; lines: string; edges: ArrayBuffer | null };

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
    let part = lastPagePart(this.sql, runId);
    let waiting: PackedPages[] = [];
    let size = part ? packedSize(part.packed) : 0;
    const write = () => {
      if (waiting.length === 0) return;
      const number = part?.number ?? nextPagePart(this.sql, runId);
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

  private write(runId: string, part: PagePart): void {
    this.indexes.delete(runId);
    writePagePart(this.sql, runId, part);
  }

  /** Changes pages of a run by their `seq`. The values are absolute, so repeating it changes nothing. */
  change(runId: string, changes: ReadonlyMap<number, PageChange>): void {
    const index = this.indexOf(runId);
    const touched = new Set<number>();
    for (const seq of changes.keys()) {
      const position = index.positionOf(seq);
      if (position >= 0) touched.add(index.placeAt(position).part);
    }
    for (const number of touched) {
      const { packed } = readPagePart(this.sql, runId, number);
      const positions = index.positionsIn(number);
      const pages = unpackPages(packed, positions.keys()).map((page, at) =>
        packPage(positions[at]! < 0 ? page : { ...page, ...changes.get(page.seq) }),
      );
      const [only, ...more] = packedPieces(pages, MAX_PART_BYTES);
      if (more.length === 0) {
        writePagePart(this.sql, runId, { number, packed: only! });
        index.update(number, only!.facts);
        continue;
      }
      // It grew too large: pages go to new parts, but not those that were stored again later, because the last one counts.
      const living = pages.filter((_, at) => positions[at]! >= 0);
      for (const [i, piece] of packedPieces(living, MAX_PART_BYTES).entries())
        this.write(runId, { number: i === 0 ? number : nextPagePart(this.sql, runId), packed: piece });
    }
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
      const row = this.sql.exec<TextRow>(query, runId, number).one();
      const packed = { ...row, edges: row.edges && new Uint8Array(row.edges) };
      const unpacked = unpackPages(
        packed,
        places.map(({ at }) => at),
      );
      places.forEach(({ i }, at) => (pages[i] = unpacked[at]!));
    }
    return pages;
  }

  has(runId: string): boolean {
    return this.indexOf(runId).size > 0;
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
    const index = this.indexOf(runId);
    const query = "SELECT number, paths FROM page WHERE run_id = ?1 ORDER BY number";
    for (const row of this.sql.exec<{ number: number; paths: string }>(query, runId)) {
      const paths = row.paths.split("\n");
      index.positionsIn(row.number).forEach((position, at) => position >= 0 && visit(position, paths[at]!));
    }
  }

  /** Deletes all pages of a run at once, so that a concurrent reader sees an early end, never a gap. */
  drop(runId: string): void {
    this.indexes.delete(runId);
    this.sql.exec("DELETE FROM page WHERE run_id = ?1", runId);
  }
}
