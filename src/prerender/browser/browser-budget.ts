import { DAY_MS, SECOND_MS, utcDay } from "../../lib/time/time";

/** Browser time reserved for one render. */
export interface BrowserTime {
  day: string;
  accountId: string;
  reservedMs: number;
  startedAt: number;
}

/** Reserves browser time and takes back what was not used. Another object may keep the record. */
export interface DayBudget {
  begin(accountId: string, deadlineMs: number, now: number): MaybePromise<BrowserTime | "service" | "account">;
  end(time: BrowserTime, now: number): MaybePromise<void>;
}

type MaybePromise<T> = T | Promise<T>;

/**
 * The browser time of the whole service per UTC day, kept in a Durable Object's SQLite. Each render reserves its whole
 * deadline before it begins and returns the rest afterwards, so parallel renders can't exceed the ceiling together.
 * After a crash, reserved time counts as spent. An account may use no more than is left for the others. So a single
 * account gets half of the day, and however much others have used, some is left for the next account.
 */
export class BrowserBudget implements DayBudget {
  constructor(
    private readonly sql: SqlStorage,
    private readonly secondsPerDay: number,
  ) {}

  static create(sql: SqlStorage): void {
    sql.exec("CREATE TABLE IF NOT EXISTS browser_time (day TEXT PRIMARY KEY, ms INTEGER NOT NULL)");
    sql.exec(
      "CREATE TABLE IF NOT EXISTS account_time (day TEXT, account_id TEXT, ms INTEGER NOT NULL, PRIMARY KEY (day, account_id))",
    );
  }

  /** Reserves a render's time, or returns whose daily time is used up. */
  begin(accountId: string, deadlineMs: number, now: number): BrowserTime | "service" | "account" {
    const day = utcDay(now);
    const leftMs = this.secondsPerDay * SECOND_MS - this.spentMs(day);
    if (deadlineMs > leftMs) return "service";
    if (this.accountMs(day, accountId) + deadlineMs > leftMs) return "account";
    this.add(day, accountId, deadlineMs);
    for (const table of ["browser_time", "account_time"])
      this.sql.exec(`DELETE FROM ${table} WHERE day < ?`, utcDay(now - DAY_MS));
    return { day, accountId, reservedMs: deadlineMs, startedAt: now };
  }

  /** Returns the time that a render did not use. A render that took longer is charged for it. */
  end({ day, accountId, reservedMs, startedAt }: BrowserTime, now: number): void {
    this.add(day, accountId, now - startedAt - reservedMs);
  }

  /** Time spent or reserved on a day, in ms. */
  spentMs(day: string): number {
    const [row] = this.sql.exec<{ ms: number }>("SELECT ms FROM browser_time WHERE day = ?", day).toArray();
    return row?.ms ?? 0;
  }

  private accountMs(day: string, accountId: string): number {
    const query = "SELECT ms FROM account_time WHERE day = ? AND account_id = ?";
    return this.sql.exec<{ ms: number }>(query, day, accountId).toArray()[0]?.ms ?? 0;
  }

  private add(day: string, accountId: string, ms: number): void {
    this.sql.exec("INSERT INTO browser_time VALUES (?, ?) ON CONFLICT DO UPDATE SET ms = ms + excluded.ms", day, ms);
    const write = "INSERT INTO account_time VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET ms = ms + excluded.ms";
    this.sql.exec(write, day, accountId, ms);
  }
}
