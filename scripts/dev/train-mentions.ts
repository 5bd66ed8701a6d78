import { writeFileSync } from "node:fs";
import path from "node:path";
import { importSources } from "../../bench/support/import-sources.ts";
import { root } from "./config.ts";
import { dot, regression, sigmoid, weightOf, wilson } from "./regression.ts";

/**
 * Learns the weights by which the rules judge whether a name is meant (src/mentions/core/analysis/names/weights.json), by
 * logistic regression over all labelled answers, and prints cross-validated figures. The same answers give the same
 * weights. `node scripts/dev/train-mentions.ts mentions-1 mentions-2` learns from those blind batches, too; `--none` skips cross-validation; `--faults`
 * lists what is judged wrongly.
 */
const BATCHES = process.argv.slice(2).filter((each) => !each.startsWith("--"));

interface Bag {
  id: string;
  batch: string;
  language: string;
  own: boolean;
  meant: boolean;
  places: Float64Array[];
  text: string;
  name: string;
}
interface Sources {
  trainingBags: (batches: readonly string[], first: ArrayLike<number> | null) => Bag[];
  loadWordFiles: () => void;
  SIGNS: readonly string[];
  TURNS: readonly string[];
}

/** Steps of Newton's method, and how often the likeliest places are chosen anew. */
const STEPS = 4;
const ROUNDS = 6;
/** At least this probability: meant. The same as MEANT in weigh.ts. */
const MEANT = 0.65;

const best = (bag: Bag, weights: Float64Array) => Math.max(...bag.places.map((place) => dot(place, weights)));

/** Of a name that is meant somewhere, only the likeliest place teaches; of one that is not, every place. */
function fit(bags: readonly Bag[]): Float64Array {
  const size = bags[0]!.places[0]!.length;
  let weights: Float64Array = new Float64Array(size);
  for (let round = 0; round < ROUNDS; round++) {
    const taught = bags.flatMap((bag) => {
      const scores = bag.places.map((place) => dot(place, weights));
      const top = bag.places[scores.indexOf(Math.max(...scores))]!;
      const places = bag.meant ? [top] : bag.places;
      return places.map((place) => ({
        place,
        yes: Number(bag.meant),
        share: weightOf(bag) / Math.sqrt(places.length),
      }));
    });
    weights = regression(taught, weights, STEPS);
  }
  return weights;
}

/** Precision and recall over bags with a probability each. */
function figures(judged: ReadonlyArray<{ bag: Bag; p: number }>, least = MEANT): string {
  const found = judged.filter(({ p }) => p >= least);
  const meant = judged.filter(({ bag }) => bag.meant);
  const rest = judged.filter(({ bag }) => !bag.meant);
  const precision = wilson([found.filter(({ bag }) => bag.meant).length, found.length]);
  const recall = wilson([meant.filter(({ p }) => p >= least).length, meant.length]);
  const out = wilson([rest.filter(({ p }) => p < least).length, rest.length]);
  return `P ${precision}  R ${recall}  kept out ${out}`;
}

/** Each group is judged by what the others teach. */
function crossValidated(bags: readonly Bag[], groupOf: (bag: Bag) => string): Array<{ bag: Bag; p: number }> {
  return [...Map.groupBy(bags, groupOf)].flatMap(([group, held]) => {
    const weights = fit(bags.filter((bag) => groupOf(bag) !== group));
    return held.map((bag) => ({ bag, p: sigmoid(best(bag, weights)) }));
  });
}

const { trainingBags, loadWordFiles, SIGNS, TURNS } = await importSources<Sources>(
  "test/unit/mentions/analysis/corpus/training-bags",
);
loadWordFiles();
const first = Array.from(fit(trainingBags(BATCHES, null)), (weight) => Math.round(weight * 1_000) / 1_000);
const bags = trainingBags(BATCHES, first);
const weights = fit(bags);
const rounded = Array.from(weights, (weight) => Math.round(weight * 1_000) / 1_000);
writeFileSync(
  path.join(root, "src/mentions/core/analysis/names/weights.json"),
  `${JSON.stringify({ first, weights: rounded })}\n`,
);
console.log(`${bags.length} names in answers, ${bags.filter((bag) => !bag.meant).length} not meant`);
console.log(`seen: ${figures(bags.map((bag) => ({ bag, p: sigmoid(best(bag, weights)) })))}`);
const small = new Set(["zh", "ja", "th", "ko"]);
const family = ({ language }: Bag) => (small.has(language) ? language : language);
const folds: Record<string, (bag: Bag) => string> = { batch: (bag) => bag.batch, language: family };
const asked = process.argv.includes("--none")
  ? {}
  : process.argv.includes("--fast")
    ? { batch: folds["batch"]! }
    : folds;
for (const [name, groupOf] of Object.entries(asked)) {
  const judged = crossValidated(bags, groupOf);
  console.log(`by ${name}, own: ${figures(judged.filter(({ bag }) => bag.own))}`);
  console.log(`by ${name}, rivals: ${figures(judged.filter(({ bag }) => !bag.own))}`);
  for (const [group, of] of name === "batch" ? Map.groupBy(judged, ({ bag }) => groupOf(bag)) : [])
    console.log(`  ${group}: ${figures(of)}`);
  for (const least of name === "batch" ? [0.3, 0.4, 0.5, 0.55, 0.6, 0.65, 0.7] : []) {
    const blind = judged.filter(({ bag }) => bag.batch.startsWith("mentions"));
    console.log(
      `blind batches at ${least}: own ${figures(
        blind.filter(({ bag }) => bag.own),
        least,
      )} | rivals ${figures(
        blind.filter(({ bag }) => !bag.own),
        least,
      )}`,
    );
  }
  if (process.argv.includes("--faults") && name === "batch")
    for (const { bag, p } of judged)
      if (p >= MEANT !== bag.meant)
        console.log(
          `${bag.meant ? "MISSED" : "FALSE"} ${p.toFixed(2)} ${bag.batch} ${bag.language} ${bag.name} | ${bag.text.slice(0, 300).replaceAll("\n", "\\n")}`,
        );
}
if (process.argv.includes("--weights"))
  for (const [i, name] of [
    "always",
    "common here",
    "common in English",
    "common",
    "spread",
    "most",
    ...TURNS.flatMap((turn) => SIGNS.map((sign) => `${sign}${turn}`)),
  ].entries())
    console.log(`${rounded[i]!.toFixed(2).padStart(7)} ${name}`);
