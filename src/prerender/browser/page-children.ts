import type { CDPSession } from "@cloudflare/puppeteer";
import { BLOCKED_URLS } from "./blocked";
import { holdChildren, type TargetInfo } from "./browser-targets";
import { isForeignTarget } from "../core/request-rules";
import type { Identity } from "./identity";
import type { PageLoad } from "./page-load";
import { decideRequest, type PausedRequest } from "./paused-request";
import { sendCommands } from "./send-commands";
import { socketScript } from "./socket-script";
import { watchNetwork } from "./watch-network";
import { WATCH_SCRIPT } from "./watch-script";

const NOBODY = () => false;

/**
 * Puts a worker, or a frame with its own process, under the rules of the page that started it, before it runs. The same
 * applies to the targets it starts. The browser pauses a dedicated worker's requests at the page's own session. Call
 * the returned function when the target is gone.
 */
export function adoptChild(child: CDPSession, target: TargetInfo, load: PageLoad, identity: Identity): () => void {
  const requests = new Set<string>();
  if (target.type !== "iframe") load.network.workerStarted(target.url, Date.now());
  child.on("Network.requestWillBeSent", ({ requestId }) => requests.add(requestId));
  child.on("Network.loadingFinished", ({ requestId }) => requests.delete(requestId));
  child.on("Network.loadingFailed", ({ requestId }) => requests.delete(requestId));
  watchNetwork(child, () => load);
  child.on("Fetch.requestPaused", (event) => {
    const source = { isMainFrame: NOBODY, foreignFrame: isForeignTarget(target, load.origin) };
    void decideRequest(child, event as PausedRequest, load, source).catch(() => {});
  });
  const sockets = socketScript(load.rules?.ownHosts ?? []);
  sendCommands(child, [
    ["Fetch.enable", { patterns: [{ urlPattern: "*" }] }],
    ["Network.enable"],
    ["Network.setCacheDisabled", { cacheDisabled: true }],
    ["Network.setUserAgentOverride", identity],
  ]);
  if (target.type === "iframe")
    sendCommands(child, [
      ["Network.setBlockedURLs", { urls: BLOCKED_URLS }],
      ["Page.enable"],
      ["Page.addScriptToEvaluateOnNewDocument", { source: sockets }],
      ["Page.addScriptToEvaluateOnNewDocument", { source: WATCH_SCRIPT }],
    ]);
  else sendCommands(child, [["Runtime.evaluate", { expression: sockets }]]);
  holdChildren(child, (next, nextTarget) => adoptChild(next, nextTarget, load, identity));
  sendCommands(child, [["Runtime.runIfWaitingForDebugger"]]);
  return () => load.network.abandoned(requests, Date.now());
}
