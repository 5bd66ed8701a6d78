import { NO_DAY, mergedState, type PathState } from "./packed-batch";

/** Paths per packed chunk of states. */
export const STATES = 4_096;
/** Bytes per path: key, time of the status, first, last and latest day, status. */
const BYTES = 24;

/**
 * What is known of each path, by its number: the hash of its text (0: the number is free), and its state. About fifty
 * bytes per path.
 */
export class PathStates {
  /** Numbers in use are below. */
  end = 1;
  private keys = new BigUint64Array(STATES);
  private statusAt = new Float64Array(STATES);
  private days = new Uint16Array(STATES * 4);
  private readonly byKey = new Map<bigint, number>();
  private readonly free: number[] = [];

  /** Paths in use. */
  get count(): number {
    return this.byKey.size;
  }

  numberOf(key: bigint): number | undefined {
    return this.byKey.get(key);
  }

  /** The number that the next path gets. */
  nextNumber(): number {
    return this.free.pop() ?? this.end;
  }

  add(path: number, key: bigint): void {
    while (path >= this.keys.length) this.grow();
    this.end = Math.max(this.end, path + 1);
    this.keys[path] = key;
    this.byKey.set(key, path);
    this.write([path, NO_DAY, 0, 0, 0, 0]);
  }

  remove(path: number): void {
    this.byKey.delete(this.keys[path]!);
    this.keys[path] = 0n;
    this.free.push(path);
  }

  isUsed(path: number): boolean {
    return this.keys[path] !== 0n;
  }

  read(path: number): PathState {
    const at = path * 4;
    const { days } = this;
    return [path, days[at]!, days[at + 1]!, days[at + 2]!, days[at + 3]!, this.statusAt[path]!];
  }

  update(state: PathState): void {
    this.write(mergedState(this.read(state[0]), state));
  }

  private write([path, ...state]: PathState): void {
    this.days.set(state.slice(0, 4), path * 4);
    this.statusAt[path] = state[4];
  }

  private grow(): void {
    const length = this.keys.length * 2;
    const { keys, statusAt, days } = this;
    (this.keys = new BigUint64Array(length)).set(keys);
    (this.statusAt = new Float64Array(length)).set(statusAt);
    (this.days = new Uint16Array(length * 4)).set(days);
  }

  /** The packed states of the paths from `chunk * STATES` on. */
  pack(chunk: number): Uint8Array<ArrayBuffer> {
    const from = chunk * STATES;
    const count = Math.min(STATES, this.end - from);
    const bytes = new Uint8Array(count * BYTES);
    bytes.set(new Uint8Array(this.keys.buffer, from * 8, count * 8));
    bytes.set(new Uint8Array(this.statusAt.buffer, from * 8, count * 8), count * 8);
    bytes.set(new Uint8Array(this.days.buffer, from * 8, count * 8), count * 16);
    return bytes;
  }

  /** Reads what `pack` made. Chunks come in their order. */
  unpack(chunk: number, bytes: ArrayBuffer): void {
    const from = chunk * STATES;
    const count = bytes.byteLength / BYTES;
    while (from + count > this.keys.length) this.grow();
    this.keys.set(new BigUint64Array(bytes, 0, count), from);
    this.statusAt.set(new Float64Array(bytes, count * 8, count), from);
    this.days.set(new Uint16Array(bytes, count * 16, count * 4), from * 4);
    this.end = Math.max(this.end, from + count);
    // Number 0 stands for all other paths.
    for (let path = Math.max(1, from); path < from + count; path++) {
      const key = this.keys[path]!;
      if (key === 0n) this.free.push(path);
      else this.byKey.set(key, path);
    }
  }
}
