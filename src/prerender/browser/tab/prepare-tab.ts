import type { CDPSession } from "@cloudflare/puppeteer";
import { BLOCKED_URLS } from "../load/blocked";
import { setScreen, type Identity } from "./identity";
import { PAUSED } from "../load/paused-request";
import { QUIET_SCRIPT } from "../scripts/quiet-script";
import { sendCommands } from "../driver/send-commands";
import { NETWORK_LIMITS } from "../load/network-events";
import { READINESS_SCRIPT } from "../scripts/readiness-script";

/**
 * Sets up a paused page for all its renders, and resumes it. Without `Runtime.enable`, which would report whatever a page
 * writes to its console.
 */
export async function prepareTab(cdp: CDPSession, identity: Identity): Promise<void> {
  await Promise.all([
    cdp.send("Network.enable", NETWORK_LIMITS),
    cdp.send("Page.enable"),
    cdp.send("Inspector.enable"),
    setScreen(cdp, "desktop", identity),
    cdp.send("Network.setBypassServiceWorker", { bypass: true }),
    // When one of several parallel requests for a URL is cancelled, the cache repeats another one without pausing it.
    cdp.send("Network.setCacheDisabled", { cacheDisabled: true }),
    cdp.send("Network.setBlockedURLs", { urls: [...BLOCKED_URLS] }),
    cdp.send("Page.setDownloadBehavior", { behavior: "deny" }),
    // Timers and idle callbacks are throttled in tabs without focus.
    cdp.send("Emulation.setFocusEmulationEnabled", { enabled: true }),
    cdp.send("Page.addScriptToEvaluateOnNewDocument", { source: QUIET_SCRIPT }),
    cdp.send("Page.addScriptToEvaluateOnNewDocument", { source: READINESS_SCRIPT }),
    cdp.send("Fetch.enable", { patterns: [...PAUSED] }),
    cdp.send("Runtime.runIfWaitingForDebugger"),
  ]);
  // Browsers without this command don't prerender.
  sendCommands(cdp, [["Page.setPrerenderingAllowed", { isAllowed: false }]]);
}
