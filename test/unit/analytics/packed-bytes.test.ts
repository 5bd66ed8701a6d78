import { describe, expect, it } from "vitest";
import { ByteWriter } from "../../../src/analytics/core/packed/byte-writer";
import { BlockReader, BlockWriter } from "../../../src/analytics/core/packed/cell-block";
import {
  agentOfName,
  cellKey,
  cellName,
  lowOfKey,
  pathOfKey,
  verdictOfName,
} from "../../../src/analytics/core/packed/cell-keys";
import { addCounter, addPacked, packCounters } from "../../../src/analytics/core/packed/counters";
import { blockNumber, blockOf, lastDayOf, numberedBlock } from "../../../src/analytics/core/packed/day-blocks";
import { addedCells, mergeCells, type CellSource } from "../../../src/analytics/core/packed/merge-cells";
import { PathSums } from "../../../src/analytics/core/packed/path-sums";
import { slotCounts } from "../../../src/analytics/core/packed/slot-counts";
import { VERDICTS } from "../../../src/analytics/core/verdict";

/** What is stored must be read by later releases, so its bytes are fixed. */
describe("numbers as bytes", () => {
  it.each([
    [0, [0]],
    [127, [127]],
    [128, [128, 1]],
    [300, [172, 2]],
    [16_383, [255, 127]],
    [16_384, [128, 128, 1]],
    [2 ** 31 - 1, [255, 255, 255, 255, 7]],
    [2 ** 31, [128, 128, 128, 128, 8]],
    [2 ** 53 - 1, [255, 255, 255, 255, 255, 255, 255, 15]],
  ])("%i is %j", (value, bytes) => {
    const writer = new ByteWriter();
    writer.number(value);
    expect([[...writer.copy()], writer.length]).toEqual([bytes, bytes.length]);
  });

  it("grow as long as they must, and are begun again", () => {
    const [writer, other] = [new ByteWriter(), new ByteWriter()];
    for (let i = 0; i < 3_000; i++) writer.number(i % 128);
    other.number(5);
    other.append(writer);
    other.appendBytes(writer.copy());
    other.number(7);
    const copy = other.copy();
    expect([copy.length, other.length, copy[0], copy[1], copy[3_000], copy[3_001], copy.at(-2), copy.at(-1)]).toEqual([
      6_002, 6_002, 5, 0, 55, 0, 55, 7,
    ]);
    expect(copy.subarray(1, 3_001)).toEqual(writer.copy());
    other.clear();
    expect([...other.copy()]).toEqual([]);
  });
});

