import type { CDPSession } from "@cloudflare/puppeteer";
import { headOf, judgeHead } from "../../core/pages/document-head";
import { PAGE_LIMITS } from "../../core/pages/page-limits";
import { addedHeaders, refuseSubRequest } from "../../core/pages/request-rules";
import type { PageLoad } from "./page-load";
import { pixelResponse } from "./pixel";
import type { HeldRequest } from "../driver/request-gate";

/** A paused request, at the session of the page or worker that sends it. */
export interface PausedRequest extends HeldRequest {
  frameId: string;
  resourceType: string;
  /** Set once the response's head has arrived. */
  responseStatusCode?: number;
  responseHeaders?: Array<{ name: string; value: string }>;
  request: HeldRequest["request"] & { headers: Record<string, string> };
}

/**
 * Every request pauses, and a document once more when its head has arrived: status and redirects are known before any
 * script runs.
 */
export const PAUSED = [
  { urlPattern: "*", requestStage: "Request" },
  { urlPattern: "*", resourceType: "Document", requestStage: "Response" },
] as const;

/** `foreignFrame`: sent by a frame or worker that is not known to be of the page's own origin. */
export interface RequestSource {
  isMainFrame: (frameId: string) => boolean;
  foreignFrame: boolean;
}

/** Continues or refuses a paused request of the page. */
export async function decideRequest(
  cdp: CDPSession,
  event: PausedRequest,
  load: PageLoad,
  { isMainFrame, foreignFrame }: RequestSource,
): Promise<void> {
  const { requestId, resourceType, request } = event;
  const isMainDocument = resourceType === "Document" && isMainFrame(event.frameId);
  const fail = (errorReason: "Aborted" | "BlockedByClient") =>
    cdp.send("Fetch.failRequest", { requestId, errorReason });
  if (event.responseStatusCode !== undefined) {
    const goesOn = !isMainDocument || load.head !== null || takeHead(event, event.responseStatusCode, load);
    return await (goesOn ? takeOn(cdp, event) : fail("Aborted"));
  }
  // An aborted navigation leaves the page unchanged. A blocked one would replace it with the browser's error page.
  if (isMainDocument && load.head && load.rules && !mayLeave(event, load)) return await fail("Aborted");
  const isAhead = Object.keys(request.headers).some((name) => /^(sec-)?purpose$/i.test(name));
  const subRequest = { url: request.url, type: isAhead ? "Prefetch" : resourceType, isMainDocument, foreignFrame };
  const isWithin = ++load.asked <= PAGE_LIMITS.asked;
  const refusal = isWithin ? refuseSubRequest(subRequest, load.network.sent, load.rules) : "too_many";
  if (refusal) load.refused++;
  if (refusal === "not_needed" && subRequest.type === "Image")
    return await cdp.send("Fetch.fulfillRequest", { requestId, ...pixelResponse(request.url, load.origin) });
  if (refusal === "too_many") load.exceed(Date.now());
  if (refusal) return await fail(isMainDocument && load.head ? "Aborted" : "BlockedByClient");
  if (resourceType === "Document" && URL.parse(request.url)?.origin !== load.origin) load.isContained = false;
  load.letThrough(event);
  const added = addedHeaders(subRequest, load.origin, load.rules);
  const headers = Object.entries({ ...request.headers, ...added }).map(([name, value]) => ({ name, value }));
  const change = Object.keys(added).length > 0 ? { headers } : {};
  // The browser refuses to send some headers. The request would stay paused until the deadline.
  await cdp.send("Fetch.continueRequest", { requestId, ...change }).catch(() => fail("BlockedByClient"));
}

const hasRules = ({ name }: { name: string }) => /^speculation-rules$/i.test(name);

/** Lets a document arrive, without the header that makes the browser itself send requests. */
function takeOn(cdp: CDPSession, { requestId, responseStatusCode, responseHeaders = [] }: PausedRequest) {
  if (!responseHeaders.some(hasRules)) return cdp.send("Fetch.continueRequest", { requestId });
  const kept = responseHeaders.filter((header) => !hasRules(header));
  return cdp.send("Fetch.continueResponse", {
    requestId,
    responseCode: responseStatusCode!,
    responseHeaders: kept,
  });
}

/** A page that navigates elsewhere on its own counts as a redirect, which is passed on, not followed. */
function mayLeave({ request }: PausedRequest, load: PageLoad): boolean {
  return request.method === "GET" && load.leaves(request.url + (request.urlFragment ?? ""), load.url);
}

/** Notes the head of the page's own document. Returns false when the body is not needed. */
function takeHead(event: PausedRequest, status: number, load: PageLoad): boolean {
  const head = headOf(status, event.responseHeaders ?? [], event.request.url);
  load.answered(head, event.networkId ?? "");
  return judgeHead(head) === "page";
}
