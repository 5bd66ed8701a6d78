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

/** An account's time of a day, in ms. */
interface AccountTime {
  /** Spent or reserved. */
  usedMs: number;
  /** What storage has: never less, so that a crash forgets nothing. */
  storedMs: number;
  /** Renders that have begun and not ended. */
  renders: number;
  /** A render began since the last call of `settle`. */
  isBusy: boolean;
}

interface DayTime {
  usedMs: number;
  accounts: Map<string, AccountTime>;
}

/** Storage gets this much more than an account uses, so that its next renders need no write. */
const AHEAD_MS = 20 * SECOND_MS;

/**
 * The browser time of the whole service per UTC day, kept in a Durable Object's SQLite. Each render reserves its whole
 * deadline before it begins and returns the rest afterwards, so parallel renders can't exceed the ceiling together.
 * After a crash, reserved time counts as spent. An account may use no more than is left for the others. So a single
 * account gets half of the day, and however much others have used, some is left for the next account.
 */
export class BrowserBudget implements DayBudget {
  private readonly days = new Map<string, DayTime>();

  /** `staysAwake`: whether memory lasts until `settle` is called; otherwise each account's last render writes. */
  constructor(
    private readonly sql: SqlStorage,
    private readonly secondsPerDay: number,
    private readonly staysAwake: () => boolean = () => false,
  ) {}

  static create(sql: SqlStorage): void {
    sql.exec(
      "CREATE TABLE IF NOT EXISTS browser_time (day TEXT, account_id TEXT, ms INTEGER NOT NULL, PRIMARY KEY (day, account_id)) WITHOUT ROWID",
    );
  }

  /** Reserves a render's time, or returns whose daily time is used up. */
  begin(accountId: string, deadlineMs: number, now: number): BrowserTime | "service" | "account" {
    const day = utcDay(now);
    const time = this.timeOf(day);
    const ceilingMs = this.secondsPerDay * SECOND_MS;
    const leftMs = ceilingMs - time.usedMs;
    const account = accountOf(time, accountId);
    if (deadlineMs > leftMs) return "service";
    if (account.usedMs + deadlineMs > leftMs) return "account";
    use(time, account, deadlineMs);
    account.renders++;
    account.isBusy = true;
    if (account.usedMs > account.storedMs)
      this.store(day, accountId, account, Math.min(account.usedMs + AHEAD_MS, ceilingMs));
    return { day, accountId, reservedMs: deadlineMs, startedAt: now };
  }

  /** Returns the time that a render did not use. A render that took longer is charged for it. */
  end({ day, accountId, reservedMs, startedAt }: BrowserTime, now: number): void {
    const time = this.timeOf(day);
    const account = accountOf(time, accountId);
    use(time, account, now - startedAt - reservedMs);
    account.renders = Math.max(0, account.renders - 1);
    const isLast = account.renders === 0 && !this.staysAwake();
    if (isLast || account.usedMs > account.storedMs) this.store(day, accountId, account, account.usedMs);
  }

  /**
   * Writes the time of accounts that don't render. `waits`: leave those that did since the last call. True: more is to be
   * written later.
   */
  settle(waits: boolean): boolean {
    let isLeft = false;
    for (const [day, { accounts }] of this.days)
      for (const [accountId, account] of accounts) {
        if (account.storedMs === account.usedMs) continue;
        if (account.renders > 0 || (waits && account.isBusy)) isLeft = true;
        else this.store(day, accountId, account, account.usedMs);
        account.isBusy = false;
      }
    return isLeft;
  }

  /** Time spent or reserved on a day, in ms. */
  spentMs(day: string): number {
    return this.timeOf(day).usedMs;
  }

  private timeOf(day: string): DayTime {
    const known = this.days.get(day);
    if (known) return known;
    for (const each of this.days.keys()) if (each < dayBefore(day)) this.days.delete(each);
    const read = readDay(this.sql, day);
    this.days.set(day, read);
    return read;
  }

  private store(day: string, accountId: string, account: AccountTime, ms: number): void {
    account.storedMs = ms;
    const write =
      "INSERT INTO browser_time (day, account_id, ms) VALUES (?1, ?2, ?3) ON CONFLICT DO UPDATE SET ms = ?3";
    this.sql.exec(write, day, accountId, ms);
  }
}

const dayBefore = (day: string) => utcDay(Date.parse(day) - DAY_MS);

/** A day as it is stored. Deletes what is older than the day before. */
function readDay(sql: SqlStorage, day: string): DayTime {
  sql.exec("DELETE FROM browser_time WHERE day < ?", dayBefore(day));
  const read: DayTime = { usedMs: 0, accounts: new Map() };
  const query = "SELECT account_id AS id, ms FROM browser_time WHERE day = ?";
  for (const { id, ms } of sql.exec<{ id: string; ms: number }>(query, day)) {
    read.usedMs += ms;
    read.accounts.set(id, { usedMs: ms, storedMs: ms, renders: 0, isBusy: false });
  }
  return read;
}

function accountOf({ accounts }: DayTime, accountId: string): AccountTime {
  let account = accounts.get(accountId);
  if (!account) accounts.set(accountId, (account = { usedMs: 0, storedMs: 0, renders: 0, isBusy: false }));
  return account;
}

function use(time: DayTime, account: AccountTime, ms: number): void {
  time.usedMs += ms;
  account.usedMs += ms;
}
