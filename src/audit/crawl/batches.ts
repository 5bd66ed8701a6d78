/** Characters of URLs per report. The object passes them to SQLite as one text, which may take 2 MB. */
const BATCH_CHARS = 1_000_000;
/** Other fields and escapes take about as much as a short URL. */
const OTHER_CHARS = 60;

/** Splits what a job found into batches for one report each; the last one may be empty. */
export function inBatches<T extends { url: string }>(items: readonly T[]): T[][] {
  const batches: T[][] = [[]];
  let chars = 0;
  for (const item of items) {
    chars += item.url.length + OTHER_CHARS;
    if (chars > BATCH_CHARS) {
      batches.push([]);
      chars = item.url.length + OTHER_CHARS;
    }
    batches.at(-1)!.push(item);
  }
  return batches;
}
