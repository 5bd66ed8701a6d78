import { BlockReader } from "../core/packed/cell-block";
import { cellKey, lowOfKey, NAME_BITS, NAMES, pathOfKey } from "../core/packed/cell-keys";
import { blockNumber, blockOf, lastDayOf, numberedBlock, type DayBlock } from "../core/packed/day-blocks";
import { mergeCells, type CellSource } from "../core/packed/merge-cells";
import type { PathSums } from "../core/packed/path-sums";
import type { LogHead } from "./log-rows";

/** Cells that are not merged yet. */
export interface FreshCells {
  /** Cache and render by key. */
  cells: ReadonlyMap<number, readonly [cache: number, render: number]>;
  /** All keys, in their order. */
  keys: () => Float64Array;
}

/** A row is a part of a block: the paths from a number on. Its key has the block in front of that number. */
const PATH_STEP = 1 << 20;
const partKey = (block: DayBlock, path: number) => blockNumber(block) * PATH_STEP + path;
const PART_BYTES = 64 * 1_024;
/** A part that has grown beyond this is split. */
const MAX_PART_BYTES = 96 * 1_024;
const CELL_BYTES = 6;

/** The days of a report, since 1970, both inclusive. */
export interface DaySpan {
  firstDay: number;
  lastDay: number;
}

/** Reads a block path by path, one of its rows at a time. */
class BlockRows implements CellSource {
  private reader: BlockReader;
  private part = -1;

  constructor(
    private readonly sql: SqlStorage,
    readonly block: DayBlock,
  ) {
    this.reader = this.load("part >= ?1 AND part < ?2 ORDER BY part", 0, PATH_STEP);
    this.skipEmpty();
  }

  get path(): number {
    return this.reader.path;
  }

  step(): void {
    this.reader.step();
    this.skipEmpty();
  }

  /** Goes on to the first path from `path` on. */
  seek(path: number): void {
    if (this.path >= path || this.path === Infinity) return;
    this.reader.seek(path);
    if (this.path < Infinity) return;
    const before = this.part;
    const next = this.load("part > ?1 AND part <= ?2 ORDER BY part DESC", this.part % PATH_STEP, path);
    // The path is behind the end of its row, or in another one.
    if (this.part !== before) this.reader = next;
    this.reader.seek(path);
    this.skipEmpty();
  }

  addTo(sums: PathSums, { firstDay, lastDay }: DaySpan): void {
    const { first } = this.block;
    this.reader.addTo(sums, firstDay, lastDay, firstDay <= first && lastDayOf(this.block) <= lastDay);
  }

  cells(): number[] {
    return this.reader.cells();
  }

  packed(firstDay: number, hasDays: boolean): Uint8Array | null {
    return this.reader.packed(firstDay, hasDays);
  }

  private skipEmpty(): void {
    while (this.path === Infinity) {
      const before = this.part;
      const next = this.load("part > ?1 AND part < ?2 ORDER BY part", this.part % PATH_STEP, PATH_STEP);
      if (this.part === before) return;
      this.reader = next;
    }
  }

  private load(where: string, from: number, to: number): BlockReader {
    const [row] = this.sql
      .exec<{ part: number; cells: ArrayBuffer }>(
        `SELECT part, cells FROM visit_cell WHERE ${where} LIMIT 1`,
        partKey(this.block, from),
        partKey(this.block, to),
      )
      .toArray();
    if (row) this.part = row.part;
    return new BlockReader(new Uint8Array(row?.cells ?? []), this.block.first, this.block.shift > 0);
  }
}

/** Reads cells that are not merged yet path by path. */
class FreshRows implements CellSource {
  path = 0;
  private next = 0;
  private from = 0;

  constructor(
    private readonly keys: Float64Array,
    private readonly fresh: FreshCells,
  ) {
    this.step();
  }

  step(): void {
    this.from = this.next;
    this.path = this.from < this.keys.length ? pathOfKey(this.keys[this.from]!) : Infinity;
    const end = cellKey(this.path + 1, 0, 0);
    while (this.next < this.keys.length && this.keys[this.next]! < end) this.next++;
  }

  seek(path: number): void {
    let high = this.keys.length;
    for (const start = cellKey(path, 0, 0); this.next < high;) {
      const middle = (this.next + high) >> 1;
      if (this.keys[middle]! < start) this.next = middle + 1;
      else high = middle;
    }
    this.step();
  }

  packed(): null {
    return null;
  }

  cells(): number[] {
    const cells: number[] = [];
    for (let i = this.from; i < this.next; i++) {
      const key = this.keys[i]!;
      const [cache, render] = this.fresh.cells.get(key)!;
      cells.push(lowOfKey(key), cache, render);
    }
    return cells;
  }

  addTo(sums: PathSums, { firstDay, lastDay }: DaySpan): void {
    for (let i = this.from; i < this.next; i++) {
      const key = this.keys[i]!;
      const low = lowOfKey(key);
      if (low < firstDay * NAMES || low >= (lastDay + 1) * NAMES) continue;
      const [cache, render] = this.fresh.cells.get(key)!;
      sums.add(low % NAMES, cache, render);
    }
  }
}

/** What has cells of a path, in the order of paths. */
export type CellRows = BlockRows | FreshRows;

