import { median } from "../../src/lib/numbers/median.ts";
import { OURS, type Measure } from "./benchmark.ts";

/** Median and extremes. */
export interface Spread {
  median: number;
  least: number;
  most: number;
}

export interface Comparison {
  /** The contender that Crawlready, or the smallest size, is compared with. */
  contender: string;
  ratio: Spread;
}

export function spreadOf(values: readonly number[]): Spread {
  return { median: median(values), least: Math.min(...values), most: Math.max(...values) };
}

/** Whether its contenders are sizes of the same work instead of peers. */
export const isGrowth = ({ values }: Measure) => !(OURS in values);

/**
 * Compares the contenders of a measure round by round. With peers, a ratio tells how many times better Crawlready is. With sizes, it
 * tells how many times the value of the smallest size a larger one has.
 */
export function comparisons(measure: Measure): Comparison[] {
  const { values, better } = measure;
  const grows = isGrowth(measure);
  const reference = grows ? Object.keys(values)[0]! : OURS;
  return Object.keys(values)
    .filter((contender) => contender !== reference)
    .flatMap((contender) => {
      const ratios = values[contender]!.flatMap((other, round) => {
        const own = values[reference]![round];
        if (own === undefined) return [];
        const ratio = grows || better === "less" ? other / own : own / other;
        return Number.isFinite(ratio) && ratio > 0 ? [ratio] : [];
      });
      return ratios.length === 0 ? [] : [{ contender, ratio: spreadOf(ratios) }];
    });
}
