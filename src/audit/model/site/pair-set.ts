/** How one page refers to another. */
export const PAIR = { alternate: 1, next: 2, prev: 3 } as const;
export type PairKind = (typeof PAIR)[keyof typeof PAIR];

/**
 * A set of (from, to, kind), eight bytes each: a million pairs take 8 MB, a Set 50 MB. Add all pairs before the first
 * `has`, which sorts them. `from` and `to` are hash53 values, mixed into one 53-bit key.
 */
export class PairSet {
  private keys = new Float64Array(64);
  private size = 0;
  private sorted = true;

  add(from: number, to: number, kind: PairKind): void {
    if (this.size === this.keys.length) {
      const larger = new Float64Array(this.size * 2);
      larger.set(this.keys);
      this.keys = larger;
    }
    this.keys[this.size++] = pairKeyOf(from, to, kind);
    this.sorted = false;
  }

  has(from: number, to: number, kind: PairKind): boolean {
    if (!this.sorted) this.keys.subarray(0, this.size).sort();
    this.sorted = true;
    const wanted = pairKeyOf(from, to, kind);
    let low = 0;
    let high = this.size - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const key = this.keys[middle]!;
      if (key === wanted) return true;
      if (key < wanted) low = middle + 1;
      else high = middle - 1;
    }
    return false;
  }
}

/** Mixes two 53-bit numbers and a kind into one 53-bit number. */
export function pairKeyOf(from: number, to: number, kind: number): number {
  let a = Math.imul((from | 0) ^ kind, 2654435761) ^ Math.imul((from / 4294967296) | 0, 1597334677);
  let b = Math.imul((to | 0) ^ kind, 2246822507) ^ Math.imul((to / 4294967296) | 0, 3266489909);
  a = Math.imul(a ^ (a >>> 15), 2246822519) + b;
  b = Math.imul(b ^ (b >>> 13), 3266489917) ^ Math.imul(a, 668265263);
  a ^= b >>> 16;
  return 4294967296 * (2097151 & b) + (a >>> 0);
}

/**
 * Whether the page at `from` names a page that names it as its alternate. A copy with parameters has the alternates of its
 * canonical, which return to that one.
 */
export function isReturned(
  pairs: PairSet,
  from: number,
  { urlHash, canonicalHash }: { urlHash: number; canonicalHash: number | null },
): boolean {
  return (
    pairs.has(from, urlHash, PAIR.alternate) ||
    (canonicalHash !== null && pairs.has(from, canonicalHash, PAIR.alternate))
  );
}
