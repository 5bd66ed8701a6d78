import { pairKeyOf } from "./pair-set";

/** The two halves of a text's sketch. */
export type Halves = readonly [number, number];

/** A page by its sketch. */
export interface SketchedPage {
  halves: Halves;
  textHash: number | null;
  /** The same number for all language versions of a page. */
  cluster: number;
  path: string;
}

/** Two texts are alike if their sketches differ in at most so many of 64 bits: about nine of ten sequences of words are shared. */
export const MAX_DISTANCE = 7;
/** Pages kept per sketch, and found per page. */
const KEPT = 6;
/** Sketches compared per page. Only a site made to be slow has so many that are nearly alike. */
const MAX_COMPARED = 2_000;
const BANDS = 4;
const BUCKETS = 65_536;
const NONE = -1;

function bitsIn(value: number): number {
  let bits = value - ((value >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

function distance(a: Halves, b: Halves): number {
  return bitsIn(a[0] ^ b[0]) + bitsIn(a[1] ^ b[1]);
}

function bandOf([high, low]: Halves, band: number): number {
  return ((band < 2 ? high : low) >>> (16 * (band & 1))) & 0xffff;
}

/**
 * Finds pages whose texts are nearly the same. Sketches are split into four bands of 16 bits. Two that differ in at most seven
 * bits differ in at most one bit of some band, so a page looks into 17 buckets per band. Add all pages first.
 */
export class SimilarTexts {
  private readonly groups: Array<{ halves: Halves; pages: SketchedPage[] }> = [];
  private readonly byHalves = new Map<number, number>();
  /** Per band: the first group of each bucket, and the next group in the same bucket. */
  private index: { heads: Int32Array; next: Int32Array } | null = null;

  add(page: SketchedPage): void {
    const key = pairKeyOf(page.halves[0] >>> 0, page.halves[1] >>> 0, 0);
    let number = this.byHalves.get(key);
    if (number === undefined) {
      number = this.groups.push({ halves: page.halves, pages: [] }) - 1;
      this.byHalves.set(key, number);
      this.index = null;
    }
    const { pages } = this.groups[number]!;
    // A page with the same text would add nothing: these are exact duplicates.
    if (pages.length < KEPT && !pages.some(({ textHash }) => textHash === page.textHash)) pages.push(page);
  }

  /** Paths of some pages with nearly the same text, other than exact duplicates and language versions. */
  like(page: SketchedPage): string[] {
    const { heads, next } = (this.index ??= this.built());
    const found = new Set<SketchedPage>();
    let compared = 0;
    for (let band = 0; band < BANDS; band++) {
      const own = bandOf(page.halves, band);
      for (let bit = NONE; bit < 16; bit++) {
        const bucket = band * BUCKETS + (bit === NONE ? own : own ^ (1 << bit));
        for (let at = heads[bucket]!; at !== NONE; at = next[band * this.groups.length + at]!) {
          const { halves, pages } = this.groups[at]!;
          if (distance(page.halves, halves) <= MAX_DISTANCE)
            for (const other of pages)
              if (other.textHash !== page.textHash && other.cluster !== page.cluster) found.add(other);
          if (++compared >= MAX_COMPARED || found.size >= KEPT) return pathsOf(found);
        }
      }
    }
    return pathsOf(found);
  }

  private built(): { heads: Int32Array; next: Int32Array } {
    const heads = new Int32Array(BANDS * BUCKETS).fill(NONE);
    const next = new Int32Array(BANDS * this.groups.length);
    this.groups.forEach(({ halves }, number) => {
      for (let band = 0; band < BANDS; band++) {
        const bucket = band * BUCKETS + bandOf(halves, band);
        next[band * this.groups.length + number] = heads[bucket]!;
        heads[bucket] = number;
      }
    });
    return { heads, next };
  }
}

function pathsOf(pages: ReadonlySet<SketchedPage>): string[] {
  return Array.from(pages, ({ path }) => path).slice(0, KEPT);
}
