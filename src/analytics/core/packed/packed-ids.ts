/** Sorted 64-bit ids, each with the day until which it can arrive again. */
export interface PackedIds {
  keys: BigUint64Array;
  days: Uint16Array;
}

/** The packed form: all keys, then all days. */
export function packIds({ keys, days }: PackedIds): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(keys.length * 10);
  bytes.set(new Uint8Array(keys.buffer, keys.byteOffset, keys.byteLength));
  bytes.set(new Uint8Array(days.buffer, days.byteOffset, days.byteLength), keys.byteLength);
  return bytes;
}

export function unpackIds(bytes: ArrayBuffer): PackedIds {
  const count = bytes.byteLength / 10;
  return { keys: new BigUint64Array(bytes, 0, count), days: new Uint16Array(bytes, count * 8, count) };
}

/** Ids in any order, sorted. */
export function sortedIds(ids: ReadonlyMap<bigint, number>): PackedIds {
  const keys = BigUint64Array.from(ids.keys()).sort();
  return { keys, days: Uint16Array.from(keys, (key) => ids.get(key)!) };
}

export function hasId({ keys }: PackedIds, key: bigint): boolean {
  const at = startOf(keys, key);
  return at < keys.length && keys[at] === key;
}

/** The number of keys below `key`. */
export function startOf(keys: BigUint64Array, key: bigint): number {
  let low = 0;
  for (let high = keys.length; low < high;) {
    const middle = (low + high) >> 1;
    if (keys[middle]! < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The ids of both, each once, without those that can't arrive from the day `today` on. */
export function mergeIds(a: PackedIds, b: PackedIds, today: number): PackedIds {
  const keys = new BigUint64Array(a.keys.length + b.keys.length);
  const days = new Uint16Array(keys.length);
  let count = 0;
  for (let i = 0, j = 0; i < a.keys.length || j < b.keys.length;) {
    const isFirst = j >= b.keys.length || (i < a.keys.length && a.keys[i]! <= b.keys[j]!);
    const key = isFirst ? a.keys[i]! : b.keys[j]!;
    const day = isFirst ? a.days[i++]! : b.days[j++]!;
    if (b.keys[j] === key) j++;
    if (day < today) continue;
    keys[count] = key;
    days[count++] = day;
  }
  return { keys: keys.slice(0, count), days: days.slice(0, count) };
}

/** A set of 64-bit ids other than 0 that takes sixteen to 32 bytes per id. */
export class IdSet {
  size = 0;
  /** Lower and upper half of each. Both are 0 where there is none. */
  private slots = new Uint32Array(2_048);

  has(key: bigint): boolean {
    const [low, high] = halves(key);
    return this.isAt(this.slotOf(low, high), low, high);
  }

  add(key: bigint): void {
    this.put(...halves(key));
  }

  addAll({ keys }: Pick<PackedIds, "keys">): void {
    const all = new Uint32Array(keys.buffer, keys.byteOffset, keys.length * 2);
    for (let i = 0; i < all.length; i += 2) this.put(all[i]!, all[i + 1]!);
  }

  private put(low: number, high: number): void {
    const slot = this.slotOf(low, high);
    if (this.isAt(slot, low, high)) return;
    this.slots[slot] = low;
    this.slots[slot + 1] = high;
    if (++this.size * 4 > this.slots.length) this.grow();
  }

  private isAt(slot: number, low: number, high: number): boolean {
    return this.slots[slot] === low && this.slots[slot + 1] === high;
  }

  /** Where an id is, or else where it has room. */
  private slotOf(low: number, high: number): number {
    const { slots } = this;
    const mask = slots.length - 1;
    let slot = (low << 1) & mask;
    while ((slots[slot] !== 0 || slots[slot + 1] !== 0) && (slots[slot] !== low || slots[slot + 1] !== high))
      slot = (slot + 2) & mask;
    return slot;
  }

  private grow(): void {
    const before = this.slots;
    this.slots = new Uint32Array(before.length * 2);
    this.size = 0;
    for (let i = 0; i < before.length; i += 2)
      if (before[i] !== 0 || before[i + 1] !== 0) this.put(before[i]!, before[i + 1]!);
  }
}

const halves = (key: bigint): [low: number, high: number] => [Number(key & 0xff_ff_ff_ffn), Number(key >> 32n)];
