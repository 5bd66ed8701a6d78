import { round1 } from "../../../lib/numbers/round";

export interface RunHealthInput {
  /** Sums over the scorable pages, each weighted by how many pages it represents. */
  weight: number;
  weightedScore: number;
  errorFreeWeight: number;
  /** Sum of the weights of the distinct site-level issues. */
  sitePenalty: number;
}

export interface RunHealth {
  healthScore: number;
  /** Weighted mean of page scores (M), share of pages without an error in percent (E), site penalty (S). */
  meanPageHealth: number;
  errorFreePercent: number;
  sitePenalty: number;
}

/** The run's healthScore with its three parts: 0.6 M + 0.4 E - S, or 0 without a scorable page. */
export function runHealth({ weight, weightedScore, errorFreeWeight, sitePenalty }: RunHealthInput): RunHealth {
  if (weight === 0)
    return { healthScore: 0, meanPageHealth: 0, errorFreePercent: 0, sitePenalty: Math.min(20, sitePenalty) };
  const mean = weightedScore / weight;
  const errorFree = (100 * errorFreeWeight) / weight;
  const penalty = Math.min(20, sitePenalty);
  const score = Math.min(100, Math.max(0, 0.6 * mean + 0.4 * errorFree - penalty));
  return {
    healthScore: round1(score),
    meanPageHealth: round1(mean),
    errorFreePercent: round1(errorFree),
    sitePenalty: penalty,
  };
}
