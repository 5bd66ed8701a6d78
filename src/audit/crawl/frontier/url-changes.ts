import type { UrlEntry, UrlState } from "./url-list";

// The form in which changes of the frontier are stored. All values are absolute.

/** A URL and what is known of it now. */
export interface UrlChange extends UrlEntry {
  seq: number;
}

const NUMBERS = 3;
const STATE_BITS = 3;

/** Packs changes: 12 bytes each. */
export function packChanges(changes: readonly UrlChange[]): ArrayBuffer {
  const packed = new Uint32Array(changes.length * NUMBERS);
  changes.forEach(({ seq, depth, state, listed, inSitemap, pattern }, i) => {
    const flags = state | (listed << STATE_BITS) | (inSitemap << (STATE_BITS + 1));
    packed.set([seq, depth, ((pattern === null ? 0 : pattern + 1) << 8) | flags], i * NUMBERS);
  });
  return packed.buffer;
}

export function unpackChanges(buffer: ArrayBuffer): UrlChange[] {
  const packed = new Uint32Array(buffer);
  const changes: UrlChange[] = [];
  for (let at = 0; at < packed.length; at += NUMBERS) {
    const last = packed[at + 2]!;
    const pattern = last >>> 8;
    changes.push({
      seq: packed[at]!,
      depth: packed[at + 1]!,
      state: (last & ((1 << STATE_BITS) - 1)) as UrlState,
      listed: (last >> STATE_BITS) & 1,
      inSitemap: (last >> (STATE_BITS + 1)) & 1,
      pattern: pattern === 0 ? null : pattern - 1,
    });
  }
  return changes;
}
