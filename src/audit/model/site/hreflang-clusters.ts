import { PAIR, type PairSet } from "./pair-set";

/** A page that names language versions, as its row has them: hashes of URLs and their codes (with commas), in the same order. */
export interface VersionedPage {
  urlHash: number;
  seq: number;
  listed: boolean;
  path: string;
  alternates: readonly number[];
  codes: readonly string[];
}

/** What is wrong with a set of pages that name one another as language versions. */
export interface ClusterFault {
  /** Each with its code, as far as they are in the crawl. */
  members: string[];
  size: number;
  /** `from → to` for versions that are named but do not name the page in return. */
  missingReturns: string[];
  missingReturnCount: number;
  /** Codes with several URLs, and URLs with several languages, over all pages of the set. */
  conflicts: string[];
  hasDefault: boolean;
}

/** The path of a page of the crawl that answered 200, null if it is not kept; undefined: there is no such page. */
type Crawled = (urlHash: number) => string | null | undefined;

const SHOWN = 10;
const DEFAULT = "x-default";

/** Groups pages that name one another as language versions. The version for all other languages may be shared by many sets. */
export class HreflangClusters {
  private readonly pages = new Map<number, VersionedPage>();
  private readonly parents = new Map<number, number>();
  private faults: Map<number, ClusterFault> | null = null;

  add(page: VersionedPage): void {
    this.pages.set(page.urlHash, page);
    page.alternates.forEach((target, i) => {
      if (page.codes[i] !== DEFAULT) this.join(page.urlHash, target);
    });
    this.faults = null;
  }

  /** The fault of the set of which this page is the first; null: it is not, or nothing is wrong. */
  faultAt(urlHash: number, pairs: PairSet, crawled: Crawled): ClusterFault | null {
    if (this.pages.size === 0) return null;
    this.faults ??= this.judged(pairs, crawled);
    return this.faults.get(urlHash) ?? null;
  }

  private join(one: number, other: number): void {
    const [a, b] = [this.rootOf(one), this.rootOf(other)];
    if (a !== b) this.parents.set(b, a);
  }

  private rootOf(hash: number): number {
    let root = hash;
    for (let up = this.parents.get(root); up !== undefined; up = this.parents.get(root)) root = up;
    // Later look-ups from here take one step.
    for (let at = hash; at !== root;) {
      const up = this.parents.get(at)!;
      this.parents.set(at, root);
      at = up;
    }
    return root;
  }

  private judged(pairs: PairSet, crawled: Crawled): Map<number, ClusterFault> {
    const clusters = new Map<number, VersionedPage[]>();
    for (const page of this.pages.values()) {
      const root = this.rootOf(page.urlHash);
      const cluster = clusters.get(root);
      if (cluster) cluster.push(page);
      else clusters.set(root, [page]);
    }
    const faults = new Map<number, ClusterFault>();
    for (const cluster of clusters.values()) {
      const first = cluster.filter(({ listed }) => listed).sort((a, b) => a.seq - b.seq)[0];
      const fault = first && this.faultOf(cluster, pairs, crawled);
      if (first && fault && fault.missingReturnCount + fault.conflicts.length > 0) faults.set(first.urlHash, fault);
    }
    return faults;
  }

  private faultOf(cluster: readonly VersionedPage[], pairs: PairSet, crawled: Crawled): ClusterFault {
    const names = new Names();
    const nameOf = (hash: number) => this.pages.get(hash)?.path ?? crawled(hash) ?? "a page that names no versions";
    const missing: string[] = [];
    let missingCount = 0;
    for (const page of cluster) {
      page.alternates.forEach((target, i) => {
        for (const code of page.codes[i]?.split(",") ?? []) names.add(code, target);
        if (target === page.urlHash || pairs.has(target, page.urlHash, PAIR.alternate)) return;
        // A version that names none is a page of the crawl too; one outside the crawl is not judged.
        if (crawled(target) === undefined) return;
        missingCount++;
        if (missing.length < SHOWN) missing.push(`${page.path} → ${nameOf(target)}`);
      });
    }
    const codes = names.codesByUrl;
    return {
      members: cluster
        .slice(0, SHOWN)
        .map(({ path, urlHash }) => `${[...(codes.get(urlHash) ?? ["?"])].join("/")}: ${path}`),
      size: cluster.length,
      missingReturns: missing,
      missingReturnCount: missingCount,
      conflicts: names.conflicts(nameOf).slice(0, SHOWN),
      hasDefault: cluster.some(({ codes: own }) => own.some((code) => code.split(",").includes(DEFAULT))),
    };
  }
}

/** Which code belongs to which URL, by all pages of a set. */
class Names {
  readonly codesByUrl = new Map<number, Set<string>>();
  private readonly urlsByCode = new Map<string, Set<number>>();

  add(code: string, url: number): void {
    if (code === DEFAULT || code === "") return;
    const codes = this.codesByUrl.get(url);
    if (codes) codes.add(code);
    else this.codesByUrl.set(url, new Set([code]));
    const urls = this.urlsByCode.get(code);
    if (urls) urls.add(url);
    else this.urlsByCode.set(code, new Set([url]));
  }

  conflicts(nameOf: (url: number) => string): string[] {
    const found: string[] = [];
    for (const [code, urls] of this.urlsByCode)
      if (urls.size > 1) found.push(`${code}: ${[...urls].slice(0, 3).map(nameOf).join(" and ")}`);
    for (const [url, codes] of this.codesByUrl) {
      const languages = new Set([...codes].map((code) => code.split("-")[0]!));
      if (languages.size > 1) found.push(`${nameOf(url)}: ${[...languages].join(" and ")}`);
    }
    return found;
  }
}
