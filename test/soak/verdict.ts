/** How a figure developed over the second half of a soak. */
export interface Trend {
  /** The least-squares line's rise per 1,000 requests. */
  perThousand: number;
  /** The line's rise over the half, as a share of the half's mean. */
  growth: number;
  mean: number;
  most: number;
}

/** More than this share over the second half of a soak is growth, not noise. */
export const FLAT = 0.1;

/** The trend of points (requests done, figure). The first half is left out: what starts, grows. Null: too few points. */
export function trendOf(points: ReadonlyArray<readonly [number, number]>): Trend | null {
  const half = points.slice(points.length >> 1);
  if (half.length < 4) return null;
  const mean = half.reduce((sum, [, y]) => sum + y, 0) / half.length;
  const middle = half.reduce((sum, [x]) => sum + x, 0) / half.length;
  let [covariance, variance] = [0, 0];
  for (const [x, y] of half) {
    covariance += (x - middle) * (y - mean);
    variance += (x - middle) ** 2;
  }
  if (variance === 0 || mean === 0) return null;
  const slope = covariance / variance;
  const span = half.at(-1)![0] - half[0]![0];
  return {
    perThousand: slope * 1_000,
    growth: (slope * span) / mean,
    mean,
    most: Math.max(...half.map(([, y]) => y)),
  };
}

export const isFlat = (trend: Trend): boolean => trend.growth <= FLAT;
