import { addLogRow, logItems, logRows, type LogKind } from "./log-table";

/** A row may take 2 MB: this many characters of items, and of notes. */
const MAX_ITEM_CHARS = 1_000_000;
const MAX_NOTE_CHARS = 500_000;

/** What a row tells: its new items, what changed, and its notes. */
type Told = (items: readonly string[], changes: ArrayBuffer, notes: readonly string[]) => void;

/**
 * A log of a run. What is known of its items is in the memory of whoever opens it, who is told every row; the items' texts stay
 * in the rows. Neither items nor notes have line breaks.
 */
export class RunLog {
  /** The rows that have items. Ascending. */
  private readonly rows: Array<{ number: number; first: number }> = [];
  private number = 0;
  /** Items that are not stored yet. */
  private fresh: string[] = [];
  /** Number of items. */
  size = 0;

  constructor(
    private readonly sql: SqlStorage,
    private readonly kind: LogKind,
    readonly runId: string,
    told: Told,
  ) {
    for (const { number, first, items, changes, notes } of logRows(sql, runId, kind)) {
      const texts = linesOf(items);
      if (texts.length > 0) this.rows.push({ number, first });
      this.size += texts.length;
      this.number = number;
      told(texts, changes, linesOf(notes));
    }
  }

  /** Adds an item. `save` stores it. */
  add(item: string): void {
    this.fresh.push(item);
    this.size++;
  }

  /** Stores new items, changes and notes, usually as one row. Without any of them it stores nothing. */
  save(changes: ArrayBuffer, notes: readonly string[]): void {
    const items = inTexts(this.fresh, MAX_ITEM_CHARS);
    const noted = inTexts(notes, MAX_NOTE_CHARS);
    if (items.length === 0 && noted.length === 0 && changes.byteLength === 0) return;
    let first = this.size - this.fresh.length + 1;
    this.fresh = [];
    // Whoever reads the changes and notes has been told all items.
    const last = Math.max(0, items.length - 1);
    for (let i = 0; i <= last + Math.max(0, noted.length - 1); i++) {
      const number = ++this.number;
      const { lines, text } = items[i] ?? { lines: 0, text: "" };
      if (lines > 0) this.rows.push({ number, first });
      const changed = i === last ? changes : new ArrayBuffer(0);
      const row = { first, items: text, changes: changed, notes: noted[i - last]?.text ?? "" };
      addLogRow(this.sql, this.runId, this.kind, number, row);
      first += lines;
    }
  }

  /** The texts of items by their places, which count from 1. */
  textsOf(places: readonly number[]): string[] {
    const stored = this.size - this.fresh.length;
    const read = new Map<number, string[]>();
    return places.map((place) => {
      if (place > stored) return this.fresh[place - stored - 1]!;
      const { number, first } = this.rows[this.rowOf(place)]!;
      let texts = read.get(number);
      if (!texts) read.set(number, (texts = linesOf(logItems(this.sql, this.runId, this.kind, number))));
      return texts[place - first]!;
    });
  }

  private rowOf(place: number): number {
    let low = 0;
    for (let high = this.rows.length; high - low > 1;) {
      const middle = (low + high) >> 1;
      if (this.rows[middle]!.first <= place) low = middle;
      else high = middle;
    }
    return low;
  }
}

const linesOf = (text: string): string[] => (text === "" ? [] : text.split("\n"));

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
