import { retryAfterMs } from "../../lib/time/backoff";
import { SECOND_MS } from "../../lib/time/time";
import { guardedFetch, readTextBody, type FetchedResponse } from "../../web";
import type { Outcome } from "./core/next-try";
import { maskTarget } from "./core/mask-target";
import { refuseTarget, type TargetRules } from "./core/refuse-target";
import { signedHeaders } from "./core/signature";
import { webhookBody, type SentEvent, type WebhookFormat } from "./core/webhook-body";

const TIMEOUT_MS = 15 * SECOND_MS;
const USER_AGENT = "Crawlready-Webhooks/1.0 (+https://crawlready.dev/bot)";
/** How much of a response is kept. */
const ANSWER_BYTES = 1_024;

/** An endpoint as deliveries need it. */
export interface OpenTarget {
  url: string;
  /** The signing secret, and the previous one while it still signs. */
  secrets: readonly string[];
  format: WebhookFormat;
}

/** Sends one event once. Follows no redirect, and never throws because of what the receiver does. */
export async function deliver(
  target: OpenTarget,
  event: SentEvent & { id: string },
  rules: TargetRules,
): Promise<Outcome> {
  const startedAt = Date.now();
  const ended = (part: Partial<Outcome>): Outcome => ({
    status: null,
    error: null,
    retryAfterMs: null,
    answer: "",
    durationMs: Date.now() - startedAt,
    ...part,
  });
  const refusal = refuseTarget(target.url, rules);
  if (refusal !== null) return ended({ error: `not sent: the URL ${refusal}` });
  const body = webhookBody(event, target.format);
  const signed = await signedHeaders(target.secrets, { id: event.id, body, now: startedAt });
  const response = await guardedFetch(new URL(target.url), {
    rules: { hosts: new Set(), anyPublicHost: true, via: null, allowPrivateHosts: rules.allowPrivateHosts },
    method: "POST",
    body,
    headers: { "user-agent": USER_AGENT, "content-type": "application/json", accept: "*/*", ...signed },
    timeoutMs: TIMEOUT_MS,
  });
  if (!response.ok)
    return ended({ error: maskTarget(`${response.failure}: ${response.detail}`, target.url).slice(0, 300) });
  const answer = maskTarget(await startOf(response), target.url);
  const wait = retryAfterMs(response.headers.get("retry-after"), Date.now());
  return ended({ status: response.status, error: faultOf(response.status), retryAfterMs: wait, answer });
}

async function startOf(response: FetchedResponse): Promise<string> {
  const { text } = await readTextBody(response, ANSWER_BYTES);
  response.release();
  return text;
}

/** Why a status is a failure; null: any 2xx is a success. */
function faultOf(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? `HTTP ${status}: redirects are not followed` : `HTTP ${status}`;
}
