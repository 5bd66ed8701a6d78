import { classifyUserAgent } from "../catalogue/classify";
import { signedAgent } from "../core/signed-agent";
import { assistantOf } from "../core/referral";
import { canonicalPath } from "../core/visit-path";
import type { ReferralEvent } from "../core/referral-event";

/**
 * The person in a page request that the origin answered with `status`, if an assistant sent them; null for crawlers,
 * for parts of pages, and for redirects, whose target is requested with the same referrer.
 */
export function referralOf(request: Request, domainId: string, status: number, now: number): ReferralEvent | null {
  const { headers } = request;
  if (!isPageRequest(request) || (status >= 300 && status < 400 && status !== 304) || status >= 500) return null;
  const url = new URL(request.url);
  const assistant = assistantOf(headers.get("referer"), url.pathname + url.search);
  if (!assistant || !isPerson(headers)) return null;
  const path = canonicalPath(url.pathname);
  return path === null
    ? null
    : { id: crypto.randomUUID(), domainId, at: now, path, assistant: assistant.id, way: "edge" };
}

/** Whether the sender is a person: neither its user agent nor its signature is a crawler's. */
function isPerson(headers: Headers): boolean {
  const userAgent = headers.get("user-agent");
  return (
    Boolean(userAgent) && !classifyUserAgent(userAgent) && !signedAgent(headers.get("signature-agent") ?? undefined)
  );
}

/** Whether a browser navigates to a page. Browsers that don't send Sec-Fetch-Mode prefer HTML in Accept. */
function isPageRequest({ method, headers }: Request): boolean {
  if (method !== "GET" || headers.get("sec-purpose")?.startsWith("prefetch")) return false;
  const mode = headers.get("sec-fetch-mode");
  if (mode !== null) return mode === "navigate" && headers.get("sec-fetch-dest") !== "iframe";
  return (headers.get("accept") ?? "").includes("text/html");
}
