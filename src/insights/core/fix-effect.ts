/** Citations of one page in three windows of equal length: two before the fix, and one after it. */
export interface CitedWindows {
  path: string;
  match: number;
  before: number;
  after: number;
}

export interface FixEffect {
  /** Fixed pages that have comparable pages, and how many of these there are. */
  pages: number;
  controls: number;
  /** Mean citations per page and window; `before`: of both windows. */
  fixed: { before: number; after: number };
  others: { before: number; after: number };
  /** How much more the fixed pages gained than the others, per page and window, with a 95 % interval. */
  effect: number;
  low: number;
  high: number;
  /** Probability of such a gain if any page of a set might as well have been the fixed one. */
  p: number;
}

/** Comparable pages per fixed page. */
const CONTROLS = 3;
/** How far square roots of counts may be apart in a window: about the chance of counting. */
const CALIPER = 1;
const MIN_SETS = 5;
const MIN_CITATIONS = 20;
const MAX_FIXED = 200;
const SHUFFLES = 1_999;

/** The same numbers for the same data (mulberry32). */
export function randomNumbers(): () => number {
  let state = 0x9e3779b9;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const sectionOf = (path: string) => (path.lastIndexOf("/") > 0 ? path.slice(1, path.indexOf("/", 1)) : "");

/** How different two pages were before the fix; null: too different. */
function distanceOf(a: CitedWindows, b: CitedWindows): number | null {
  const match = Math.abs(Math.sqrt(a.match) - Math.sqrt(b.match));
  const before = Math.abs(Math.sqrt(a.before) - Math.sqrt(b.before));
  return match > CALIPER || before > CALIPER ? null : match + before;
}

interface MatchedSet {
  fixed: CitedWindows;
  controls: CitedWindows[];
}

/**
 * Fixed pages with their closest pages that were not fixed: of the same section, cited as often in both windows before. Each
 * page is in one set. The most cited come first, because they have the fewest comparable pages.
 */
function matchedSets(fixed: readonly CitedWindows[], others: readonly CitedWindows[]): MatchedSet[] {
  const left = Map.groupBy(others, ({ path }) => sectionOf(path));
  const cited = ({ match, before }: CitedWindows) => match + before;
  const sets: MatchedSet[] = [];
  for (const page of fixed.toSorted((a, b) => cited(b) - cited(a)).slice(0, MAX_FIXED)) {
    const section = sectionOf(page.path);
    const near = (left.get(section) ?? [])
      .map((control) => ({ control, distance: distanceOf(page, control) }))
      .filter((each) => each.distance !== null)
      .sort((a, b) => a.distance! - b.distance!)
      .slice(0, CONTROLS)
      .map(({ control }) => control);
    if (near.length === 0) continue;
    const used = new Set(near);
    left.set(
      section,
      left.get(section)!.filter((control) => !used.has(control)),
    );
    sets.push({ fixed: page, controls: near });
  }
  return sets;
}

/** Both windows before count: whoever fixes pages that just lost citations would see them come back without a fix. */
const usual = ({ match, before }: CitedWindows) => (match + before) / 2;
const gain = (page: CitedWindows) => page.after - usual(page);
const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * The difference in differences of citations between fixed pages and comparable ones. Null: there are too few of either, or too
 * few citations. If the fix did nothing, each page of a set might as well have been the fixed one: that is shuffled.
 */
export function fixEffect(fixed: readonly CitedWindows[], others: readonly CitedWindows[]): FixEffect | null {
  const sets = matchedSets(fixed, others);
  const told = sets.filter(({ fixed: page, controls }) =>
    [page, ...controls].some(({ before, after }) => before + after > 0),
  );
  const pages = sets.map((set) => set.fixed);
  const controls = sets.flatMap((set) => set.controls);
  const citations = [...pages, ...controls].reduce((sum, { before, after }) => sum + before + after, 0);
  if (told.length < MIN_SETS || citations < MIN_CITATIONS) return null;
  const gains = sets.map((set) => [set.fixed, ...set.controls].map(gain));
  const effectOf = (chosen: (set: readonly number[]) => number) =>
    meanOf(
      gains.map((set) => {
        const at = chosen(set);
        const rest = set.reduce((sum, value) => sum + value, 0) - set[at]!;
        return set[at]! - rest / (set.length - 1);
      }),
    );
  const effect = effectOf(() => 0);
  const random = randomNumbers();
  const shuffled = Array.from({ length: SHUFFLES }, () => effectOf((set) => Math.floor(random() * set.length)));
  const reached = shuffled.filter((value) => value >= effect - 1e-9).length;
  const middle = meanOf(shuffled);
  const margin = 1.96 * Math.sqrt(meanOf(shuffled.map((value) => (value - middle) ** 2)));
  const meansOf = (rows: readonly CitedWindows[]) => ({
    before: meanOf(rows.map(usual)),
    after: meanOf(rows.map(({ after }) => after)),
  });
  return {
    pages: pages.length,
    controls: controls.length,
    fixed: meansOf(pages),
    others: meansOf(controls),
    effect,
    low: effect - margin,
    high: effect + margin,
    p: (reached + 1) / (SHUFFLES + 1),
  };
}

export const FIX_VERDICTS = ["worked", "worse", "unclear", "too_early"] as const;

/** What can be said, at a level of 1 % on either side: pages of a topic move together, which shuffling does not know. */
export function verdictOn(effect: FixEffect): Exclude<(typeof FIX_VERDICTS)[number], "too_early"> {
  if (effect.low > 0 && effect.p <= 0.01) return "worked";
  return effect.high < 0 && effect.p >= 0.99 ? "worse" : "unclear";
}
