import type { Db } from "../db/client";
import { agentOf } from "./catalogue/classify";
import { dayText, type Window } from "./core/window";
import { robotsVersions, violationRows, violationTotals } from "./robots-repo";

/** Entries listed, most frequent first. */
const SHOWN = 1_000;

/** Visits of verified crawlers to paths that the robots.txt of that time disallowed. */
export async function robotsViolations(db: Db, domainId: string, window: Window) {
  const [rows, totals, versions] = await Promise.all([
    violationRows(db, domainId, window, SHOWN),
    violationTotals(db, domainId, window),
    robotsVersions(db, domainId),
  ]);
  return {
    verifiedVisits: totals.verified,
    forbiddenVisits: totals.forbidden,
    /** When we first saw a robots.txt; earlier visits are not judged. */
    robotsKnownSince: versions[0] ? new Date(versions[0].since).toISOString() : null,
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
