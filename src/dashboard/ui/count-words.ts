/** A number with its noun: "1 page", "1,200 pages". For messages; pages use Num. */
export function countWords(count: number, one: string, many: string): string {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}
