/**
 * The first items that fit into `most` bytes together: at least one, so that a list of large items still makes progress.
 */
export function fitting<T extends { bytes: number }>(items: readonly T[], most: number): T[] {
  let bytes = 0;
  const beyond = items.findIndex((item) => (bytes += item.bytes) > most);
  return beyond < 0 ? [...items] : items.slice(0, Math.max(1, beyond));
}
