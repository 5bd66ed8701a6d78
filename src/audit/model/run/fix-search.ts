/** An issue that left pages between two runs, by their places in the list of all runs. */
export interface Gap {
  last: number;
  gone: number;
}

/** Runs that are read, and places where many issues went that are read without further reason. */
export const MOST_READ = 12;
const FALLS = 3;

/** The runs to begin with: the first, the last, and those around the largest falls of the number of issues. `counts`: that of each run. */
export function firstReads(counts: readonly number[]): Set<number> {
  if (counts.length <= MOST_READ) return new Set(counts.keys());
  const falls = counts
    .map((count, i) => ({ i, fall: i === 0 ? 0 : counts[i - 1]! - count }))
    .filter(({ fall }) => fall > 0)
    .sort((a, b) => b.fall - a.fall || a.i - b.i)
    .slice(0, FALLS);
  return new Set([0, counts.length - 1, ...falls.flatMap(({ i }) => [i - 1, i])]);
}

/** Whether all runs between the two were read, so that the first one without the issue is known. */
export function isTight({ last, gone }: Gap, read: ReadonlySet<number>): boolean {
  for (let i = last + 1; i < gone; i++) if (!read.has(i)) return false;
  return true;
}

/**
 * The run to read next, to find the first one without an issue: in the gap that most pages have, where the number of issues changed most, or
 * in the middle. More runs in which nothing changes move nothing. Null: all gaps are tight, or enough was read.
 */
export function nextRead(
  counts: readonly number[],
  read: ReadonlySet<number>,
  gaps: ReadonlyArray<Gap & { pages: number }>,
): number | null {
  if (read.size >= MOST_READ) return null;
  const [widest] = gaps
    .filter((gap) => !isTight(gap, read))
    .sort((a, b) => b.pages - a.pages || a.gone - b.gone || a.last - b.last);
  if (!widest) return null;
  const { last, gone } = widest;
  const middle = (last + gone) / 2;
  const changes = Array.from({ length: gone - last }, (_, k) => last + 1 + k)
    .filter((i) => counts[i] !== counts[i - 1])
    .sort((a, b) => change(counts, b) - change(counts, a) || a - b);
  const open = changes.flatMap((i) => [i, i - 1]).find((i) => i > last && i < gone && !read.has(i));
  if (open !== undefined) return open;
  const unread = Array.from({ length: gone - last - 1 }, (_, k) => last + 1 + k).filter((i) => !read.has(i));
  return unread.reduce((best, i) => (Math.abs(i - middle) < Math.abs(best - middle) ? i : best));
}

const change = (counts: readonly number[], i: number) => Math.abs(counts[i]! - counts[i - 1]!);
