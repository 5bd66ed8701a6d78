import { HOUR_MS, MINUTE_MS } from "../../lib/time/time";
import { takeFrom, type RateWindow } from "./rate-window";

/** Unknown credentials per minute and address that we look up. */
export const UNKNOWN_PER_MINUTE = 100;
/** How long we remember that a credential is unknown, and how long a valid one skips its address's limit. */
const UNKNOWN_FOR_MS = MINUTE_MS;
const LIVE_FOR_MS = HOUR_MS;
/** Entries per map; the oldest is dropped first. */
const MOST_ENTRIES = 10_000;

export type CredentialVerdict =
  | { verdict: "look_up"; counted: boolean }
  | { verdict: "unknown" }
  | { verdict: "limited"; retryAfterSeconds: number };

/**
 * What an isolate remembers of credentials, so that invalid ones rarely cost a lookup. It looks up an invalid credential
 * at most once per minute, and each address has a limit. Other clients of the same address never block a credential
 * that was valid recently.
 */
export class CredentialMemory {
  private readonly unknownUntil = new Map<string, number>();
  private readonly liveUntil = new Map<string, number>();
  private readonly windows = new Map<string, RateWindow>();

  /** Before the lookup: takes one from the address's limit, so that parallel requests gain nothing. */
  judge(hash: string, address: string, now: number): CredentialVerdict {
    if ((this.liveUntil.get(hash) ?? 0) > now) return { verdict: "look_up", counted: false };
    if ((this.unknownUntil.get(hash) ?? 0) > now) return { verdict: "unknown" };
    const { window, verdict } = takeFrom(this.windows.get(address) ?? null, UNKNOWN_PER_MINUTE, now);
    if (!verdict.allowed) return { verdict: "limited", retryAfterSeconds: verdict.retryAfterSeconds };
    put(this.windows, address, window);
    return { verdict: "look_up", counted: true };
  }

  /**
   * After the lookup: a valid credential gives back what its verdict counted (`counted`), including each of several
   * parallel requests.
   */
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
