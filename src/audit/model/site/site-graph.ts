import type { NonIndexableReason, FetchOutcome } from "../page/page";
import { hash53 } from "../../../lib/crypto/hash";
import { HashTable } from "../../../lib/numbers/hash-table";
import type { Edge } from "../page/edges";
import type { KeptReference } from "../page/files";
import type { FaultyFile } from "./file-statuses";
import { HreflangClusters } from "./hreflang-clusters";
import { SimilarTexts } from "../page/similar-texts";
import { PreviewOwners } from "./preview-owners";
import { pairKeyOf, PAIR, PairSet } from "./pair-set";
import { unpackRelations, type Relations } from "../page/relations";

/** In-memory data per URL of a run during its analysis: numbers only, about 100 bytes per URL. */
export interface Node {
  seq: number;
  urlHash: number;
  listed: boolean;
  outcome: FetchOutcome;
  status: number;
  depth: number;
  indexable: boolean;
  reason: NonIndexableReason | null;
  redirectHash: number | null;
  canonicalHash: number | null;
  inSitemap: boolean;
  textHash: number | null;
  /** Path, for pages that other pages' issues list as samples: non-indexable pages and language versions. */
  path: string | null;
}

/** A listed page with its links, as the cross-page checks see it. */
export interface GraphPage {
  node: Node;
  path: string;
  titleHash: number | null;
  descriptionHash: number | null;
  textHash: number | null;
  edges: Edge[];
  /** Files and other sites that it refers to. */
  files: KeptReference[];
  relations: Relations;
}

/** What a page's row adds to its node. */
export interface SharedFacts {
  titleHash: number | null;
  descriptionHash: number | null;
  textHash: number | null;
  /** As packed by packRelations. */
  relations: string | null;
  path: string;
}

export interface RedirectChain {
  /** Number of hops; the last node is where the chain ends, or null outside the crawl. */
  hops: number;
  end: Node | null;
  loop: boolean;
}

const MAX_CHAIN = 20;
/** Longer paths are not named: the paths of a run are held in memory. */
const MAX_NAMED_PATH = 300;
/** Spellings of the home page that sites rightly redirect: `/index.html`, `/home`, `/?ref=a`. */
const HOME = /^\/(?:(?:index|default|home)(?:\.\w{2,5})?\/?)?(?:\?.*)?$/i;
const NO_FACTS: SharedFacts = { titleHash: null, descriptionHash: null, textHash: null, relations: null, path: "" };

/** How many indexable pages share a value; language versions of one page count as one. */
class SharedValues {
  private readonly pages = new Map<number, number>();
  private readonly versions = new Set<number>();

  /** `cluster`: the same number for all language versions of a page, null where there is only one. */
  add(value: number | null, cluster: number | null): void {
    if (value === null) return;
    if (cluster !== null) {
      const key = pairKeyOf(value, cluster, 0);
      if (this.versions.has(key)) return;
      this.versions.add(key);
    }
    this.pages.set(value, (this.pages.get(value) ?? 0) + 1);
  }

  of(value: number | null): number {
    return value === null ? 0 : (this.pages.get(value) ?? 0);
  }
}

/** Every URL of a run by its hash, with counts over all pages. */
export class SiteGraph {
  private readonly places = new HashTable();
  private readonly nodes: Node[] = [];
  private readonly inlinks = new HashTable();
  private readonly nofollowInlinks = new HashTable();
  readonly titles = new SharedValues();
  readonly descriptions = new SharedValues();
  readonly texts = new SharedValues();
  readonly headings = new SharedValues();
  readonly similar = new SimilarTexts();
  readonly versions = new HreflangClusters();
  readonly previews = new SharedValues();
  /** Share tags of every listed page. */
  readonly previewOwners = new PreviewOwners();
  /** Which page links to which as its alternate, next or previous page. */
  readonly pairs = new PairSet();
  /** Files that pages refer to and that have something to report, by hash. */
  readonly files = new Map<number, FaultyFile>();
  /** Listed pages that were fetched, and how many of them are indexable. */
  fetchedPages = 0;
  indexablePages = 0;
  /** URLs that redirect to the home page and are not spellings of it. */
  redirectsToHome = 0;
  readonly homeHash: number;
  private hasCutPages = false;

  /** `crawledAll`: no limit, sampling or selected mode cut the crawl short. `origin`: scheme and host of its pages. */
  constructor(
    private readonly crawledAll: boolean,
    readonly origin: string,
  ) {
    this.homeHash = hash53(`${origin}/`);
  }

