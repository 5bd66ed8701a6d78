import type { CDPSession } from "@cloudflare/puppeteer";
import { BLOCKED_URLS } from "../load/blocked";
import { holdChildren, type TargetInfo } from "../driver/browser-targets";
import { isForeignTarget } from "../../core/pages/request-rules";
import type { Identity } from "./identity";
import type { PageLoad } from "../load/page-load";
import { decideRequest, PAUSED, type PausedRequest } from "../load/paused-request";
import { QUIET_SCRIPT } from "../scripts/quiet-script";
import type { ReportMeter, ReportMeters } from "../scripts/report-meter";
import { sendCommands } from "../driver/send-commands";
import { socketScript } from "../scripts/socket-script";
import { NETWORK_LIMITS, reportNetwork } from "../load/network-events";
import { READINESS_SCRIPT } from "../scripts/readiness-script";

const NOBODY = () => false;

/** The page that started a target. */
export interface Opener {
  load: PageLoad;
  identity: Identity;
  meters: ReportMeters;
  meter: ReportMeter;
}

/**
 * Puts a worker, or a frame with its own process, under the rules and limits of the page that started it, before it runs.
 * The same applies to the targets it starts. The browser pauses a dedicated worker's requests at the page's own session.
 * Call the returned function when the target is gone.
 */
export function adoptChild(child: CDPSession, target: TargetInfo, opener: Opener): () => void {
  const { load, identity, meters, meter } = opener;
  const requests = new Set<string>();
  meters.watch(child.id(), meter);
  load.opened();
  if (target.type === "shared_worker") load.isContained = false;
  if (target.type !== "iframe") load.network.workerStarted(target.url, Date.now());
  child.on("Network.requestWillBeSent", ({ requestId }) => requests.add(requestId));
  child.on("Network.loadingFinished", ({ requestId }) => requests.delete(requestId));
  child.on("Network.loadingFailed", ({ requestId }) => requests.delete(requestId));
  reportNetwork(child, () => load);
  child.on("Fetch.requestPaused", (event) => {
    const source = { isMainFrame: NOBODY, foreignFrame: isForeignTarget(target, load.origin) };
    void decideRequest(child, event as PausedRequest, load, source).catch(() => {});
  });
  const sockets = socketScript(load.rules?.ownHosts ?? []);
  sendCommands(child, [
    ["Fetch.enable", { patterns: PAUSED }],
    ["Network.enable", NETWORK_LIMITS],
    ["Network.setCacheDisabled", { cacheDisabled: true }],
    ["Network.setUserAgentOverride", identity],
  ]);
  if (target.type === "iframe")
    sendCommands(child, [
      ["Network.setBlockedURLs", { urls: BLOCKED_URLS }],
      ["Page.enable"],
      ["Page.addScriptToEvaluateOnNewDocument", { source: QUIET_SCRIPT }],
      ["Page.addScriptToEvaluateOnNewDocument", { source: sockets }],
      ["Page.addScriptToEvaluateOnNewDocument", { source: READINESS_SCRIPT }],
    ]);
  else
    sendCommands(child, [
      ["Runtime.evaluate", { expression: QUIET_SCRIPT }],
      ["Runtime.evaluate", { expression: sockets }],
    ]);
  holdChildren(child, (next, nextTarget) => adoptChild(next, nextTarget, opener));
  sendCommands(child, [["Runtime.runIfWaitingForDebugger"]]);
  return () => {
    meters.forget(child.id());
    load.network.abandoned(requests, Date.now());
  };
}