describe("a block of cells", () => {
  it("has per path the sums, and the days if it has several", () => {
    const write = (hasDays: boolean) => {
      const writer = new BlockWriter(hasDays);
      expect(writer.length).toBe(0);
      writer.path(3, [5, 1, 2, 2_048 + 5, 10, 20, 2_048 + 6, 7, 0]);
      writer.path(200, [0, 1, 0]);
      const bytes = writer.finish();
      expect(writer.length).toBe(bytes.length);
      return [...bytes];
    };
    expect(write(false)).toEqual([3, 7, 2, 5, 11, 22, 1, 7, 0, 197, 1, 4, 1, 0, 1, 0]);
    expect(write(true)).toEqual([
      3, 17, 2, 5, 11, 22, 1, 7, 0, 5, 1, 2, 128, 16, 10, 20, 1, 7, 0, 197, 1, 7, 1, 0, 1, 0, 0, 1, 0,
    ]);
  });

  it("is read path by path, in any window of days", () => {
    const writer = new BlockWriter(true);
    writer.path(3, [5, 1, 2, 2_048 + 5, 10, 20, 3 * 2_048 + 6, 7, 0]);
    writer.path(9, [2_048, 4, 4]);
    const bytes = writer.finish();
    const sumsOf = (first: number, last: number, isCovered: boolean, hasDays = true) => {
      const [sums, numbers] = [new PathSums(), [] as number[]];
      new BlockReader(bytes, 100, hasDays).addTo(sums, first, last, isCovered);
      sums.drain(numbers);
      return numbers;
    };
    expect(sumsOf(100, 103, true)).toEqual([5, 11, 22, 6, 7, 0]);
    expect(sumsOf(100, 100, false)).toEqual([5, 1, 2]);
    expect(sumsOf(101, 102, false)).toEqual([5, 10, 20]);
    expect(sumsOf(101, 103, false)).toEqual([5, 10, 20, 6, 7, 0]);
    expect(sumsOf(102, 102, false)).toEqual([]);
    const reader = new BlockReader(bytes, 100, true);
    reader.seek(4);
    expect([reader.path, reader.cells()]).toEqual([9, [101 * 2_048, 4, 4]]);
    reader.seek(9);
    expect(reader.path).toBe(9);
    reader.step();
    expect(reader.path).toBe(Infinity);
    expect(new BlockReader(new Uint8Array(), 100, true).path).toBe(Infinity);
  });

  it("gives a path as it is packed to a block of just these days", () => {
    const writer = new BlockWriter(false);
    writer.path(3, [5, 1, 2]);
    writer.path(4, [6, 1, 1]);
    const reader = () => new BlockReader(writer.finish(), 100, false);
    expect([...reader().packed(100, false)!]).toEqual([1, 5, 1, 2]);
    expect([reader().packed(101, false), reader().packed(100, true)]).toEqual([null, null]);
    const copy = new BlockWriter(false);
    copy.copy(3, reader().packed(100, false)!);
    copy.path(4, [6, 1, 1]);
    expect(copy.finish()).toEqual(writer.finish());
  });

  it("is merged of sources in parts, each with what it has from a path on", () => {
    const source = (cells: Record<number, number[]>, packed: Uint8Array | null = null): CellSource => {
      const paths = [...Object.keys(cells).map(Number), Infinity];
      return {
        path: paths[0]!,
        step() {
          this.path = paths[paths.indexOf(this.path) + 1]!;
        },
        cells() {
          return cells[this.path]!;
        },
        packed: (firstDay, hasDays) => (firstDay === 100 && !hasDays ? packed : null),
      };
    };
    const day = 100 * 2_048;
    const merge = (sources: CellSource[], since = 100, partBytes = Infinity, endPath = 50) =>
      mergeCells(sources, { firstDay: 100, hasDays: false, since }, { firstPath: 2, endPath, partBytes }).map(
        ({ first, bytes }) => [first].concat(Array.from(bytes)),
      );
    const one = () => source({ 3: [day + 5, 1, 2], 7: [day + 1, 1, 1], 50: [day, 9, 9] });
    const two = () => source({ 3: [day + 5, 10, 20, day + 6, 1, 0] });
    expect(merge([one(), two()])).toEqual([[2, 3, 7, 2, 5, 11, 22, 1, 1, 0, 4, 4, 1, 1, 1, 1]]);
    expect(merge([one(), two()], 100, 1)).toEqual([
      [2, 3, 7, 2, 5, 11, 22, 1, 1, 0],
      [7, 7, 4, 1, 1, 1, 1],
    ]);
    expect(merge([one(), two()], 100, 9).map(([first]) => first)).toEqual([2, 7]);
    expect(merge([one(), two()], 100, 10).map(([first]) => first)).toEqual([2]);
    expect(merge([one()], 101)).toEqual([[2]]);
    expect(merge([])).toEqual([[2]]);
    const known = Uint8Array.of(1, 5, 9, 9);
    expect(merge([source({ 3: [day + 5, 1, 2] }, known)])).toEqual([[2, 3, 4, 1, 5, 9, 9]]);
    expect(merge([source({ 3: [day + 5, 1, 2] }, known), two()])).toEqual([[2, 3, 7, 2, 5, 11, 22, 1, 1, 0]]);
    expect(merge([source({ 3: [day + 2_048 + 5, 1, 2] }, known)], 101)[0]).toEqual([2, 3, 4, 1, 5, 1, 2]);
  });

  it.each([
    [[], [1, 2, 3], [1, 2, 3]],
    [[1, 2, 3], [], [1, 2, 3]],
    [
      [1, 2, 3, 5, 1, 1],
      [1, 10, 20, 4, 7, 7],
      [1, 12, 23, 4, 7, 7, 5, 1, 1],
    ],
    [
      [4, 7, 7],
      [1, 1, 1, 9, 2, 2],
      [1, 1, 1, 4, 7, 7, 9, 2, 2],
    ],
  ])("adds up the cells %j and %j", (a, b, sum) => expect(addedCells(a, b)).toEqual(sum));
});

