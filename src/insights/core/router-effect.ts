import { randomNumbers } from "./fix-effect";

/** Visits to one page in two windows of equal length: before the switch, and after it. */
export interface RoutedVisits {
  before: number;
  after: number;
}

export interface RouterEffect {
  /** Pages that were routed, and pages that were left as they were. */
  routed: { pages: number; before: number; after: number };
  others: { pages: number; before: number; after: number };
  /** How many visits more each routed page got than others would make expect, with a 95 % interval. */
  effect: number;
  low: number;
  high: number;
  /** Probability of so few visits if the switch did nothing. */
  p: number;
}

export const ROUTER_VERDICTS = ["fewer", "more", "unclear", "too_early"] as const;
export type RouterVerdict = (typeof ROUTER_VERDICTS)[number];

const MIN_PAGES = 8;
const MIN_VISITS = 40;
const SHUFFLES = 1_999;

const gain = ({ before, after }: RoutedVisits) => after - before;
const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
const meanOf = (values: readonly number[]) => sumOf(values) / values.length;

/**
 * What is left of each page's visits after the switch when those before it are taken into account, by regression over all pages. Counts
 * have long tails; their square roots vary about equally, whatever the level.
 */
function unexplained(pages: readonly RoutedVisits[]): number[] {
  const before = pages.map((page) => Math.sqrt(page.before));
  const after = pages.map((page) => Math.sqrt(page.after));
  const [x, y] = [meanOf(before), meanOf(after)];
  const spread = before.reduce((sum, value) => sum + (value - x) ** 2, 0);
  const slope = spread === 0 ? 0 : before.reduce((sum, value, i) => sum + (value - x) * (after[i]! - y), 0) / spread;
  return after.map((value, i) => value - slope * before[i]!);
}

/** The difference between the mean of the first `count` values in this order and that of the rest. */
function difference(values: readonly number[], total: number, order: readonly number[], count: number): number {
  let first = 0;
  for (let i = 0; i < count; i++) first += values[order[i]!]!;
  return first / count - (total - first) / (values.length - count);
}

/**
 * How visits to routed pages changed beyond those to pages that were left alone. Chance chose which, so seasons, decay and how the pages
 * were found weigh on both alike, and shuffling tells what chance alone would give. Null: too few pages or visits.
 */
export function routerEffect(routed: readonly RoutedVisits[], others: readonly RoutedVisits[]): RouterEffect | null {
  const all = [...routed, ...others];
  const visits = all.reduce((sum, { before, after }) => sum + before + after, 0);
  if (Math.min(routed.length, others.length) < MIN_PAGES || visits < MIN_VISITS) return null;
  const [roots, gains] = [unexplained(all), all.map(gain)];
  const order = all.map((_, i) => i);
  const count = routed.length;
  const [ofRoots, ofGains] = [sumOf(roots), sumOf(gains)];
  const [root, effect] = [difference(roots, ofRoots, order, count), difference(gains, ofGains, order, count)];
  const random = randomNumbers();
  let fewer = 0;
  let squares = 0;
  for (let n = 0; n < SHUFFLES; n++) {
    for (let i = 0; i < count; i++) {
      const j = i + Math.floor(random() * (order.length - i));
      [order[i], order[j]] = [order[j]!, order[i]!];
    }
    if (difference(roots, ofRoots, order, count) <= root + 1e-9) fewer++;
    squares += difference(gains, ofGains, order, count) ** 2;
  }
  const margin = 1.96 * Math.sqrt(squares / SHUFFLES);
  const means = (rows: readonly RoutedVisits[]) => ({
    pages: rows.length,
    before: meanOf(rows.map(({ before }) => before)),
    after: meanOf(rows.map(({ after }) => after)),
  });
  return {
    routed: means(routed),
    others: means(others),
    effect,
    low: effect - margin,
    high: effect + margin,
    p: (fewer + 1) / (SHUFFLES + 1),
  };
}

/** What can be said, at a level of 1.5 % on either side. */
export function routerVerdict({ effect, p }: RouterEffect): Exclude<RouterVerdict, "too_early"> {
  if (effect < 0 && p <= 0.015) return "fewer";
  return effect > 0 && p >= 0.985 ? "more" : "unclear";
}
