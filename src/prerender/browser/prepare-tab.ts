import type { CDPSession } from "@cloudflare/puppeteer";
import { BLOCKED_URLS } from "./blocked";
import { sendCommands } from "./browser-targets";
import { READY_BINDING, WATCH_SCRIPT } from "./page-script";

/** Sets up a page that is still held for all its renders, and lets it go on. */
export async function prepareTab(cdp: CDPSession, userAgent: string): Promise<void> {
  await Promise.all([
    cdp.send("Network.enable"),
    cdp.send("Page.enable"),
    cdp.send("Runtime.enable"),
    cdp.send("Inspector.enable"),
    cdp.send("Runtime.addBinding", { name: READY_BINDING }),
    cdp.send("Network.setUserAgentOverride", { userAgent }),
    cdp.send("Network.setBypassServiceWorker", { bypass: true }),
    // Of requests for one address that go together, the cache sends one again when the other is broken off: nobody is asked.
    cdp.send("Network.setCacheDisabled", { cacheDisabled: true }),
    cdp.send("Network.setBlockedURLs", { urls: [...BLOCKED_URLS] }),
    cdp.send("Page.setDownloadBehavior", { behavior: "deny" }),
    // A tab that is not in front would have its timers and idle callbacks held back.
    cdp.send("Emulation.setFocusEmulationEnabled", { enabled: true }),
    cdp.send("Page.addScriptToEvaluateOnNewDocument", { source: WATCH_SCRIPT }),
    cdp.send("Fetch.enable", {
      patterns: [
        { urlPattern: "*", requestStage: "Request" },
        // A document pauses again once its head is here: that shows status and redirects before anything runs.
        { urlPattern: "*", resourceType: "Document", requestStage: "Response" },
      ],
    }),
    cdp.send("Runtime.runIfWaitingForDebugger"),
  ]);
  // A browser that does not know the command makes no pages ahead either.
  sendCommands(cdp, [["Page.setPrerenderingAllowed", { isAllowed: false }]]);
}
