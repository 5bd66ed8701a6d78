import { BlockWriter } from "./cell-block";
import { NAMES } from "./cell-keys";

/** What is read path by path: packed blocks, and what is not packed yet. */
export interface CellSource {
  /** `Infinity` after the last one. */
  path: number;
  step: () => void;
  /** `day << 11 | name, cache, render` of each, by day and name. */
  cells: () => number[];
  /** The path in its packed form, if that is of a block with just these days. */
  packed: (firstDay: number, hasDays: boolean) => Uint8Array | null;
}

/** A part of a block: the paths from `first` on. */
export interface BlockPart {
  first: number;
  bytes: Uint8Array<ArrayBuffer>;
}

/**
 * Adds up the sources' cells of the days from `firstDay` on, for the paths from `firstPath` on and before `endPath`, in
 * parts of about `partBytes`. Cells before the day `since` are left out.
 */
export function mergeCells(
  sources: readonly CellSource[],
  block: { firstDay: number; hasDays: boolean; since: number },
  { firstPath, endPath, partBytes }: { firstPath: number; endPath: number; partBytes: number },
): BlockPart[] {
  const parts: BlockPart[] = [];
  let first = firstPath;
  let writer = new BlockWriter(block.hasDays);
  for (;;) {
    let path = Infinity;
    for (const source of sources) if (source.path < path) path = source.path;
    if (path >= endPath) break;
    if (writer.length >= partBytes) {
      parts.push({ first, bytes: writer.finish() });
      [first, writer] = [path, new BlockWriter(block.hasDays)];
    }
    const own = sources.filter((source) => source.path === path);
    const packed =
      own.length === 1 && block.since <= block.firstDay ? own[0]!.packed(block.firstDay, block.hasDays) : null;
    if (packed) writer.copy(path, packed);
    else {
      const cells = inBlock(
        own.reduce<number[]>((all, source) => addedCells(all, source.cells()), []),
        block,
      );
      if (cells.length > 0) writer.path(path, cells);
    }
    for (const source of own) source.step();
  }
  parts.push({ first, bytes: writer.finish() });
  return parts;
}

/** The cells as a block has them: with days counted from its first, and without those that are no longer kept. */
function inBlock(cells: readonly number[], { firstDay, since }: { firstDay: number; since: number }): number[] {
  const found: number[] = [];
  for (let i = 0; i < cells.length; i += 3)
    if (cells[i]! >= since * NAMES) found.push(cells[i]! - firstDay * NAMES, cells[i + 1]!, cells[i + 2]!);
  return found;
}

/** Two lists of cells as one. */
export function addedCells(a: number[], b: number[]): number[] {
  if (a.length === 0 || b.length === 0) return a.length === 0 ? b : a;
  const all: number[] = [];
  for (let i = 0, j = 0; i < a.length || j < b.length;) {
    const [low, other] = [a[i] ?? Infinity, b[j] ?? Infinity];
    const [fromA, fromB] = [low <= other, other <= low];
    all.push(
      Math.min(low, other),
      (fromA ? a[i + 1]! : 0) + (fromB ? b[j + 1]! : 0),
      (fromA ? a[i + 2]! : 0) + (fromB ? b[j + 2]! : 0),
    );
    if (fromA) i += 3;
    if (fromB) j += 3;
  }
  return all;
}