  /** Whether the crawl saw every page and every link, so that what it did not find does not exist. */
  get wholeSite(): boolean {
    return this.crawledAll && !this.hasCutPages;
  }

  add(node: Node, facts: SharedFacts = NO_FACTS): void {
    const known = this.places.get(node.urlHash);
    if (known < 0) this.places.set(node.urlHash, this.nodes.push(node) - 1);
    else this.nodes[known] = node;
    if (isMovedToHome(node, this.homeHash)) this.redirectsToHome++;
    if (node.listed && node.outcome !== "blocked") this.fetchedPages++;
    if (node.outcome !== "ok") return;
    const relations = unpackRelations(facts.relations);
    if (node.listed && relations.cut) this.hasCutPages = true;
    for (const target of relations.alternates) this.pairs.add(node.urlHash, target, PAIR.alternate);
    const { alternates, codes } = relations;
    if (codes !== "") this.versions.add(node, alternates, codes);
    for (const target of relations.next) this.pairs.add(node.urlHash, target, PAIR.next);
    for (const target of relations.prev) this.pairs.add(node.urlHash, target, PAIR.prev);
    if (node.listed) this.previewOwners.add(relations.preview, this.pageOf(node));
    if (node.listed && node.indexable) this.countShared(node, facts, relations);
  }

  private countShared(node: Node, facts: SharedFacts, relations: Relations): void {
    this.indexablePages++;
    const { alternates } = relations;
    const cluster = alternates.length === 0 ? null : Math.min(node.urlHash, ...alternates);
    this.titles.add(facts.titleHash, cluster);
    this.descriptions.add(facts.descriptionHash, cluster);
    this.headings.add(relations.h1, cluster);
    this.texts.add(facts.textHash, null);
    this.previews.add(relations.og, null);
    const { sketch: halves, minima } = relations;
    if (halves !== null && facts.path.length <= MAX_NAMED_PATH)
      this.similar.add({
        halves,
        minima,
        textHash: facts.textHash,
        cluster: this.clusterOf(node, relations),
        path: facts.path,
      });
  }

  /** The same number for all language versions of a page. */
  clusterOf({ urlHash }: Node, { alternates }: Relations): number {
    return alternates.length === 0 ? urlHash : Math.min(urlHash, ...alternates);
  }

  /**
   * The hash that identifies a page: that of its canonical URL, else its own. A canonical pointing to the home page is
   * ignored, because it is usually a mistake.
   */
  private pageOf({ urlHash, canonicalHash, path }: Node): number {
    const mistaken = canonicalHash === this.homeHash && path?.startsWith("/?") !== true;
    return canonicalHash === null || mistaken ? urlHash : canonicalHash;
  }

  get size(): number {
    return this.nodes.length;
  }

  get(urlHash: number): Node | undefined {
    const place = this.places.get(urlHash);
    return place < 0 ? undefined : this.nodes[place];
  }

  all(): Iterable<Node> {
    return this.nodes;
  }

  /** Counts one page's links. Call once per page. */
  countInlinks(edges: readonly Edge[]): void {
    for (const { target, nofollow } of edges) {
      this.inlinks.add(target);
      if (nofollow) this.nofollowInlinks.add(target);
    }
  }

  inlinksOf(node: Node): number {
    return Math.max(0, this.inlinks.get(node.urlHash));
  }

  /** Number of pages that link to the node only with nofollow. */
  nofollowInlinksOf(node: Node): number {
    return Math.max(0, this.nofollowInlinks.get(node.urlHash));
  }

  /** Follows redirects through the crawled URLs. */
  chainOf(start: Node): RedirectChain {
    const seen = new Set<number>([start.urlHash]);
    let at: Node | null = start;
    let hops = 0;
    while (at !== null && at.redirectHash !== null && hops < MAX_CHAIN) {
      hops++;
      if (seen.has(at.redirectHash)) return { hops, end: at, loop: true };
      seen.add(at.redirectHash);
      at = this.get(at.redirectHash) ?? null;
    }
    return { hops, end: at, loop: false };
  }
}

/** Whether the URL gives no page: an error status or no response. */
export function isBroken(node: Node): boolean {
  if (node.outcome === "timeout" || node.outcome === "unreachable") return true;
  // 401, 403 and 429 mean that crawlers are refused, not that the page is gone.
  return node.outcome === "error" && ![401, 403, 429].includes(node.status);
}

/** Whether a URL redirects to the home page and is not a spelling of it. */
export function isMovedToHome({ urlHash, redirectHash, path }: Node, homeHash: number): boolean {
  return redirectHash === homeHash && urlHash !== homeHash && !HOME.test(path ?? "");
}
