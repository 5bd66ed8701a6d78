import { createHash } from "node:crypto";

/** `#Seen: <hash> <count>`: how often the file has had a line before this piece of it. */
const SEEN = /^#Seen: ([0-9a-f]{32}) (\d{1,9})$/;

/**
 * Names the lines of a log so that a line has the same id in every upload of it, and equal lines have different ids:
 * the line's hash and its number among the equal lines of its file. Lines name their second, so equal ones stand close
 * together. Two files that overlap agree about each line that both have.
 */
export class LineIds {
  private readonly counts = new Map<string, number>();

  /** Takes note of a comment. */
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
