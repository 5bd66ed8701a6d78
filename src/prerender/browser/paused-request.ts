import type { CDPSession } from "@cloudflare/puppeteer";
import { headOf, judgeHead } from "../core/document-head";
import { addedHeaders, refuseSubRequest } from "../core/request-rules";
import type { PageLoad } from "./page-load";

/** A request that the browser holds until it is told what to do with it. */
export interface PausedRequest {
  requestId: string;
  /** As the Network domain names it. */
  networkId?: string;
  frameId: string;
  resourceType: string;
  /** With it, the answer's head is here. */
  responseStatusCode?: number;
  responseHeaders?: Array<{ name: string; value: string }>;
  request: { url: string; headers: Record<string, string> };
}

/** Lets a request of the page go on, or refuses it. */
export async function decideRequest(
  cdp: CDPSession,
  event: PausedRequest,
  load: PageLoad,
  isMainFrame: (frameId: string) => boolean,
): Promise<void> {
  const { requestId, resourceType, request } = event;
  const isMainDocument = resourceType === "Document" && isMainFrame(event.frameId);
  if (event.responseStatusCode !== undefined) {
    const goesOn = !isMainDocument || load.head !== null || takeHead(event, event.responseStatusCode, load);
    if (goesOn) await cdp.send("Fetch.continueRequest", { requestId });
    else await cdp.send("Fetch.failRequest", { requestId, errorReason: "Aborted" });
    return;
  }
  const subRequest = { url: request.url, type: resourceType, isMainDocument };
  if (refuseSubRequest(subRequest, load.network.sent++, load.rules)) {
    await cdp.send("Fetch.failRequest", { requestId, errorReason: "BlockedByClient" });
    return;
  }
  const added = addedHeaders(subRequest, load.origin);
  const headers = Object.entries({ ...request.headers, ...added }).map(([name, value]) => ({ name, value }));
  await cdp.send("Fetch.continueRequest", { requestId, ...(Object.keys(added).length > 0 && { headers }) });
}

/** Notes the head of the page's own document. False: what follows it is not wanted. */
function takeHead(event: PausedRequest, status: number, load: PageLoad): boolean {
  const head = headOf(status, event.responseHeaders ?? [], event.request.url);
  load.answered(head, event.networkId ?? "");
  return judgeHead(head) === "page";
}
