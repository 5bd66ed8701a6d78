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

/** An empty page of the site, which the network never sees: takes the place of a page that is over. */
export function emptyPageOf(origin: string): string {
  return `${origin}/crawlready-empty-page`;
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
    else
      await cdp.send("Fetch.failRequest", {
        requestId,
        errorReason: "Aborted",
      });
    return;
  }
  if (load.rules === null && isMainDocument && request.url === emptyPageOf(load.origin)) {
    const responseHeaders = [{ name: "content-type", value: "text/html" }];
    await cdp.send("Fetch.fulfillRequest", {
      requestId,
      responseCode: 200,
      responseHeaders,
      body: "",
    });
    return;
  }
  const isAhead = Object.keys(request.headers).some((name) => /^(sec-)?purpose$/i.test(name));
  const subRequest = {
    url: request.url,
    type: isAhead ? "Prefetch" : resourceType,
    isMainDocument,
  };
  if (refuseSubRequest(subRequest, load.network.sent, load.rules)) {
    // Aborted, a navigation leaves the page as it is; blocked, it would put the browser's error page in its place.
    const errorReason = isMainDocument && load.head ? "Aborted" : "BlockedByClient";
    await cdp.send("Fetch.failRequest", { requestId, errorReason });
    return;
  }
  load.network.sent++;
  const added = addedHeaders(subRequest, load.origin);
  const headers = Object.entries({ ...request.headers, ...added }).map(([name, value]) => ({ name, value }));
  await cdp.send("Fetch.continueRequest", {
    requestId,
    ...(Object.keys(added).length > 0 && { headers }),
  });
}

/** Notes the head of the page's own document. False: what follows it is not wanted. */
function takeHead(event: PausedRequest, status: number, load: PageLoad): boolean {
  const head = headOf(status, event.responseHeaders ?? [], event.request.url);
  load.answered(head, event.networkId ?? "");
  return judgeHead(head) === "page";
}
