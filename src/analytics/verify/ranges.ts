import type { RangeSourceId } from "../catalogue/range-sources";
import { IpRanges } from "../core/ip-ranges";
import type { Bindings } from "../../env";
import { DAY_MS, MINUTE_MS } from "../../lib/time";
import { readRanges } from "./proof-store";

/** How long an isolate keeps what it read. */
const REMEMBERED_MS = 5 * MINUTE_MS;
/** A copy older than this still proves who is in it, but no longer denies who is not. */
const TRUSTED_MS = 7 * DAY_MS;

interface Loaded {
  until: number;
  fetchedAt: number;
  ranges: IpRanges | null;
}

const loaded = new Map<RangeSourceId, Loaded>();

async function load(env: Bindings, source: RangeSourceId, now: number): Promise<Loaded> {
  const known = loaded.get(source);
  if (known && known.until > now) return known;
  const copy = await readRanges(env, source);
  const fresh: Loaded = {
    until: now + REMEMBERED_MS,
    fetchedAt: copy?.fetchedAt ?? 0,
    ranges: copy && new IpRanges(copy.ranges),
  };
  loaded.set(source, fresh);
  return fresh;
}

/** Whether an address lies in any of the lists; null when it is in none and one of them is missing or old. */
export async function inRanges(
  env: Bindings,
  ip: string,
  sources: readonly RangeSourceId[],
  now: number,
): Promise<boolean | null> {
  const lists = await Promise.all(sources.map((source) => load(env, source, now)));
  if (lists.some(({ ranges }) => ranges?.has(ip))) return true;
  return lists.every(({ ranges, fetchedAt }) => ranges !== null && fetchedAt > now - TRUSTED_MS) ? false : null;
}

/** Forgets what this isolate remembers. */
export function forgetRanges(): void {
  loaded.clear();
}
