import { HashTable } from "../../../lib/numbers/hash-table";
import { MinHeap } from "../../../lib/numbers/min-heap";

/** URLs that a run remembers, of 40 to 60 bytes each. Later ones are not crawled by it. */
export const MAX_URLS = 1_000_000;

/** What happens to a URL. */
export const UrlState = {
  Pending: 0,
  Leased: 1,
  Done: 2,
  /** Listed in a sitemap; fetched only if a page links to it. */
  Known: 3,
  /** Left out by sampling. */
  Skipped: 4,
} as const;
export type UrlState = (typeof UrlState)[keyof typeof UrlState];

/** What is known of a URL, besides its text. */
export interface UrlEntry {
  depth: number;
  state: UrlState;
  /** 1: a page of the result. */
  listed: number;
  inSitemap: number;
  pattern: number | null;
}

const LISTED = 8;
const IN_SITEMAP = 16;
const STATE = 7;
/** A place in the order of crawling is one number: the depth, then `seq`. */
const DEPTH_STEP = 2 ** 32;

/**
 * The URLs of a run by `seq`, the order of their discovery, without their texts: a text is known by its hash53. It collects
 * the numbers of those that change.
 */
export class UrlList {
  private readonly seqs = new HashTable();
  private depths = new Uint32Array(1_024);
  private flags = new Uint8Array(1_024);
  /** The pattern's id plus one; 0: none. */
  private patterns = new Uint32Array(1_024);
  /** Places of due URLs in the order of crawling. A URL that is no longer due at its place is passed over. */
  private readonly due = new MinHeap();
  private readonly leasedSeqs = new Set<number>();
  private changed = new Set<number>();
  /** Number of URLs: the highest `seq`. */
  size = 0;
  pending = 0;

  /** 0: the list does not have this URL. */
  seqOf(hash: number): number {
    return Math.max(0, this.seqs.get(hash));
  }

  get(seq: number): UrlEntry {
    const flags = this.flags[seq]!;
    const pattern = this.patterns[seq]!;
    return {
      depth: this.depths[seq]!,
      state: (flags & STATE) as UrlState,
      listed: flags & LISTED ? 1 : 0,
      inSitemap: flags & IN_SITEMAP ? 1 : 0,
      pattern: pattern === 0 ? null : pattern - 1,
    };
  }

  /** Adds a URL that the list does not have. It gets the next `seq`, and its entry from `set`. */
  append(hash: number): number {
    const seq = ++this.size;
    if (seq >= this.depths.length) this.grow();
    this.seqs.set(hash, seq);
    this.flags[seq] = UrlState.Known;
    return seq;
  }

  set(seq: number, { depth, state, listed, inSitemap, pattern }: UrlEntry): void {
    const before = this.flags[seq]! & STATE;
    if (state === UrlState.Pending && (before !== UrlState.Pending || this.depths[seq] !== depth))
      this.due.push(depth * DEPTH_STEP + seq);
    this.pending += Number(state === UrlState.Pending) - Number(before === UrlState.Pending);
    if (state === UrlState.Leased) this.leasedSeqs.add(seq);
    else if (before === UrlState.Leased) this.leasedSeqs.delete(seq);
    this.depths[seq] = depth;
    this.flags[seq] = state | (listed ? LISTED : 0) | (inSitemap ? IN_SITEMAP : 0);
    this.patterns[seq] = pattern === null ? 0 : pattern + 1;
    this.changed.add(seq);
  }

  /** URLs that were handed out. */
  leased(): number[] {
    return [...this.leasedSeqs];
  }

  /**
   * The next due URLs, lowest depth first, because a sitemap may list deep URLs early. Each depth waits until the one before
   * it is done, so that a URL's depth is its lowest number of clicks even if some pages are slow.
   */
  next(limit: number): number[] {
    let open = Number.POSITIVE_INFINITY;
    for (const seq of this.leasedSeqs) open = Math.min(open, this.depths[seq]!);
    const taken: number[] = [];
    for (let depth: number | null = null; taken.length < limit;) {
      const place = this.nextPlace();
      if (place === null) break;
      const of = Math.floor(place / DEPTH_STEP);
      depth ??= of;
      if (of !== depth || depth > open) break;
      this.due.pop();
      const seq = place % DEPTH_STEP;
      // It may have been due twice at this depth.
      if (taken.at(-1) !== seq) taken.push(seq);
    }
    return taken;
  }

  /** The first place that is still due, which stays in the heap. */
  private nextPlace(): number | null {
    for (let place = this.due.lowest; place !== undefined; place = this.due.lowest) {
      const seq = place % DEPTH_STEP;
      const isDue = (this.flags[seq]! & STATE) === UrlState.Pending;
      if (isDue && this.depths[seq] === Math.floor(place / DEPTH_STEP)) return place;
      this.due.pop();
    }
    return null;
  }

  /** URLs that a sitemap lists, after `afterSeq`, in order. */
  inSitemap(afterSeq: number, limit: number): number[] {
    const found: number[] = [];
    for (let seq = afterSeq + 1; seq <= this.size && found.length < limit; seq++)
      if (this.flags[seq]! & IN_SITEMAP) found.push(seq);
    return found;
  }

  /** Forgets the patterns of all URLs. */
  forgetPatterns(): void {
    this.patterns.fill(0);
  }

  /** Returns the URLs that changed since the last call. */
  takeChanged(): number[] {
    const changed = [...this.changed];
    this.changed = new Set();
    return changed;
  }

  private grow(): void {
    const double = <T extends Uint8Array | Uint32Array>(from: T, to: T) => (to.set(from), to);
    this.depths = double(this.depths, new Uint32Array(this.depths.length * 2));
    this.flags = double(this.flags, new Uint8Array(this.flags.length * 2));
    this.patterns = double(this.patterns, new Uint32Array(this.patterns.length * 2));
  }
}

/** A known URL that is found again; null: nothing changes. */
export function mergedEntry(known: UrlEntry, found: UrlEntry): UrlEntry | null {
  const { state, depth, listed, inSitemap, pattern } = known;
  const becomesPage = found.listed === 1 && (state === UrlState.Known || listed === 0);
  const isNearer = state === UrlState.Pending && found.depth < depth;
  if (!becomesPage && !isNearer && found.inSitemap <= inSitemap) return null;
  const isDue = found.listed === 1 && (state === UrlState.Known || (listed === 0 && state === UrlState.Done));
  return {
    depth: state === UrlState.Known ? found.depth : state === UrlState.Pending ? Math.min(depth, found.depth) : depth,
    pattern: pattern ?? found.pattern,
    state: isDue ? found.state : state,
    listed: Math.max(listed, found.listed),
    inSitemap: Math.max(inSitemap, found.inSitemap),
  };
}
