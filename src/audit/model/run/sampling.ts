import { hash53 } from "../../../lib/crypto/hash";
import { pathOf } from "../../../lib/hosts/url";

/** Sampling per pattern: the first URLs are all kept, then one in ten, up to a maximum. */
const ALWAYS = 20;
const ONE_IN = 10;
const MOST = 50;
/** With this many siblings or more, path segments count as item names instead of sections. */
const MANY_SIBLINGS = 10;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const DATE = /^(19|20)\d{2}(-\d{1,2}){1,2}$/;
const YEAR = /^(19|20)\d{2}$/;
const MONTH_OR_DAY = /^\d{1,2}$/;

/** The kind of a segment recognisable by its form, or null. A date may span several segments: /2026/11/21. */
function kindOf(segment: string, before: string | undefined, next: string | undefined): string | null {
  if (DATE.test(segment) || (before === ":date" && MONTH_OR_DAY.test(segment))) return ":date";
  if (YEAR.test(segment) && next !== undefined && MONTH_OR_DAY.test(next)) return ":date";
  if (/^\d+(\.[a-z]{2,5})?$/i.test(segment)) return ":n";
  return UUID.test(segment) || (/^[0-9a-f]{8,}$/i.test(segment) && /\d/.test(segment)) ? ":id" : null;
}

export interface PatternCount {
  id: number;
  pattern: string;
  /** URLs found, and how many of them are audited. */
  total: number;
  sampled: number;
}

/** A sampler's state, to store and restore it. */
export interface SamplerState {
  patterns: PatternCount[];
  siblings: Array<{ parent: string; name: string }>;
}

export interface Choice {
  keep: boolean;
  patternId: number;
}

/**
 * Decides in the order of discovery which URLs are audited: a site with a hundred thousand products has only a handful
 * of templates. Pass each URL once.
 */
export class Sampler {
  private readonly patterns = new Map<string, PatternCount>();
  private readonly siblings = new Map<string, Set<string>>();
  private changed = new Set<PatternCount>();
  private newSiblings: SamplerState["siblings"] = [];

  constructor(state: SamplerState = { patterns: [], siblings: [] }) {
    for (const each of state.patterns) this.patterns.set(each.pattern, { ...each });
    for (const { parent, name } of state.siblings) this.namesBelow(parent).add(name);
  }

  /** `always`: keep the URL however many of its pattern are sampled. */
  choose(url: string, always: boolean): Choice {
    const name = this.patternOf(pathOf(url));
    let count = this.patterns.get(name);
    if (!count) {
      count = { id: this.patterns.size + 1, pattern: name, total: 0, sampled: 0 };
      this.patterns.set(name, count);
    }
    count.total++;
    const drawn = count.sampled < ALWAYS || (count.sampled < MOST && hash53(url) % ONE_IN === 0);
    if (always || drawn) count.sampled++;
    this.changed.add(count);
    return { keep: always || drawn, patternId: count.id };
  }

  /** The path with its variable segments replaced: `/shop/:slug`, `/:date/:date/:n`. Drops the query. */
  patternOf(path: string): string {
    const segments = path.split("?")[0]!.split("/").slice(1);
    const pattern: string[] = [];
    for (const [index, segment] of segments.entries())
      pattern.push(kindOf(segment, pattern.at(-1), segments[index + 1]) ?? this.nameOrSlug(pattern.join("/"), segment));
    return `/${pattern.join("/")}`;
  }

  private nameOrSlug(parent: string, segment: string): string {
    const names = this.namesBelow(parent);
    if (names.has(segment) || segment === "") return segment;
    if (names.size + 1 >= MANY_SIBLINGS) return ":slug";
    names.add(segment);
    this.newSiblings.push({ parent, name: segment });
    return segment;
  }

  private namesBelow(parent: string): Set<string> {
    let names = this.siblings.get(parent);
    if (!names) this.siblings.set(parent, (names = new Set()));
    return names;
  }

  /** Returns what changed since the last call. */
  takeChanges(): SamplerState {
    const changes = { patterns: [...this.changed], siblings: this.newSiblings };
    this.changed = new Set();
    this.newSiblings = [];
    return changes;
  }

  /** Patterns with URLs left out. */
  cut(): PatternCount[] {
    return [...this.patterns.values()].filter((each) => each.total > each.sampled);
  }
}
