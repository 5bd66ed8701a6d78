import { HOUR_MS, MINUTE_MS } from "../../lib/time";
import { takeFrom, type RateWindow } from "./rate-window";

/** Unknown credentials that one address may have looked up a minute. */
export const UNKNOWN_PER_MINUTE = 100;
/** An unknown credential stays unknown for this long; a live one is let past the count of its address for this long. */
const UNKNOWN_FOR_MS = MINUTE_MS;
const LIVE_FOR_MS = HOUR_MS;
/** Entries of each map; the oldest goes first. */
const MOST_ENTRIES = 10_000;

export type CredentialVerdict =
  | { verdict: "look_up"; counted: boolean }
  | { verdict: "unknown" }
  | { verdict: "limited"; retryAfterSeconds: number };

/**
 * What an isolate knows of the credentials that it was shown, so that wrong ones don't cost a look-up each: the same one is
 * not looked up twice, and an address gets a number of them a minute. A credential that was right lately is never held back
 * by what others send from its address.
 */
export class CredentialMemory {
  private readonly unknownUntil = new Map<string, number>();
  private readonly liveUntil = new Map<string, number>();
  private readonly windows = new Map<string, RateWindow>();

  /** Before the look-up: takes one from the address's minute, so that many at once gain nothing. */
  judge(hash: string, address: string, now: number): CredentialVerdict {
    if ((this.liveUntil.get(hash) ?? 0) > now) return { verdict: "look_up", counted: false };
    if ((this.unknownUntil.get(hash) ?? 0) > now) return { verdict: "unknown" };
    const { window, verdict } = takeFrom(this.windows.get(address) ?? null, UNKNOWN_PER_MINUTE, now);
    if (!verdict.allowed) return { verdict: "limited", retryAfterSeconds: verdict.retryAfterSeconds };
    put(this.windows, address, window);
    return { verdict: "look_up", counted: true };
  }

  /** After the look-up. A live credential gives back what it took (`counted`, of its verdict), each of many at once. */
  note(hash: string, address: string, { live, counted }: { live: boolean; counted: boolean }, now: number): void {
    if (!live) {
      this.liveUntil.delete(hash);
      put(this.unknownUntil, hash, now + UNKNOWN_FOR_MS);
      return;
    }
    const window = this.windows.get(address);
    if (counted && window && window.taken > 0) put(this.windows, address, { ...window, taken: window.taken - 1 });
    put(this.liveUntil, hash, now + LIVE_FOR_MS);
  }
}

function put<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key);
  map.set(key, value);
  if (map.size <= MOST_ENTRIES) return;
  for (const oldest of map.keys()) return void map.delete(oldest);
}
