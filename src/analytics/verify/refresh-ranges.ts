import { RANGE_SOURCE_IDS, RANGE_SOURCES, type RangeSourceId } from "../catalogue/range-sources";
import { rangesIn, saysSample } from "./core/ip-ranges";
import type { Bindings } from "../../env";
import { mapBounded } from "../../lib/platform/async-pool";
import { HOUR_MS } from "../../lib/time/time";
import { log } from "../../lib/text/log";
import { asksForProofs, fetchProof, proofUrl } from "./fetch-proof";
import { readRanges, writeRanges } from "./proof-kv";

const REFRESH_AFTER_MS = 6 * HOUR_MS;
const AT_ONCE = 8;

/**
 * Fetches the published lists whose copy is older than six hours. If a list can't be fetched or contains no ranges, the
 * last good copy stays and the next tick tries again.
 */
export async function refreshRanges(env: Bindings, now: number): Promise<null> {
  if (!asksForProofs(env)) return null;
  const failed: RangeSourceId[] = [];
  await mapBounded(RANGE_SOURCE_IDS, AT_ONCE, async (source) => {
    if (!(await refresh(env, source, now))) failed.push(source);
  });
  if (failed.length > 0) log("warn", "crawler_ranges_not_refreshed", { sources: failed });
  return null;
}

/** Returns false if the list could not be fetched and our copy is outdated. */
async function refresh(env: Bindings, source: RangeSourceId, now: number): Promise<boolean> {
  const copy = await readRanges(env, source);
  if (copy && copy.fetchedAt > now - REFRESH_AFTER_MS) return true;
  const text = await fetchProof(env, proofUrl(env, RANGE_SOURCES[source], "ranges", source));
  const ranges = rangesIn(text ?? "");
  if (ranges.length > 0) {
    const isSample = saysSample(text ?? "");
    await writeRanges(env, source, { fetchedAt: now, ranges, ...(isSample && { isSample }) });
  }
  return ranges.length > 0;
}
