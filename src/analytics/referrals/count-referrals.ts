import { mapBounded } from "../../lib/platform/async-pool";
import { log } from "../../lib/text/log";
import { DAY_MS, dayNumber } from "../../lib/time/time";
import { keptDays, visitKey } from "../core/visit-key";
import type { CountedReferral } from "../domain-visits/referral-rows";
import { visitsOf, type VisitsEnv } from "../count/visits-of";
import type { ReferralEvent } from "../core/referral-event";

/** Domains whose objects are called in parallel. */
const DOMAINS_AT_ONCE = 6;

/**
 * Adds people to the counts of their domains; each id counts once per domain and way. Skips those so old that we may
 * have forgotten their ids. Returns the domains whose people are not counted; they can be added again.
 */
export async function countReferrals(
  env: VisitsEnv,
  events: readonly ReferralEvent[],
  now: number,
): Promise<Set<string>> {
  const recent = events.filter((event) => event.at >= now - keptDays(event.way === "reported") * DAY_MS);
  const failed = new Set<string>();
  await mapBounded([...Map.groupBy(recent, (event) => event.domainId)], DOMAINS_AT_ONCE, async ([domainId, own]) => {
    try {
      await visitsOf(env, domainId).countReferrals(own.map(countedReferral));
    } catch (error) {
      log("error", "referrals_not_counted", { domainId, events: own.length, error: String(error) });
      failed.add(domainId);
    }
  });
  return failed;
}

function countedReferral({ id, domainId, at, path, assistant, way }: ReferralEvent): CountedReferral {
  return {
    key: visitKey(`referral\n${way}\n${domainId}\n${id}`),
    expiresDay: dayNumber(at) + keptDays(way === "reported") + 2,
    day: dayNumber(at),
    path,
    assistant,
    way,
  };
}
