import type { RangeSourceId } from "../catalogue/range-sources";
import { IpRanges } from "./core/ip-ranges";
import type { Bindings } from "../../env";
import { DAY_MS, MINUTE_MS } from "../../lib/time/time";
import { readRanges } from "./proof-kv";

/** How long an isolate caches what it read. */
const REMEMBERED_MS = 5 * MINUTE_MS;
/** An older copy still proves the addresses it contains, but no longer disproves the others. */
const TRUSTED_MS = 7 * DAY_MS;

interface Loaded {
  until: number;
  /** When a list was fetched that also disproves what it lacks; 0: never. */
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
    fetchedAt: copy && !copy.isSample ? copy.fetchedAt : 0,
    ranges: copy && new IpRanges(copy.ranges),
  };
  loaded.set(source, fresh);
  return fresh;
}

/** Whether an address is in one of the lists; null if it is in none but a list is missing, outdated or a sample. */
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

/** Clears this isolate's cache. */
export function forgetRanges(): void {
  loaded.clear();
}
