import { addCounter, type Counters } from "../core/packed/counters";
import type { PackedBatch } from "./packed-batch";

/** What the log has, added up in memory. */
export class UnmergedVisits {
  readonly ids = new Map<bigint, number>();
  /** Cache and render by key. */
  readonly cells = new Map<number, [number, number]>();
  readonly days = new Map<number, Counters>();
  /** New paths by number. */
  readonly names = new Map<number, string>();
  /** Paths whose state has changed. */
  readonly states = new Set<number>();
  /** Characters in the log. */
  length = 0;
  private sorted: Float64Array | null = null;

  get visits(): number {
    return this.ids.size;
  }

  /** The keys of all cells, in their order. */
  keys(): Float64Array {
    return (this.sorted ??= Float64Array.from(this.cells.keys()).sort());
  }

  add(batch: PackedBatch, length: number): void {
    this.sorted = null;
    this.length += length;
    for (let i = 0; i < batch.ids.length; i += 2) this.ids.set(BigInt(batch.ids[i]!), Number(batch.ids[i + 1]));
    for (const [path, text] of batch.paths) {
      this.names.set(path, text);
      this.states.add(path);
    }
    for (const [path] of batch.states) this.states.add(path);
    for (const [key, cache, render] of batch.cells) {
      const cell = this.cells.get(key);
      if (cell) {
        cell[0] += cache;
        cell[1] += render;
      } else this.cells.set(key, [cache, render]);
    }
    for (const [day, counters] of batch.days) {
      const own = this.days.get(day) ?? new Map<string, number[]>();
      this.days.set(day, own);
      for (const [key, values] of counters) addCounter(own, key, values);
    }
  }

  clear(): void {
    for (const each of [this.ids, this.cells, this.days, this.names, this.states]) each.clear();
    this.length = 0;
    this.sorted = null;
  }
}
