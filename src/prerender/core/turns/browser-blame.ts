import { MINUTE_MS } from "../../../lib/time/time";

/** A page that renders. `share`: how much of what a page may make the browser report it has used up, 0 to 1. */
export interface ReportingPage {
  accountId: string;
  share: number;
}

/** Pages that report less than this are not to blame for a silent browser: the machine may just be slow. */
const LEAST_SHARE = 0.1;
/** An account whose pages silenced browsers this often within this time is held back for the same time. */
const TIMES = 2;
const HOLD_MS = 10 * MINUTE_MS;

/**
 * The account whose pages keep an unresponsive browser busy: that of the page that reports most. Null: nobody stands
 * out.
 */
export function blamedFor(pages: Iterable<ReportingPage>): string | null {
  let worst: ReportingPage | null = null;
  for (const page of pages) if (page.share >= LEAST_SHARE && page.share > (worst?.share ?? 0)) worst = page;
  return worst?.accountId ?? null;
}

/** Remembers whose pages silenced browsers. */
export class BlameRecord {
  private readonly times = new Map<string, number[]>();

  note(accountId: string, now: number): void {
    for (const [account, times] of this.times) if (times.at(-1)! <= now - HOLD_MS) this.times.delete(account);
    this.times.set(accountId, [...this.recent(accountId, now), now]);
  }

  /** Whether the account's pages may not render for now. */
  holds(accountId: string, now: number): boolean {
    return this.recent(accountId, now).length >= TIMES;
  }

  private recent(accountId: string, now: number): number[] {
    return (this.times.get(accountId) ?? []).filter((at) => at > now - HOLD_MS);
  }
}
