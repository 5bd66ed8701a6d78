import { DAY_MS, SECOND_MS, utcDay } from "../../lib/time";

/** Browser time that was set aside for one render. */
export interface BrowserTime {
  day: string;
  domainId: string;
  reservedMs: number;
  startedAt: number;
}

/**
 * The browser time of the whole service on a UTC day, kept in a Durable Object's SQLite. A render's whole deadline is set
 * aside before it begins and what it did not use is given back, so renders at once can't pass the ceiling together. What a
 * crash leaves set aside counts as spent. A domain is held to what the others have left: alone it gets half of the day, and
 * however much others have used up, the next domain finds some.
 */
export class BrowserBudget {
  constructor(
    private readonly sql: SqlStorage,
    private readonly secondsPerDay: number,
  ) {}

  static create(sql: SqlStorage): void {
    sql.exec("CREATE TABLE IF NOT EXISTS browser_time (day TEXT PRIMARY KEY, ms INTEGER NOT NULL)");
    sql.exec(
      "CREATE TABLE IF NOT EXISTS domain_time (day TEXT, domain_id TEXT, ms INTEGER NOT NULL, PRIMARY KEY (day, domain_id))",
    );
  }

  /** Sets a render's time aside; else what of the day's time is used up. */
  begin(domainId: string, deadlineMs: number, now: number): BrowserTime | "service" | "domain" {
    const day = utcDay(now);
    const leftMs = this.secondsPerDay * SECOND_MS - this.spentMs(day);
    if (deadlineMs > leftMs) return "service";
    if (this.domainMs(day, domainId) + deadlineMs > leftMs) return "domain";
    this.add(day, domainId, deadlineMs);
    for (const table of ["browser_time", "domain_time"])
      this.sql.exec(`DELETE FROM ${table} WHERE day < ?`, utcDay(now - DAY_MS));
    return { day, domainId, reservedMs: deadlineMs, startedAt: now };
  }

  /** Gives back what a render did not use; one that took longer pays for it. */
  end({ day, domainId, reservedMs, startedAt }: BrowserTime, now: number): void {
    this.add(day, domainId, now - startedAt - reservedMs);
  }

  /** Spent and set aside on a day, in ms. */
  spentMs(day: string): number {
    const [row] = this.sql.exec<{ ms: number }>("SELECT ms FROM browser_time WHERE day = ?", day).toArray();
    return row?.ms ?? 0;
  }

  private domainMs(day: string, domainId: string): number {
    const query = "SELECT ms FROM domain_time WHERE day = ? AND domain_id = ?";
    return this.sql.exec<{ ms: number }>(query, day, domainId).toArray()[0]?.ms ?? 0;
  }

  private add(day: string, domainId: string, ms: number): void {
    this.sql.exec("INSERT INTO browser_time VALUES (?, ?) ON CONFLICT DO UPDATE SET ms = ms + excluded.ms", day, ms);
    const write = "INSERT INTO domain_time VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET ms = ms + excluded.ms";
    this.sql.exec(write, day, domainId, ms);
  }
}
