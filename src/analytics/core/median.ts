/** The lower median of values given as [value, how many] in rising order of value; null of none. */
export function medianOf(counts: ReadonlyArray<readonly [number, number]>): number | null {
  const total = counts.reduce((sum, [, count]) => sum + count, 0);
  let seen = 0;
  for (const [value, count] of counts) {
    seen += count;
    if (seen * 2 >= total) return value;
  }
  return null;
}
