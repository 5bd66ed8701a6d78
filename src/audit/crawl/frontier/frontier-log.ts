import type { UrlEntry } from "./url-list";

// The forms in which the frontier's changes are stored. All values are absolute.

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
      state: last & ((1 << STATE_BITS) - 1),
      listed: (last >> STATE_BITS) & 1,
      inSitemap: (last >> (STATE_BITS + 1)) & 1,
      pattern: pattern === 0 ? null : pattern - 1,
    });
  }
  return changes;
}

/** Joins texts without line breaks into lines of at most `chars` together, unless one alone is longer. */
export function inTexts(lines: readonly string[], chars: number): Array<{ lines: number; text: string }> {
  const texts: Array<{ lines: number; text: string }> = [];
  let batch: string[] = [];
  let size = 0;
  const end = () => {
    if (batch.length > 0) texts.push({ lines: batch.length, text: batch.join("\n") });
    [batch, size] = [[], 0];
  };
  for (const line of lines) {
    if (size + line.length > chars) end();
    batch.push(line);
    size += line.length + 1;
  }
  end();
  return texts;
}

export const linesOf = (text: string): string[] => (text === "" ? [] : text.split("\n"));
