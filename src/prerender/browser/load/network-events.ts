import type { CDPSession } from "@cloudflare/puppeteer";
import { refuseSocket } from "../../core/pages/request-rules";
import type { PageLoad } from "./page-load";
import { NO_SOCKET } from "../scripts/socket-script";

/** Only short request bodies are reported, which is enough to tell polls apart. Response bodies are never read. */
export const NETWORK_LIMITS = { maxPostDataSize: 1_000, maxTotalBufferSize: 0, maxResourceBufferSize: 0 };

/**
 * Reports a session's network events to a page load. `loadNow` returns the load that the session currently belongs to.
 */
export function reportNetwork(cdp: CDPSession, loadNow: () => PageLoad): void {
  cdp.on("Network.requestWillBeSent", (event) => loadNow().network.requested(event, Date.now()));
  cdp.on("Network.dataReceived", ({ requestId, dataLength, encodedDataLength }) =>
    loadNow().network.received(requestId, dataLength, encodedDataLength, Date.now()),
  );
  cdp.on("Network.loadingFinished", (event) => loadNow().network.finished(event, Date.now()));
  cdp.on("Network.loadingFailed", (event) => loadNow().network.failed(event, Date.now()));
  cdp.on("Network.responseReceivedExtraInfo", (event) => loadNow().network.headSeen(event));
  cdp.on("Network.responseReceived", (event) => loadNow().network.answered(event, Date.now()));
  cdp.on("Network.eventSourceMessageReceived", ({ requestId }) => loadNow().network.spoke(requestId, Date.now()));
  cdp.on("Network.webSocketFrameReceived", ({ requestId }) => loadNow().network.spoke(requestId, Date.now()));
  cdp.on("Network.webSocketFrameSent", ({ requestId }) => loadNow().network.asked(requestId, Date.now()));
  cdp.on("Network.webSocketClosed", ({ requestId }) => loadNow().network.closed(requestId));
  cdp.on("Network.webSocketCreated", ({ requestId, url }) => {
    const load = loadNow();
    if (url === NO_SOCKET) return;
    if (!refuseSocket(url, load.network.sent++, load.rules)) return load.network.opened(requestId, url);
    // A socket that got past its constructor can't be stopped on its own, so the page is closed with it.
    load.stop("the page opens sockets that are not allowed");
  });
}
