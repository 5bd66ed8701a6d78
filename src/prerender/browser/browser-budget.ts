import { DAY_MS, SECOND_MS, utcDay } from "../../lib/time";

/** Browser time that was set aside for one render. */
export interface BrowserTime {
  day: string;
  reservedMs: number;
  startedAt: number;
}

/**
 * The browser time of the whole service on a UTC day, kept in a Durable Object's SQLite. A render's whole deadline is set
 * aside before it begins and what it did not use is given back, so renders at once can't pass the ceiling together. What a
 * crash leaves set aside counts as spent.
 */
export class BrowserBudget {
  constructor(
    private readonly sql: SqlStorage,
    private readonly secondsPerDay: number,
  ) {}

  static create(sql: SqlStorage): void {
    sql.exec("CREATE TABLE IF NOT EXISTS browser_time (day TEXT PRIMARY KEY, ms INTEGER NOT NULL)");
  }

  /** Sets a render's time aside; null: the day's time is used up. */
  begin(deadlineMs: number, now: number): BrowserTime | null {
    const day = utcDay(now);
    if (this.spentMs(day) + deadlineMs > this.secondsPerDay * SECOND_MS) return null;
    this.add(day, deadlineMs);
    this.sql.exec("DELETE FROM browser_time WHERE day < ?", utcDay(now - DAY_MS));
    return { day, reservedMs: deadlineMs, startedAt: now };
  }

  /** Gives back what a render did not use; one that took longer pays for it. */
  end({ day, reservedMs, startedAt }: BrowserTime, now: number): void {
    this.add(day, now - startedAt - reservedMs);
  }

  /** Spent and set aside on a day, in ms. */
  spentMs(day: string): number {
    const [row] = this.sql.exec<{ ms: number }>("SELECT ms FROM browser_time WHERE day = ?", day).toArray();
    return row?.ms ?? 0;
  }

  private add(day: string, ms: number): void {
    const write = "INSERT INTO browser_time VALUES (?, ?) ON CONFLICT (day) DO UPDATE SET ms = ms + excluded.ms";
    this.sql.exec(write, day, ms);
  }
}
