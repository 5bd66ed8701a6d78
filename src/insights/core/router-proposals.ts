import { ROUTED_KINDS, type RoutedKind, type RouterAction } from "../../accounts";

/** Verified visits of one kind of crawlers to one page. */
export interface KindVisits {
  path: string;
  kind: string;
  visits: number;
  /** Of these, visits that needed a render. */
  renders: number;
}

/** What is known of the site. */
export interface RouterFacts {
  visits: readonly KindVisits[];
  /** Pages whose canonical page may be served instead, with that. */
  targets: ReadonlyMap<string, string>;
  /** Pages that say what the page says that they name, as the cache or the latest audit found. */
  alike: ReadonlySet<string>;
  /** Canonical pages that the latest audit could not index. */
  unfit: ReadonlySet<string>;
  /** Paths that answered 404 or 410 last and that no audit has found since, with the page that was probably meant. */
  missing: ReadonlyMap<string, string | null>;
  /** Answers that cite a page, and people whom assistants sent there. */
  citations: ReadonlyMap<string, number>;
  people: ReadonlyMap<string, number>;
  /** Cached pages by size in bytes. `isUnchanged`: since before the window. */
  cached: ReadonlyMap<string, { bytes: number; isUnchanged: boolean }>;
}

export const KEPT_REASONS = ["cited", "people", "moved", "target", "different"] as const;
export type KeptReason = (typeof KEPT_REASONS)[number];

export interface RoutedPath {
  path: string;
  /** Where the redirect leads; null for a page that is gone. */
  target: string | null;
  visits: number;
}

export interface Proposal {
  action: RouterAction;
  pages: number;
  visits: number;
  renders: number;
  /** Bytes of the pages that these visits got. */
  bytes: number;
  kinds: Array<{ kind: RoutedKind; pages: number; visits: number }>;
  /** The most visited first. */
  paths: RoutedPath[];
  kept: Array<{ path: string; reason: KeptReason; visits: number }>;
}

/** A page is gone again and again from this many visits on: one may be a typing error. */
const LEAST_GONE_VISITS = 3;

interface PageSums {
  visits: number;
  renders: number;
  kinds: Map<RoutedKind, number>;
}

const isRoutedKind = (kind: string): kind is RoutedKind => (ROUTED_KINDS as readonly string[]).includes(kind);

/** Pages that redirects have to leave alone, visited or not. */
export const pagesToKeep = (facts: RouterFacts): string[] =>
  [...facts.targets].flatMap(([path, target]) => (keptReason(facts, path, target) ? [path] : []));

function sumsByPath(visits: readonly KindVisits[]): Map<string, PageSums> {
  const pages = new Map<string, PageSums>();
  for (const { path, kind, visits: count, renders } of visits) {
    if (!isRoutedKind(kind)) continue;
    const page = pages.get(path) ?? { visits: 0, renders: 0, kinds: new Map<RoutedKind, number>() };
    page.visits += count;
    page.renders += renders;
    page.kinds.set(kind, (page.kinds.get(kind) ?? 0) + count);
    pages.set(path, page);
  }
  return pages;
}

const bare = (path: string) => path.split("?")[0]!;

/** Why a page is left as it is, or null. A copy is the same page with other parameters, or one that is known to say the same. */
function keptReason(facts: RouterFacts, path: string, target: string | null): KeptReason | null {
  if ((facts.citations.get(path) ?? 0) > 0) return "cited";
  if ((facts.people.get(path) ?? 0) > 0) return "people";
  if (target !== null && facts.unfit.has(target)) return "target";
  if (target !== null) return bare(path) === bare(target) || facts.alike.has(path) ? null : "different";
  return facts.missing.get(path) ? "moved" : null;
}

function propose(action: RouterAction, facts: RouterFacts, pages: ReadonlyMap<string, PageSums>): Proposal {
  const proposal: Proposal = { action, pages: 0, visits: 0, renders: 0, bytes: 0, kinds: [], paths: [], kept: [] };
  const kinds = new Map<RoutedKind, { pages: number; visits: number }>();
  for (const [path, { visits, renders, kinds: own }] of pages) {
    const target = action === "redirect" ? facts.targets.get(path) : null;
    if (target === undefined || (action === "gone" && !facts.missing.has(path))) continue;
    if (action === "gone" && visits < LEAST_GONE_VISITS) continue;
    const reason = keptReason(facts, path, target);
    if (reason) {
      proposal.kept.push({ path, reason, visits });
      continue;
    }
    proposal.pages++;
    proposal.visits += visits;
    proposal.renders += renders;
    proposal.bytes += visits * (facts.cached.get(path)?.bytes ?? 0);
    proposal.paths.push({ path, target, visits });
    for (const [kind, count] of own) {
      const sum = kinds.get(kind) ?? { pages: 0, visits: 0 };
      kinds.set(kind, { pages: sum.pages + 1, visits: sum.visits + count });
    }
  }
  const most = (a: { path: string; visits: number }, b: { path: string; visits: number }) =>
    b.visits - a.visits || (a.path < b.path ? -1 : 1);
  proposal.paths.sort(most);
  proposal.kept.sort(most);
  proposal.kinds = ROUTED_KINDS.flatMap((kind) => (kinds.has(kind) ? [{ kind, ...kinds.get(kind)! }] : []));
  return proposal;
}

/** Visits to pages that had not changed since the crawlers' last one: what an answer of 304 spares a crawler that asks for it. */
export interface Repeats {
  pages: number;
  visits: number;
  bytes: number;
}

function repeatsOf(facts: RouterFacts): Repeats {
  const repeats: Repeats = { pages: 0, visits: 0, bytes: 0 };
  const first = new Set<string>();
  for (const { path, kind, visits } of facts.visits) {
    const page = facts.cached.get(path);
    if (!page?.isUnchanged || visits < 2 || !isRoutedKind(kind)) continue;
    if (!first.has(path)) repeats.pages++;
    first.add(path);
    repeats.visits += visits - 1;
    repeats.bytes += (visits - 1) * page.bytes;
  }
  return repeats;
}

/** What the router could do about wasted visits of a window. */
export function proposeRouting(facts: RouterFacts): { proposals: Proposal[]; repeats: Repeats } {
  const pages = sumsByPath(facts.visits);
  return { proposals: (["redirect", "gone"] as const).map((a) => propose(a, facts, pages)), repeats: repeatsOf(facts) };
}
