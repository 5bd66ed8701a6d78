/** An example: its inputs, whether the answer is yes, and how much it counts. */
export interface Example {
  place: Float64Array;
  yes: number;
  share: number;
}

/** Whole answers by people who saw no rules teach more than the single sentences of the first corpora; so do rare orders of words. */
export const weightOf = ({ batch }: { batch: string }): number =>
  batch.startsWith("mentions") ? 3 : batch.startsWith("training") ? 2 : 1;

/** Strength of the pull towards zero. */
const RIDGE = 5;

export const dot = (a: Float64Array, b: Float64Array) => {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
};
export const sigmoid = (x: number) => 1 / (1 + Math.exp(-x));
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

/** Logistic regression: so many steps of Newton's method from the given weights. */
export function regression(examples: readonly Example[], start: Float64Array, steps: number): Float64Array {
  const size = start.length;
  let weights = start;
  // Most inputs are 0.
  const inputs = examples.map(({ place }) => Array.from(place.keys()).filter((i) => place[i] !== 0));
  for (let step = 0; step < steps; step++) {
    const gradient = weights.map((weight) => -RIDGE * weight);
    const hessian = Array.from({ length: size }, (_, i) => {
      const row = new Float64Array(size);
      row[i] = RIDGE;
      return row;
    });
    for (const [at, { place, yes, share }] of examples.entries()) {
      const p = sigmoid(dot(place, weights));
      const curve = share * Math.max(1e-3, p * (1 - p));
      for (const i of inputs[at]!) {
        gradient[i]! += share * (yes - p) * place[i]!;
        const row = hessian[i]!;
        for (const j of inputs[at]!) {
          if (j > i) break;
          row[j]! += curve * place[i]! * place[j]!;
        }
      }
    }
    const move = solve(hessian, gradient);
    weights = weights.map((weight, i) => weight + move[i]!);
  }
  return weights;
}

export type Count = [right: number, of: number];
export function wilson([right, n]: Count): string {
  if (n === 0) return "–";
  const [z, p] = [1.96, right / n];
  const margin = z * Math.sqrt((p * (1 - p)) / n + z ** 2 / (4 * n ** 2));
  const [low, high] = [-1, 1].map((side) => (100 * (p + z ** 2 / (2 * n) + side * margin)) / (1 + z ** 2 / n));
  return `${(100 * p).toFixed(1)} % (${low!.toFixed(1)}–${high!.toFixed(1)}; ${right}/${n})`;
}
