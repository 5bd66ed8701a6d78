/** The lower median of [value, count] pairs in ascending order of value; null if there are none. */
export function medianOf(counts: ReadonlyArray<readonly [number, number]>): number | null {
  const total = counts.reduce((sum, [, count]) => sum + count, 0);
  let seen = 0;
  for (const [value, count] of counts) {
    seen += count;
    if (seen * 2 >= total) return value;
  }
  return null;
}
