import { addressOf, findVerifiedDomain, limitRate, readHostCopy } from "../../accounts";
import { openDb } from "../../db/client";
import type { Bindings } from "../../env";
import { plainHost } from "../../lib/hosts/domain";
import { classifyUserAgent } from "../catalogue/classify";
import { assistantOf } from "../core/referral";
import { canonicalPath } from "../core/visit-path";
import { recordVisits } from "../count/record-visits";
import type { SnippetReport } from "./schemas";
import type * as z from "zod";

/** Most calls per minute, from one visitor's address and for one domain. Further calls are not counted. */
const CALLS_PER_ADDRESS = 20;
const CALLS_PER_DOMAIN = 600;

/**
 * Counts what the snippet reports. The browser's Origin header names the domain. Reports about unknown domains, from
 * crawlers, and from people whom no assistant sent are dropped.
 * @throws ApiError `rate_limited`.
 */
export async function countSnippet(
  env: Bindings,
  request: Request,
  { path: asked, referrer, utmSource }: z.output<typeof SnippetReport>,
  now: number,
): Promise<void> {
  await limitRate(env, `referral-from:${addressOf(request)}`, CALLS_PER_ADDRESS);
  const assistant = assistantOf(referrer, `/?${new URLSearchParams({ utm_source: utmSource }).toString()}`);
  const path = canonicalPath(asked.split(/[?#]/, 1)[0]!);
  const host = plainHost(URL.parse(request.headers.get("origin") ?? "")?.host ?? "");
  if (!assistant || path === null || host === "" || classifyUserAgent(request.headers.get("user-agent"))) return;
  const row = (await readHostCopy(env, host, now))?.row ?? (await findVerifiedDomain(openDb(env.DB), host));
  if (!row || row.suspendedAt !== null) return;
  await limitRate(env, `referral-to:${row.id}`, CALLS_PER_DOMAIN);
  const event = { id: crypto.randomUUID(), domainId: row.id, at: now, path, assistant: assistant.id } as const;
  await recordVisits(env.VISIT_QUEUE, [{ ...event, way: "snippet" }]);
}
