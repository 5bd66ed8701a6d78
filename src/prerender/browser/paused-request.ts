import type { CDPSession } from "@cloudflare/puppeteer";
import { headOf, judgeHead } from "../core/document-head";
import { addedHeaders, refuseSubRequest } from "../core/request-rules";
import type { PageLoad } from "./page-load";
import { pixelResponse } from "./pixel";
import type { HeldRequest } from "./request-gate";

/** A paused request, at the session of the page or worker that sends it. */
export interface PausedRequest extends HeldRequest {
  frameId: string;
  resourceType: string;
  /** Set once the response's head has arrived. */
  responseStatusCode?: number;
  responseHeaders?: Array<{ name: string; value: string }>;
  request: HeldRequest["request"] & { headers: Record<string, string> };
}

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
    return await (goesOn ? cdp.send("Fetch.continueRequest", { requestId }) : fail("Aborted"));
  }
  // An aborted navigation leaves the page as it is. A blocked one would replace it by the browser's error page.
  if (isMainDocument && load.head && load.rules && !mayLeave(event, load)) return await fail("Aborted");
  const isAhead = Object.keys(request.headers).some((name) => /^(sec-)?purpose$/i.test(name));
  const subRequest = { url: request.url, type: isAhead ? "Prefetch" : resourceType, isMainDocument, foreignFrame };
  const refusal = refuseSubRequest(subRequest, load.network.sent, load.rules);
  if (refusal) load.refused++;
  if (refusal === "not_needed" && subRequest.type === "Image")
    return await cdp.send("Fetch.fulfillRequest", { requestId, ...pixelResponse(request.url, load.origin) });
  if (refusal === "too_many") load.exceed(Date.now());
  if (refusal) return await fail(isMainDocument && load.head ? "Aborted" : "BlockedByClient");
  load.letThrough(event);
  const added = addedHeaders(subRequest, load.origin, load.rules);
  const headers = Object.entries({ ...request.headers, ...added }).map(([name, value]) => ({ name, value }));
  const change = Object.keys(added).length > 0 ? { headers } : {};
  // The browser refuses to send some headers. The request would stay paused until the deadline.
  await cdp.send("Fetch.continueRequest", { requestId, ...change }).catch(() => fail("BlockedByClient"));
}

/** A page that goes elsewhere by itself is a redirect, which is passed on, not followed. */
function mayLeave({ request }: PausedRequest, load: PageLoad): boolean {
  return request.method === "GET" && load.leaves(request.url + (request.urlFragment ?? ""), load.url);
}

/** Notes the head of the page's own document. Returns false when the body is not needed. */
function takeHead(event: PausedRequest, status: number, load: PageLoad): boolean {
  const head = headOf(status, event.responseHeaders ?? [], event.request.url);
  load.answered(head, event.networkId ?? "");
  return judgeHead(head) === "page";
}
