import { primaryLanguage } from "../../../lib/text/primary-language";
import { isReturned, type PairSet } from "./pair-set";

/** A page that names language versions. */
export interface VersionedPage {
  urlHash: number;
  seq: number;
  listed: boolean;
  path: string | null;
  canonicalHash: number | null;
}

/** What is wrong with a set of pages that name one another as language versions. */
export interface ClusterFault {
  /** Each with its code. */
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
const UNNAMED = "a page that names no versions";

/**
 * Groups pages that name one another as language versions. The version for all other languages may be shared by many sets.
 * Takes eight bytes per link between versions, plus about 100 per page.
 */
export class HreflangClusters {
  private readonly pages: VersionedPage[] = [];
  /** Where the links of each page begin, and whose codes they have. */
  private readonly starts: number[] = [];
  private readonly codesOfPage: string[][] = [];
  private targets = new Float64Array(256);
  private size = 0;
  /** Pages of a site repeat the same few lists of codes. */
  private readonly codeLists = new Map<string, string[]>();
  private readonly parents = new Map<number, number>();
  private faults: Map<number, ClusterFault> | null = null;

  /** `alternates`: hashes of URLs; `codes`: theirs, with spaces between URLs and commas between codes of one URL. */
  add(page: VersionedPage, alternates: readonly number[], codes: string): void {
    let list = this.codeLists.get(codes);
    if (!list) this.codeLists.set(codes, (list = codes.split(" ")));
    this.pages.push(page);
    this.starts.push(this.size);
    this.codesOfPage.push(list);
    for (const [i, target] of alternates.entries()) {
      if (this.size === this.targets.length) {
        const larger = new Float64Array(2 * this.size);
        larger.set(this.targets);
        this.targets = larger;
      }
      this.targets[this.size++] = target;
      if (list[i] !== DEFAULT) this.join(page.urlHash, target);
    }
    this.faults = null;
  }

  /** The fault of the set of which this page is the first; null: it is not, or nothing is wrong. */
  faultAt(urlHash: number, pairs: PairSet, crawled: Crawled): ClusterFault | null {
    if (this.pages.length === 0) return null;
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
    // Later lookups from here take one step.
    for (let at = hash; at !== root;) {
      const up = this.parents.get(at)!;
      this.parents.set(at, root);
      at = up;
    }
    return root;
  }

  private judged(pairs: PairSet, crawled: Crawled): Map<number, ClusterFault> {
    const clusters = new Map<number, number[]>();
    this.pages.forEach(({ urlHash }, number) => {
      const root = this.rootOf(urlHash);
      const cluster = clusters.get(root);
      if (cluster) cluster.push(number);
      else clusters.set(root, [number]);
    });
    const faults = new Map<number, ClusterFault>();
    for (const cluster of clusters.values()) {
      const listed = cluster.map((number) => this.pages[number]!).filter((page) => page.listed);
      if (listed.length === 0) continue;
      const first = listed.reduce((a, b) => (b.seq < a.seq ? b : a));
      const fault = this.faultOf(cluster, pairs, crawled);
      if (fault.missingReturnCount + fault.conflicts.length > 0) faults.set(first.urlHash, fault);
    }
    return faults;
  }

  private faultOf(cluster: readonly number[], pairs: PairSet, crawled: Crawled): ClusterFault {
    const names = new VersionNames();
    const nameOf = (hash: number) => crawled(hash) ?? UNNAMED;
    const missing: string[] = [];
    let missingCount = 0;
    let hasDefault = false;
    for (const number of cluster) {
      const page = this.pages[number]!;
      const start = this.starts[number]!;
      const end = this.starts[number + 1] ?? this.size;
      for (let at = start; at < end; at++) {
        const target = this.targets[at]!;
        for (const code of this.codesOfPage[number]![at - start]?.split(",") ?? []) {
          if (code === DEFAULT) hasDefault = true;
          else if (code !== "") names.add(code, target);
        }
        if (target === page.urlHash || isReturned(pairs, target, page)) continue;
        // A version in the crawl may name no versions itself. One outside the crawl is not judged.
        if (crawled(target) === undefined) continue;
        missingCount++;
        if (missing.length < SHOWN) missing.push(`${page.path ?? "?"} → ${nameOf(target)}`);
      }
    }
    const members = cluster.slice(0, SHOWN).map((number) => this.pages[number]!);
    return {
      members: members.map(({ path, urlHash }) => `${names.codesOf(urlHash)}: ${path ?? "?"}`),
      size: cluster.length,
      missingReturns: missing,
      missingReturnCount: missingCount,
      conflicts: names.conflicts(nameOf).slice(0, SHOWN),
      hasDefault,
    };
  }
}

/** Which code belongs to which URL, by all pages of a set. */
class VersionNames {
  private readonly codesByUrl = new Map<number, Set<string>>();
  private readonly urlsByCode = new Map<string, Set<number>>();

  add(code: string, url: number): void {
    const codes = this.codesByUrl.get(url);
    if (codes) codes.add(code);
    else this.codesByUrl.set(url, new Set([code]));
    const urls = this.urlsByCode.get(code);
    if (urls) urls.add(url);
    else this.urlsByCode.set(code, new Set([url]));
  }

  codesOf(url: number): string {
    return [...(this.codesByUrl.get(url) ?? ["?"])].slice(0, 3).join("/");
  }

  conflicts(nameOf: (url: number) => string): string[] {
    const found: string[] = [];
    for (const [code, urls] of this.urlsByCode)
      if (urls.size > 1) found.push(`${code}: ${[...urls].slice(0, 3).map(nameOf).join(" and ")}`);
    for (const [url, codes] of this.codesByUrl) {
      const languages = new Set([...codes].map((code) => primaryLanguage(code)));
      if (languages.size > 1) found.push(`${nameOf(url)}: ${[...languages].join(" and ")}`);
    }
    return found;
  }
}