describe("names and keys of cells", () => {
  it("tell crawler, verdict, path and day", () => {
    expect([cellName(5, VERDICTS.spoofed), agentOfName(22), verdictOfName(22)]).toEqual([22, 5, 2]);
    const key = cellKey(7, 20_000, 22);
    expect([key, pathOfKey(key), lowOfKey(key)]).toEqual([
      7 * 67_108_864 + 20_000 * 2_048 + 22,
      7,
      20_000 * 2_048 + 22,
    ]);
  });

  it("are shown per crawler, and honest visits are those that are not spoofed", () => {
    expect(slotCounts(Uint32Array.of(22, 3, 4, 21, 5, 6))).toEqual([
      { agent: 5, spoofed: true, cache: 3, render: 4 },
      { agent: 5, spoofed: false, cache: 5, render: 6 },
    ]);
    const sums = new PathSums();
    for (const name of [22, 21, 20, 21]) sums.add(name, 10, 1);
    expect([sums.names, sums.takeHonest(), sums.takeHonest()]).toEqual([[], 33, 0]);
    sums.add(21, 1, 1);
    sums.add(4, 2, 2);
    const numbers: number[] = [];
    sums.drain(numbers);
    sums.drain(numbers);
    expect(numbers).toEqual([4, 2, 2, 21, 1, 1]);
  });
});

it.each([
  [64, 64, { first: 64, shift: 0 }, 64],
  [64, 73, { first: 64, shift: 0 }, 64],
  [64, 74, { first: 64, shift: 3 }, 393_224],
  [71, 74, { first: 64, shift: 3 }, 393_224],
  [72, 74, { first: 72, shift: 0 }, 72],
  [64, 129, { first: 64, shift: 3 }, 393_224],
  [64, 130, { first: 64, shift: 6 }, 786_433],
  [127, 130, { first: 64, shift: 6 }, 786_433],
])("the block of day %i on day %i is %o", (day, today, block, number) => {
  expect(blockOf(day, today)).toEqual(block);
  expect(blockNumber(block)).toBe(number);
  expect(numberedBlock(blockNumber(block))).toEqual(block);
  expect(lastDayOf(block)).toBe(block.first + [1, 0, 0, 8, 0, 0, 64][block.shift]! - 1);
});

it("counters are lines by key, in parts that are full before they end", () => {
  const counters = new Map<string, number[]>();
  addCounter(counters, "b", [1, 2]);
  addCounter(counters, "a1", [3, 4]);
  addCounter(counters, "b", [10, 20]);
  expect(packCounters(counters, 100)).toEqual(["a1\t3,4\nb\t11,22\n"]);
  expect([packCounters(counters, 7), packCounters(counters, 8)]).toEqual([
    ["a1\t3,4\n", "b\t11,22\n"],
    ["a1\t3,4\nb\t11,22\n"],
  ]);
  expect(packCounters(new Map(), 1)).toEqual([]);
  addPacked(counters, "a1\t1,1\nb\t1,1\nba\t5,5\n", "b");
  expect([...counters]).toEqual([
    ["b", [12, 23]],
    ["a1", [3, 4]],
    ["ba", [5, 5]],
  ]);
});
