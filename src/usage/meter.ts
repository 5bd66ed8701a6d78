import type { CountedUnit, Units } from "./units";

/** What this isolate has used since its start, exactly. Tests and measurements read it. */
export const isolateUnits: Units = {};

/** A cursor of an object's SQLite, as far as it is counted. */
type Counting = Pick<SqlStorageCursor<Record<string, SqlStorageValue>>, "rowsRead" | "rowsWritten">;

/** Open cursors that a meter remembers. An outer SELECT around more inner ones is counted up to there. */
const MOST_CURSORS = 256;

/** Of so many frequent units, a meter passes on one. */
const SAMPLED = 16;

/**
 * Counts the units of one subject: an account, or an object. Everything that happens in one turn of the event loop is
 * passed on together, when the turn ends.
 */
export class Meter {
  private units: Units | null = null;
  private cursors: Counting[] = [];

  constructor(private readonly passOn: (units: Units) => void) {}

  add(unit: CountedUnit, amount: number): void {
    isolateUnits[unit] = (isolateUnits[unit] ?? 0) + amount;
    this.take(unit, amount);
  }

  /**
   * One of what is so cheap and frequent that counting would be a tenth of it: one of sixteen is passed on, for all of
   * them. `random`: from 0 up to 1.
   */
  addOften(unit: CountedUnit, random: number): void {
    isolateUnits[unit] = (isolateUnits[unit] ?? 0) + 1;
    if (random * SAMPLED < 1) this.take(unit, SAMPLED);
  }

  private take(unit: CountedUnit, amount: number): void {
    const units = this.begin();
    units[unit] = (units[unit] ?? 0) + amount;
  }

  /** A statement that writes has run to its end. One that reads counts rows until its last one was taken. */
  watch(cursor: Counting): void {
    if (cursor.rowsWritten > 0) return this.read(cursor);
    this.begin();
    if (this.cursors.push(cursor) === MOST_CURSORS) this.readAll();
  }

  private begin(): Units {
    if (this.units === null) queueMicrotask(() => this.end());
    return (this.units ??= {});
  }

  private end(): void {
    this.readAll();
    const units = this.units!;
    this.units = null;
    this.passOn(units);
  }

  private readAll(): void {
    for (const cursor of this.cursors) this.read(cursor);
    this.cursors = [];
  }

  private read(cursor: Counting): void {
    if (cursor.rowsRead > 0) this.add("objectRowsRead", cursor.rowsRead);
    if (cursor.rowsWritten > 0) this.add("objectRowsWritten", cursor.rowsWritten);
  }
}
