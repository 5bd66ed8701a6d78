/** Rounded half up to one decimal. */
export function round1(value: number): number {
  return Math.round(value * 10) / 10;
}

/** Rounded half up to two decimals. */
export function round2(value: number): number {
  return Math.round(value * 100) / 100;
}
