/** A set of UTF-16 code units as sorted ranges that neither touch nor overlap: from, to, from, to … */
export type Ranges = readonly number[];

const LAST = 0xff_ff;
/** Ranges up to this size are closed under case. Larger ones hold both cases of nearly everything. */
const CASED = 3_000;

export const DIGITS: Ranges = [48, 57];
export const WORD_CHARS: Ranges = [48, 57, 65, 90, 95, 95, 97, 122];
export const SPACE: Ranges = [
  9, 13, 32, 32, 160, 160, 0x16_80, 0x16_80, 0x20_00, 0x20_0a, 0x20_28, 0x20_29, 0x20_2f, 0x20_2f, 0x20_5f, 0x20_5f,
  0x30_00, 0x30_00, 0xfe_ff, 0xfe_ff,
];
export const ANY: Ranges = [0, LAST];
const LINE_ENDS: Ranges = [10, 10, 13, 13, 0x20_28, 0x20_29];

export function union(ranges: Ranges): Ranges {
  const pairs = Array.from({ length: ranges.length / 2 }, (_, i): [number, number] => [
    ranges[2 * i]!,
    ranges[2 * i + 1]!,
  ]).toSorted(([a], [b]) => a - b);
  const merged: number[] = [];
  for (const [from, to] of pairs) {
    if (merged.length > 0 && from <= merged.at(-1)! + 1) merged[merged.length - 1] = Math.max(merged.at(-1)!, to);
    else merged.push(from, to);
  }
  return merged;
}

export function complement(ranges: Ranges): Ranges {
  const rest: number[] = [];
  let from = 0;
  for (let i = 0; i < ranges.length; i += 2) {
    if (ranges[i]! > from) rest.push(from, ranges[i]! - 1);
    from = ranges[i + 1]! + 1;
  }
  if (from <= LAST) rest.push(from, LAST);
  return rest;
}

export const NOT_LINE_END: Ranges = complement(LINE_ENDS);

/** The set with the other case of its letters. */
export function withBothCases(ranges: Ranges): Ranges {
  const all = [...ranges];
  for (let i = 0; i < ranges.length; i += 2) {
    if (ranges[i + 1]! - ranges[i]! > CASED) continue;
    for (let code = ranges[i]!; code <= ranges[i + 1]!; code++) {
      const unit = String.fromCharCode(code);
      for (const other of [unit.toLowerCase(), unit.toUpperCase()])
        if (other.length === 1 && other !== unit) all.push(other.charCodeAt(0), other.charCodeAt(0));
    }
  }
  return union(all);
}

/** A set that is asked often: a table for ASCII, a search for the rest. */
export class CharSet {
  private readonly ascii = new Uint8Array(128);

  constructor(readonly ranges: Ranges) {
    for (let code = 0; code < 128; code++) this.ascii[code] = this.search(code) ? 1 : 0;
  }

  has(code: number): boolean {
    return code < 128 ? this.ascii[code] === 1 : this.search(code);
  }

  private search(code: number): boolean {
    let low = 0;
    let high = this.ranges.length / 2 - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      if (code < this.ranges[2 * middle]!) high = middle - 1;
      else if (code > this.ranges[2 * middle + 1]!) low = middle + 1;
      else return true;
    }
    return false;
  }
}