/** Everything that has cells on these days. */
export function cellRows(sql: SqlStorage, fresh: FreshCells, { firstDay, lastDay }: DaySpan): CellRows[] {
  const blocks = storedBlocks(sql).filter((block) => block.first <= lastDay && lastDayOf(block) >= firstDay);
  return [...blocks.map((block) => new BlockRows(sql, block)), new FreshRows(fresh.keys(), fresh)];
}

/** The blocks that have rows. Each takes one key to find. */
function storedBlocks(sql: SqlStorage): DayBlock[] {
  const blocks: DayBlock[] = [];
  for (let from = 0; ;) {
    const [row] = sql
      .exec<{ part: number }>("SELECT part FROM visit_cell WHERE part >= ? ORDER BY part LIMIT 1", from)
      .toArray();
    if (!row) return blocks;
    const number = Math.floor(row.part / PATH_STEP);
    blocks.push(numberedBlock(number));
    from = (number + 1) * PATH_STEP;
  }
}

/** Adds fresh cells to their blocks, and makes larger blocks of those that are over on the day `today`. */
export function mergeCellRows(sql: SqlStorage, fresh: FreshCells, head: LogHead, today: number, since: number): void {
  const byBlock = Map.groupBy(fresh.keys(), (key) => blockNumber(blockOf(lowOfKey(key) >> NAME_BITS, today)));
  const moves = today > head.today ? movedBlocks(sql, today) : new Map<number, DayBlock[]>();
  for (const number of new Set([...byBlock.keys(), ...moves.keys()])) {
    const block = numberedBlock(number);
    const keys = Float64Array.from(byBlock.get(number) ?? []);
    const moved = moves.get(number);
    if (moved) moveBlocks(sql, block, moved, new FreshRows(keys, fresh), since);
    else addToParts(sql, block, keys, fresh, since);
  }
}

/** Smaller blocks by the number of the larger one that they are now in. */
function movedBlocks(sql: SqlStorage, today: number): Map<number, DayBlock[]> {
  const moved = storedBlocks(sql).filter((block) => blockOf(block.first, today).shift !== block.shift);
  return Map.groupBy(moved, ({ first }) => blockNumber(blockOf(first, today)));
}

function moveBlocks(sql: SqlStorage, block: DayBlock, moved: DayBlock[], fresh: FreshRows, since: number): void {
  const sources = [block, ...moved].map((each) => new BlockRows(sql, each));
  const range = { firstPath: 0, endPath: PATH_STEP, partBytes: PART_BYTES };
  const parts = mergeCells([...sources, fresh], shapeOf(block, since), range);
  for (const each of [block, ...moved]) deleteBlock(sql, each);
  writeParts(sql, block, parts);
}

/** Rewrites the rows of a block that have the paths of fresh cells. */
function addToParts(sql: SqlStorage, block: DayBlock, keys: Float64Array, cells: FreshCells, since: number): void {
  const rows = sql
    .exec<{ part: number }>(
      "SELECT part FROM visit_cell WHERE part >= ? AND part < ? ORDER BY part",
      partKey(block, 0),
      partKey(block, PATH_STEP),
    )
    .toArray();
  const starts = rows.length === 0 ? [0] : rows.map(({ part }) => part % PATH_STEP);
  for (let i = 0, from = 0; i < starts.length; i++) {
    const firstPath = starts[i]!;
    const endPath = starts[i + 1] ?? PATH_STEP;
    const end = cellKey(endPath, 0, 0);
    const start = from;
    while (from < keys.length && keys[from]! < end) from++;
    if (from === start) continue;
    const [row] = sql
      .exec<{ cells: ArrayBuffer }>("SELECT cells FROM visit_cell WHERE part = ?", partKey(block, firstPath))
      .toArray();
    const bytes = new Uint8Array(row?.cells ?? []);
    const size = bytes.length + (from - start) * CELL_BYTES;
    const partBytes = size <= MAX_PART_BYTES ? Infinity : size / Math.ceil(size / PART_BYTES);
    const stored = new BlockReader(bytes, block.first, block.shift > 0);
    const fresh = new FreshRows(keys.subarray(start, from), cells);
    const range = { firstPath, endPath, partBytes };
    writeParts(sql, block, mergeCells([stored, fresh], shapeOf(block, since), range));
  }
}

const shapeOf = ({ first, shift }: DayBlock, since: number) => ({ firstDay: first, hasDays: shift > 0, since });

function writeParts(sql: SqlStorage, block: DayBlock, parts: ReturnType<typeof mergeCells>): void {
  for (const { first, bytes } of parts)
    sql.exec(
      "INSERT INTO visit_cell (part, cells) VALUES (?, ?) ON CONFLICT (part) DO UPDATE SET cells = excluded.cells",
      partKey(block, first),
      bytes,
    );
}

const deleteBlock = (sql: SqlStorage, block: DayBlock) =>
  void sql.exec("DELETE FROM visit_cell WHERE part >= ? AND part < ?", partKey(block, 0), partKey(block, PATH_STEP));

/** Deletes the blocks whose days are all before `day`. */
export function pruneCells(sql: SqlStorage, day: number): void {
  for (const block of storedBlocks(sql)) if (lastDayOf(block) < day) deleteBlock(sql, block);
}
