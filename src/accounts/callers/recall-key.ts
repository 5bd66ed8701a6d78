import { isWithin, MINUTE_MS } from "../../lib/time/time";
import type { KeyCaller } from "../core/caller";

/**
 * How long this isolate trusts D1's last result for a key while D1 is down. A revoked key works no longer than this.
 */
const RECALLED_MS = 10 * MINUTE_MS;
const MAX_KEYS = 5_000;

const verdicts = new Map<string, { caller: KeyCaller; at: number }>();

/** Remembers D1's result for the key with this hash; null means there is no such key. */
export function rememberKey(hash: string, caller: KeyCaller | null, now: number): void {
  verdicts.delete(hash);
  if (!caller) return;
  if (verdicts.size >= MAX_KEYS) verdicts.clear();
  verdicts.set(hash, { caller, at: now });
}

/** The key's caller as of at most ten minutes ago; null if this isolate has not seen the key since. */
export function recallKey(hash: string, now: number): KeyCaller | null {
  const known = verdicts.get(hash);
  return known && isWithin(known.at, RECALLED_MS, now) ? known.caller : null;
}
