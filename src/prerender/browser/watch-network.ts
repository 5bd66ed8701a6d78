import type { CDPSession } from "@cloudflare/puppeteer";
import { refuseSocket } from "../core/request-rules";
import type { PageLoad } from "./page-load";
import { NO_SOCKET } from "./socket-script";

/**
 * Reports a session's network events to a page load. `loadNow` returns the load that the session currently belongs to.
 */
export function watchNetwork(cdp: CDPSession, loadNow: () => PageLoad): void {
  cdp.on("Network.requestWillBeSent", (event) => loadNow().network.requested(event, Date.now()));
  cdp.on("Network.dataReceived", (event) => loadNow().network.received(event.dataLength));
  cdp.on("Network.loadingFinished", (event) => loadNow().network.finished(event, Date.now()));
  cdp.on("Network.loadingFailed", (event) => loadNow().network.failed(event, Date.now()));
  cdp.on("Network.responseReceived", (event) => loadNow().network.answered(event));
  cdp.on("Network.webSocketCreated", ({ url }) => {
    const load = loadNow();
    if (url === NO_SOCKET || !refuseSocket(url, load.network.sent++, load.rules)) return;
    // A socket that got past its constructor can't be stopped alone: the page is closed with it.
    load.escape();
  });
}
