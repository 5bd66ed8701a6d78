import { writeFileSync } from "node:fs";
import path from "node:path";
import { importSources } from "../../bench/support/import-sources.ts";
import { root } from "./config.ts";

/**
 * Learns the weights by which the rules judge whether a name is meant (src/mentions/core/analysis/weights.json), by
 * logistic regression over all labelled answers, and prints cross-validated figures. The same answers give the same
 * weights. `node scripts/dev/train-mentions.ts mentions-1 mentions-2` learns from those blind batches, too; `--faults`
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
}

/** Steps of Newton's method, and how often the likeliest places are chosen anew. */
const STEPS = 4;
const ROUNDS = 6;
/** Strength of the pull towards zero. */
const RIDGE = 2;
/** At least this probability: meant. The same as MEANT in weigh.ts. */
const MEANT = 0.58;

const dot = (a: Float64Array, b: Float64Array) => {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
};
const sigmoid = (x: number) => 1 / (1 + Math.exp(-x));
const best = (bag: Bag, weights: Float64Array) => Math.max(...bag.places.map((place) => dot(place, weights)));

/** Whole answers by people who saw no rules teach more than the single sentences of the first corpora. */
const weightOf = ({ batch }: Bag) => (batch.startsWith("mentions") ? 3 : 1);

/** Solves a symmetric positive system (Cholesky). */
function solve(matrix: Float64Array[], right: Float64Array): Float64Array {
  const n = right.length;
  const solution = Float64Array.from(right);
  for (let i = 0; i < n; i++)
    for (let j = 0; j <= i; j++) {
      let sum = matrix[i]![j]!;
      for (let k = 0; k < j; k++) sum -= matrix[i]![k]! * matrix[j]![k]!;
      matrix[i]![j] = i === j ? Math.sqrt(sum) : sum / matrix[j]![j]!;
    }
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < i; k++) solution[i]! -= matrix[i]![k]! * solution[k]!;
    solution[i]! /= matrix[i]![i]!;
  }
  for (let i = n - 1; i >= 0; i--) {
    for (let k = i + 1; k < n; k++) solution[i]! -= matrix[k]![i]! * solution[k]!;
    solution[i]! /= matrix[i]![i]!;
  }
  return solution;
}

/** Of a name that is meant somewhere, only the likeliest place teaches; of one that is not, every place. */
function fit(bags: readonly Bag[]): Float64Array {
  const size = bags[0]!.places[0]!.length;
  let weights = new Float64Array(size);
  for (let round = 0; round < ROUNDS; round++) {
    const taught = bags.flatMap((bag) => {
      const scores = bag.places.map((place) => dot(place, weights));
      const top = bag.places[scores.indexOf(Math.max(...scores))]!;
      const places = bag.meant ? [top] : bag.places;
      return places.map((place) => ({
        place,
        meant: Number(bag.meant),
        share: weightOf(bag) / Math.sqrt(places.length),
      }));
    });
    for (let step = 0; step < STEPS; step++) {
      const gradient = weights.map((weight) => -RIDGE * weight);
      const hessian = Array.from({ length: size }, (_, i) => {
        const row = new Float64Array(size);
        row[i] = RIDGE;
        return row;
      });
      for (const { place, meant, share } of taught) {
        const p = sigmoid(dot(place, weights));
        const curve = share * Math.max(1e-3, p * (1 - p));
        for (let i = 0; i < size; i++) {
          if (place[i] === 0) continue;
          gradient[i]! += share * (meant - p) * place[i]!;
          const row = hessian[i]!;
          for (let j = 0; j <= i; j++) row[j]! += curve * place[i]! * place[j]!;
        }
      }
      const move = solve(hessian, gradient);
      weights = weights.map((weight, i) => weight + move[i]!);
    }
  }
  return weights;
}

type Count = [right: number, of: number];
function wilson([right, n]: Count): string {
  if (n === 0) return "–";
  const [z, p] = [1.96, right / n];
  const margin = z * Math.sqrt((p * (1 - p)) / n + z ** 2 / (4 * n ** 2));
  const [low, high] = [-1, 1].map((side) => (100 * (p + z ** 2 / (2 * n) + side * margin)) / (1 + z ** 2 / n));
  return `${(100 * p).toFixed(1)} % (${low!.toFixed(1)}–${high!.toFixed(1)}; ${right}/${n})`;
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

const { trainingBags, loadWordFiles, SIGNS } = await importSources<Sources>("test/unit/mentions/corpus/training-bags");
loadWordFiles();
const first = Array.from(fit(trainingBags(BATCHES, null)), (weight) => Math.round(weight * 1_000) / 1_000);
const bags = trainingBags(BATCHES, first);

const { writeFileSync: w } = await import("node:fs");
w("/tmp/b5/bags.json", JSON.stringify(bags.map((b) => ({ ...b, words: b.places.map((p:any) => p.words), places: b.places.map((p) => Array.from(p)), text: b.text.slice(0, 400) }))));
