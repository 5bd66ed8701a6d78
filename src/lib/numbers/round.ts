/** Rounds half up to one decimal. */
export function round1(value: number): number {
  return Math.round(value * 10) / 10;
}

/** Rounds half up to two decimals. */
export function round2(value: number): number {
  return Math.round(value * 100) / 100;
}
