import { DAY_MS, MINUTE_MS } from "../../lib/time/time";
import { RETENTION_DAYS } from "./window";

/** How far a site's clock may be ahead of ours. */
const CLOCK_SKEW_MS = 5 * MINUTE_MS;

/** What is wrong with the time (epoch ms) of a reported visit; null if it can be counted. */
export function timeIssue(at: number, now: number): string | null {
  if (at < now - RETENTION_DAYS * DAY_MS) return `is more than ${RETENTION_DAYS} days old`;
  return at > now + CLOCK_SKEW_MS ? "is in the future" : null;
}
