/** The two halves of a text's sketch. */
export type Halves = readonly [number, number];

/** A page by its sketch. */
export interface SketchedPage {
  halves: Halves;
  /** The rest of its sketch: 64 digits in eight numbers. Left out: not known, so that the halves decide. */
  minima?: readonly number[] | null;
  textHash: number | null;
  /** The same number for all language versions of a page. */
  cluster: number;
  path: string;
}

/** Two texts may be alike if the halves of their sketches differ in at most this many of 64 bits. */
export const MAX_DISTANCE = 7;
/** They are if at least this share of their sequences is the same, as far as their minima tell. */
export const MIN_SHARE = 0.85;
/** Numbers with minima, and the digits that they can be. Some are the same by chance. */
const MINIMA = 8;
const DIGITS = 15;
const MIN_EQUAL = MIN_SHARE + (1 - MIN_SHARE) / DIGITS;
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

/** One bit for each digit that is not 0. */
const digitsOf = (value: number) => {
  const pairs = value | (value >>> 1);
  return (pairs | (pairs >>> 2)) & 0x11111111;
};

function bandOf(high: number, low: number, band: number): number {
  return ((band < 2 ? high : low) >>> (16 * (band & 1))) & 0xffff;
}

/**
 * Finds pages whose texts are nearly the same. Sketches are split into four bands of 16 bits. Two that differ in at most seven
 * bits differ in at most one bit of some band, so a page looks into 17 buckets per band. Add all pages first. Takes about 80
 * bytes per page.
 */
export class SimilarTexts {
  private halves = new Int32Array(256);
  /** textHash (NaN without one) and cluster. */
  private owners = new Float64Array(256);
  private minima = new Int32Array(128 * MINIMA);
  private readonly paths: string[] = [];
  /** Per band: the first page of each bucket, and the next page in the same bucket. */
  private index: { heads: Int32Array; next: Int32Array } | null = null;

  add({ halves, minima, textHash, cluster, path }: SketchedPage): void {
    const at = 2 * this.paths.length;
    if (at === this.halves.length) {
      const [oldHalves, oldOwners, oldMinima] = [this.halves, this.owners, this.minima];
      this.minima = new Int32Array(MINIMA * at);
      this.minima.set(oldMinima);
      this.halves = new Int32Array(2 * at);
      this.owners = new Float64Array(2 * at);
      this.halves.set(oldHalves);
      this.owners.set(oldOwners);
    }
    this.halves.set(halves, at);
    if (minima?.length === MINIMA) this.minima.set(minima, (at / 2) * MINIMA);
    this.owners.set([textHash ?? Number.NaN, cluster], at);
    this.paths.push(path);
    this.index = null;
  }

  /** Paths of some pages with nearly the same text, other than exact duplicates and language versions. */
  like({ halves: [high, low], minima, textHash, cluster }: SketchedPage): string[] {
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
          const isOther = isNear && owners[2 * page] !== textHash && owners[2 * page + 1] !== cluster;
          if (isOther && this.sharesMost(page, minima ?? [])) found.add(page);
          if (++compared >= MAX_COMPARED || found.size >= FOUND) return this.pathsOf(found);
        }
      }
    }
    return this.pathsOf(found);
  }

  /** Whether most sequences of a page are those of a text with these minima. */
  private sharesMost(page: number, minima: readonly number[]): boolean {
    let [equal, used, ownUsed, otherUsed] = [0, 0, 0, 0];
    minima.forEach((own, i) => {
      const other = this.minima[page * MINIMA + i]!;
      const [ownDigits, otherDigits] = [digitsOf(own), digitsOf(other)];
      const different = digitsOf(own ^ other);
      ownUsed |= ownDigits;
      otherUsed |= otherDigits;
      used += bitsIn(ownDigits | otherDigits);
      equal += bitsIn((ownDigits | otherDigits) & ~different);
    });
    return ownUsed === 0 || otherUsed === 0 || equal >= MIN_EQUAL * used;
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
