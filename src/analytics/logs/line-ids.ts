import { createHash } from "node:crypto";

/** `#Seen: <hash> <count>`: how often the file has had a line before this piece of it. */
const SEEN = /^#Seen: ([0-9a-f]{32}) (\d{1,9})$/;

/**
 * Gives the lines of a log ids, so that a line has the same id in every upload, and equal lines have different ids: the
 * line's hash and its number among the equal lines of its file. Lines contain their second, so equal ones are close
 * together. Two overlapping files agree about each line that both contain.
 */
export class LineIds {
  private readonly counts = new Map<string, number>();

  /** Reads a comment. */
  note(comment: string): void {
    const [, hash, count] = SEEN.exec(comment) ?? [];
    if (hash !== undefined) this.counts.set(hash, Number(count));
  }

  idOf(line: string): string {
    const hash = createHash("sha256").update(line).digest("hex").slice(0, 32);
    const number = (this.counts.get(hash) ?? 0) + 1;
    this.counts.set(hash, number);
    return `log:${hash}:${number}`;
  }
}
