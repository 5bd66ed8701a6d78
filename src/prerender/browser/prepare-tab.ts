import type { CDPSession } from "@cloudflare/puppeteer";
import { BLOCKED_URLS } from "./blocked";
import { setScreen, type Identity } from "./identity";
import { sendCommands } from "./send-commands";
import { READY_BINDING, WATCH_SCRIPT } from "./watch-script";

/** Sets up a paused page for all its renders, and resumes it. */
export async function prepareTab(cdp: CDPSession, identity: Identity): Promise<void> {
  await Promise.all([
    cdp.send("Network.enable"),
    cdp.send("Page.enable"),
    cdp.send("Runtime.enable"),
    cdp.send("Inspector.enable"),
    cdp.send("Runtime.addBinding", { name: READY_BINDING }),
    setScreen(cdp, "desktop", identity),
    cdp.send("Network.setBypassServiceWorker", { bypass: true }),
    // When one of several parallel requests for a URL is cancelled, the cache repeats another one without pausing it.
    cdp.send("Network.setCacheDisabled", { cacheDisabled: true }),
    cdp.send("Network.setBlockedURLs", { urls: [...BLOCKED_URLS] }),
    cdp.send("Page.setDownloadBehavior", { behavior: "deny" }),
    // Timers and idle callbacks are throttled in tabs without focus.
    cdp.send("Emulation.setFocusEmulationEnabled", { enabled: true }),
    cdp.send("Page.addScriptToEvaluateOnNewDocument", { source: WATCH_SCRIPT }),
    cdp.send("Fetch.enable", {
      patterns: [
        { urlPattern: "*", requestStage: "Request" },
        // A document pauses again when its head has arrived: status and redirects are known before any script runs.
        { urlPattern: "*", resourceType: "Document", requestStage: "Response" },
      ],
    }),
    cdp.send("Runtime.runIfWaitingForDebugger"),
  ]);
  // Browsers without this command don't prerender.
  sendCommands(cdp, [["Page.setPrerenderingAllowed", { isAllowed: false }]]);
}
