import { authorizeDomain, type Caller } from "../accounts";
import { openDb } from "../db/client";
import type { Bindings } from "../env";
import { schemaError, type SchemaIssue } from "../errors/api-error";
import { DAY_MS, MINUTE_MS } from "../lib/time";
import { classifyUserAgent } from "./catalogue/classify";
import { MAX_PATH_LENGTH, countedPath } from "./core/visit-path";
import { RETENTION_DAYS } from "./core/window";
import { recordVisits, type VisitEvent } from "./record-visits";
import type { VisitsBody } from "./schemas";

/** How far a site's clock may be ahead of ours. */
const CLOCK_SKEW_MS = 5 * MINUTE_MS;

/**
 * Accepts visits from a site that serves its own pages: all of them, or none if one is invalid.
 * @throws ApiError as `authorizeDomain`, `invalid_request`.
 */
export async function reportVisits(
  env: Bindings,
  caller: Caller,
  { domain, events }: VisitsBody,
  now: number,
): Promise<{ accepted: number; ignored: number }> {
  const { id: domainId, ignoredParameters } = await authorizeDomain(openDb(env.DB), caller, domain);
  const issues: SchemaIssue[] = [];
  const visits = events.flatMap(({ at: atText, path: asked, userAgent, ...event }, index): VisitEvent[] => {
    const at = Date.parse(atText);
    const path = countedPath(asked, ignoredParameters);
    const issue = (field: string, message: string) => issues.push({ path: `events.${index}.${field}`, message });
    if (at < now - RETENTION_DAYS * DAY_MS) issue("at", `is more than ${RETENTION_DAYS} days old`);
    if (at > now + CLOCK_SKEW_MS) issue("at", "is in the future");
    if (path === null) issue("path", `is not a path, or is longer than ${MAX_PATH_LENGTH} characters`);
    const crawler = classifyUserAgent(userAgent);
    return crawler ? [{ ...event, ...crawler, domainId, at: Math.min(at, now), path: path ?? "", reported: true }] : [];
  });
  if (issues.length > 0) throw schemaError(issues);
  const sent = await recordVisits(env.VISIT_QUEUE, visits);
  if (!sent) throw new Error("the visits could not be queued");
  return { accepted: visits.length, ignored: events.length - visits.length };
}
