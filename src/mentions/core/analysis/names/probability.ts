/** What a model of weighed inputs says: logistic regression. */
export function probability(inputs: Float64Array, weights: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < inputs.length; i++) sum += inputs[i]! * weights[i]!;
  return 1 / (1 + Math.exp(-sum));
}
