import { ByteWriter } from "./byte-writer";
import { NAMES } from "./cell-keys";
import { PathSums } from "./path-sums";

/**
 * The packed form of cells of a block of days, by path. Per path, as numbers of 7 bits per byte:
 *
 *     path (less the previous one), bytes of the rest,
 *     sums of all days: how many; name (less the previous one), cache, render of each,
 *     days, if the block has several: day in the block and name (less the previous ones), cache, render of each
 *
 * A report that covers the block reads the sums and skips the days.
 */
export class BlockWriter {
  private readonly bytes = new ByteWriter();
  private readonly group = new ByteWriter();
  private readonly sums = new PathSums();
  private last = 0;

  constructor(private readonly hasDays: boolean) {}

  get length(): number {
    return this.bytes.length;
  }

  /** Adds the cells of the next path: `low, cache, render` of each, by `low`, which is `day in the block << 11 | name`. */
  path(path: number, cells: readonly number[]): void {
    const { group } = this;
    group.clear();
    for (let i = 0; i < cells.length; i += 3) this.sums.add(cells[i]! & (NAMES - 1), cells[i + 1]!, cells[i + 2]!);
    const summed: number[] = [];
    this.sums.drain(summed);
    group.number(summed.length / 3);
    writeCells(group, summed);
    if (this.hasDays) writeCells(group, cells);
    this.bytes.number(path - this.last);
    this.bytes.number(group.length);
    this.bytes.append(group);
    this.last = path;
  }

  /** Adds a path as another block of the same days has it. */
  copy(path: number, group: Uint8Array): void {
    this.bytes.number(path - this.last);
    this.bytes.number(group.length);
    this.bytes.appendBytes(group);
    this.last = path;
  }

  finish(): Uint8Array<ArrayBuffer> {
    return this.bytes.copy();
  }
}

function writeCells(to: ByteWriter, cells: readonly number[]): void {
  let before = 0;
  for (let i = 0; i < cells.length; i += 3) {
    to.number(cells[i]! - before);
    to.number(cells[i + 1]!);
    to.number(cells[i + 2]!);
    before = cells[i]!;
  }
}

/** Reads a packed block path by path. */
export class BlockReader {
  /** The path that is read; `Infinity` after the last one. */
  path = 0;
  private at = 0;
  private next = 0;

  /** `first`: the block's first day. `hasDays`: it may have several. */
  constructor(
    private readonly bytes: Uint8Array,
    private readonly first: number,
    private readonly hasDays: boolean,
  ) {
    this.step();
  }

  /** Goes on to the next path. */
  step(): void {
    this.at = this.next;
    if (this.at >= this.bytes.length) {
      this.path = Infinity;
      return;
    }
    this.path += this.number();
    const length = this.number();
    this.next = this.at + length;
  }

  /** Goes on to the first path from `path` on. */
  seek(path: number): void {
    while (this.path < path) this.step();
  }

  /** Adds the path's visits on the days from `first` to `last`. Reads them once per path. */
  addTo(sums: PathSums, first: number, last: number, isCovered: boolean): void {
    const count = this.number();
    let name = 0;
    for (let i = 0; i < count; i++) {
      name += this.number();
      const cache = this.number();
      const render = this.number();
      if (isCovered || !this.hasDays) sums.add(name, cache, render);
    }
    if (isCovered || !this.hasDays) return;
    const from = (first - this.first) * NAMES;
    const to = (last - this.first + 1) * NAMES;
    for (let low = 0; this.at < this.next;) {
      low += this.number();
      const cache = this.number();
      const render = this.number();
      if (low >= to) return;
      if (low >= from) sums.add(low & (NAMES - 1), cache, render);
    }
  }

  /** The path's cells: `day << 11 | name, cache, render` of each, by day and name. Reads them once per path. */
  cells(): number[] {
    const cells: number[] = [];
    let left = this.number();
    let low = this.first * NAMES;
    // The days follow the sums.
    if (this.hasDays) for (; left > 0; left--) for (let i = 0; i < 3; i++) this.number();
    while (this.at < this.next) {
      low += this.number();
      cells.push(low, this.number(), this.number());
    }
    return cells;
  }

  /** The path in its packed form, if the block has just these days. */
  packed(firstDay: number, hasDays: boolean): Uint8Array | null {
    return firstDay === this.first && hasDays === this.hasDays ? this.bytes.subarray(this.at, this.next) : null;
  }

  private number(): number {
    const { bytes } = this;
    let byte = bytes[this.at++]!;
    if (byte < 128) return byte;
    let value = byte & 127;
    let unit = 128;
    do {
      byte = bytes[this.at++]!;
      value += (byte & 127) * unit;
      unit *= 128;
    } while (byte >= 128);
    return value;
  }
}
