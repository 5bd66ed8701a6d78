import { dayText } from "../../lib/time/time";
import { agentOf } from "../catalogue/classify";
import type { Window } from "../core/window";
import { visitsOf, type VisitsEnv } from "../count/visits-of";

/** Most entries listed, most frequent first. */
const SHOWN = 1_000;

/** Visits of verified crawlers to paths that the robots.txt of that time disallowed. */
export async function robotsViolations(env: VisitsEnv, domainId: string, window: Window) {
  const { rows, totals, knownSince } = await visitsOf(env, domainId).violations(window, SHOWN);
  return {
    verifiedVisits: totals.verified,
    unverifiedVisits: totals.unknown ?? 0,
    judgedVisits: totals.judged ?? 0,
    forbiddenVisits: totals.forbidden,
    /** When we first saw a robots.txt; earlier visits are not judged. */
    robotsKnownSince: knownSince === null ? null : new Date(knownSince).toISOString(),
    violations: rows.map(({ path, token, provider, kind, rule, line, visits, firstDay, lastDay }) => ({
      path,
      crawler: token,
      provider,
      kind,
      robotsToken: agentOf(token)?.robotsToken ?? null,
      rule: { pattern: rule, line },
      visits,
      firstDate: dayText(firstDay),
      lastDate: dayText(lastDay),
    })),
  };
}
