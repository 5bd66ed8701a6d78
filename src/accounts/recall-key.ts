import { MINUTE_MS } from "../lib/time";
import type { KeyCaller } from "./core/caller";

/** How long this isolate goes by what D1 last said of a key, once D1 does not answer. A revoked key works no longer than that. */
const RECALLED_MS = 10 * MINUTE_MS;
const MAX_KEYS = 5_000;

const verdicts = new Map<string, { caller: KeyCaller; at: number }>();

/** Notes what D1 said of the key with this hash; null: there is no such key. */
export function rememberKey(hash: string, caller: KeyCaller | null, now: number): void {
  verdicts.delete(hash);
  if (!caller) return;
  if (verdicts.size >= MAX_KEYS) verdicts.clear();
  verdicts.set(hash, { caller, at: now });
}

/** Whom the key spoke for within the last ten minutes; null: this isolate has not seen it since. */
export function recallKey(hash: string, now: number): KeyCaller | null {
  const known = verdicts.get(hash);
  return known && known.at + RECALLED_MS > now ? known.caller : null;
}
