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

/** Two texts are alike if their sketches differ in at most this many of 64 bits: about nine in ten sequences of words are shared. */
export const MAX_DISTANCE = 7;
/** Pages found per page. */
const FOUND = 6;
/** Sketches compared per page. Only a site built to slow us down has more that are nearly alike. */
const MAX_COMPARED = 2_000;
const BANDS = 4;
const BUCKETS = 65_536;
const NONE = -1;

function bitsIn(value: number): number {
  let bits = value - ((value >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

function bandOf(high: number, low: number, band: number): number {
  return ((band < 2 ? high : low) >>> (16 * (band & 1))) & 0xffff;
}

/**
 * Finds pages whose texts are nearly the same. Sketches are split into four bands of 16 bits. Two that differ in at most seven
 * bits differ in at most one bit of some band, so a page looks into 17 buckets per band. Add all pages first. Takes about 50
 * bytes per page.
 */
export class SimilarTexts {
  private halves = new Int32Array(256);
  /** textHash (NaN without one) and cluster. */
  private owners = new Float64Array(256);
  private readonly paths: string[] = [];
  /** Per band: the first page of each bucket, and the next page in the same bucket. */
  private index: { heads: Int32Array; next: Int32Array } | null = null;

  add({ halves, textHash, cluster, path }: SketchedPage): void {
    const at = 2 * this.paths.length;
    if (at === this.halves.length) {
      const [oldHalves, oldOwners] = [this.halves, this.owners];
      this.halves = new Int32Array(2 * at);
      this.owners = new Float64Array(2 * at);
      this.halves.set(oldHalves);
      this.owners.set(oldOwners);
    }
    this.halves.set(halves, at);
    this.owners.set([textHash ?? Number.NaN, cluster], at);
    this.paths.push(path);
    this.index = null;
  }

  /** Paths of some pages with nearly the same text, other than exact duplicates and language versions. */
  like({ halves: [high, low], textHash, cluster }: SketchedPage): string[] {
    const { heads, next } = (this.index ??= this.built());
    const { halves, owners, paths } = this;
    const found = new Set<number>();
    let compared = 0;
    for (let band = 0; band < BANDS; band++) {
      const own = bandOf(high, low, band);
      for (let bit = NONE; bit < 16; bit++) {
        const bucket = band * BUCKETS + (bit === NONE ? own : own ^ (1 << bit));
        for (let page = heads[bucket]!; page !== NONE; page = next[band * paths.length + page]!) {
          const isNear = bitsIn(halves[2 * page]! ^ high) + bitsIn(halves[2 * page + 1]! ^ low) <= MAX_DISTANCE;
          if (isNear && owners[2 * page] !== textHash && owners[2 * page + 1] !== cluster) found.add(page);
          if (++compared >= MAX_COMPARED || found.size >= FOUND) return this.pathsOf(found);
        }
      }
    }
    return this.pathsOf(found);
  }

  private pathsOf(pages: ReadonlySet<number>): string[] {
    return Array.from(pages, (page) => this.paths[page]!);
  }

  private built(): { heads: Int32Array; next: Int32Array } {
    const count = this.paths.length;
    const heads = new Int32Array(BANDS * BUCKETS).fill(NONE);
    const next = new Int32Array(BANDS * count);
    for (let page = 0; page < count; page++)
      for (let band = 0; band < BANDS; band++) {
        const bucket = band * BUCKETS + bandOf(this.halves[2 * page]!, this.halves[2 * page + 1]!, band);
        next[band * count + page] = heads[bucket]!;
        heads[bucket] = page;
      }
    return { heads, next };
  }
}
