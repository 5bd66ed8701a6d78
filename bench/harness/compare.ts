import { shownSpread } from "./numbers.ts";
import type { Result } from "./results.ts";
import { comparisons, isGrowth, type Comparison } from "./spread.ts";

interface Ratio extends Comparison {
  what: string;
  growth: boolean;
  better: "more" | "less";
}

/** Every ratio of a file of results, by a key that is the same in another file. */
function ratiosOf(results: readonly Result[]): Map<string, Ratio> {
  const all = results.flatMap(({ name, form, measures }) =>
    measures.flatMap((measure) =>
      comparisons(measure).map((each): [string, Ratio] => [
        JSON.stringify([name, form, measure.what, each.contender]),
        { ...each, what: `${name}: ${measure.what}`, growth: isGrowth(measure), better: measure.better },
      ]),
    ),
  );
  return new Map(all);
}

/** `better` and `worse` only if the rounds of both runs do not overlap. */
function verdict(first: Ratio, second: Ratio): string {
  const [a, b] = [first.ratio, second.ratio];
  if (a.least <= b.most && b.least <= a.most) return "same";
  const moreIsBetter = !first.growth || first.better === "more";
  return b.median > a.median === moreIsBetter ? "better" : "worse";
}

/** A Markdown table of the ratios that two files have in common. Figures of machines can't be compared, ratios can. */
export function comparisonTable(first: readonly Result[], second: readonly Result[]): string {
  const [before, after] = [ratiosOf(first), ratiosOf(second)];
  const rows = [...before].flatMap(([key, ratio]) => {
    const other = after.get(key);
    if (!other) return [];
    const against = ratio.growth ? `growth to ${ratio.contender}` : `compared with ${ratio.contender}`;
    return [
      `| ${ratio.what} | ${against} | ${shownSpread(ratio.ratio)} | ${shownSpread(other.ratio)} | ${verdict(ratio, other)} |`,
    ];
  });
  const only = [...before.keys()].filter((key) => !after.has(key)).length;
  const added = [...after.keys()].filter((key) => !before.has(key)).length;
  return [
    "| What | Ratio | First | Second | Second is |",
    "| --- | --- | --- | --- | --- |",
    ...rows,
    "",
    `${rows.length} ratios in both, ${only} only in the first, ${added} only in the second.`,
  ].join("\n");
}
