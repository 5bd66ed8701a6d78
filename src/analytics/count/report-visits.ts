import { authorizeDomain, type Caller } from "../../accounts";
import { openDb } from "../../db/client";
import type { Bindings } from "../../env";
import { schemaError, type SchemaIssue } from "../../errors/api-error";
import { visitingCrawler } from "../catalogue/classify";
import { countedPath, MAX_PATH_LENGTH } from "../core/visit-path";
import { timeIssue } from "../core/visit-time";
import { recordVisits, type VisitEvent } from "./record-visits";
import type { VisitsBody } from "../schemas";

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
    const late = timeIssue(at, now);
    if (late) issue("at", late);
    if (path === null) issue("path", `is not a path, or is longer than ${MAX_PATH_LENGTH} characters`);
    const crawler = visitingCrawler(userAgent);
    return crawler ? [{ ...event, ...crawler, domainId, at: Math.min(at, now), path: path ?? "", reported: true }] : [];
  });
  if (issues.length > 0) throw schemaError(issues);
  const sent = await recordVisits(env.VISIT_QUEUE, visits);
  if (!sent) throw new Error("the visits could not be queued");
  return { accepted: visits.length, ignored: events.length - visits.length };
}
