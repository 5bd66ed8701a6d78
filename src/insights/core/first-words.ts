/** Paths and searches that are shown of a cause. */
export const EXAMPLES = 3;

export const numberOf = (n: number, one: string, many: string): string =>
  `${n.toLocaleString("en")} ${n === 1 ? one : many}`;

export const sumOf = <T>(items: Iterable<T>, of: (item: T) => number): number => {
  let sum = 0;
  for (const item of items) sum += of(item);
  return sum;
};

/** A share in percent with one decimal; 0 of nothing. */
export const percentOf = (part: number, all: number): number => (all === 0 ? 0 : Math.round((1_000 * part) / all) / 10);
