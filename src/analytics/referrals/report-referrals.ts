import { authorizeDomain, type Caller } from "../../accounts";
import { openDb } from "../../db/client";
import type { Bindings } from "../../env";
import { schemaError, type SchemaIssue } from "../../errors/api-error";
import { classifyUserAgent } from "../catalogue/classify";
import { assistantOf } from "../core/referral";
import { timeIssue } from "../core/visit-time";
import { canonicalPath, MAX_PATH_LENGTH } from "../core/visit-path";
import { recordVisits } from "../count/record-visits";
import type { ReferralEvent } from "../core/referral-event";
import type { ReferralsBody } from "./schemas";

/**
 * Accepts page requests of people from a site that serves its own pages: all of them, or none if one is invalid. Counts
 * those whom an assistant sent.
 * @throws ApiError as `authorizeDomain`, `invalid_request`.
 */
export async function reportReferrals(
  env: Bindings,
  caller: Caller,
  { domain, events }: ReferralsBody,
  now: number,
): Promise<{ accepted: number; ignored: number }> {
  const { id: domainId } = await authorizeDomain(openDb(env.DB), caller, domain);
  const issues: SchemaIssue[] = [];
  const people = events.flatMap(({ id, at: atText, path: asked, referrer, userAgent }, index): ReferralEvent[] => {
    const at = Date.parse(atText);
    const path = canonicalPath(asked.split(/[?#]/, 1)[0]!);
    const issue = (field: string, message: string) => issues.push({ path: `events.${index}.${field}`, message });
    const late = timeIssue(at, now);
    if (late) issue("at", late);
    if (path === null) issue("path", `is not a path, or is longer than ${MAX_PATH_LENGTH} characters`);
    const assistant = assistantOf(referrer ?? null, asked);
    if (!assistant || classifyUserAgent(userAgent ?? null)) return [];
    return [{ id, domainId, at: Math.min(at, now), path: path ?? "", assistant: assistant.id, way: "reported" }];
  });
  if (issues.length > 0) throw schemaError(issues);
  if (!(await recordVisits(env.VISIT_QUEUE, people))) throw new Error("the referrals could not be queued");
  return { accepted: people.length, ignored: events.length - people.length };
}
