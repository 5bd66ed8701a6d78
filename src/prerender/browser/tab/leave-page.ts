import type { CDPSession } from "@cloudflare/puppeteer";
import { withDeadline } from "../../../lib/time/deadline";
import type { Variant } from "../../core/variant";
import type { BrowserTargets } from "../driver/browser-targets";
import type { BrowserContext } from "../driver/remote-browser";
import { sendCommands } from "../driver/send-commands";
import { SCREENS } from "./viewport";

/** Time for a page to close before its context is closed with it. */
const CLOSE_MS = 1_000;
const EMPTY_PAGE = "about:blank";
const STORAGE_TYPES = "local_storage,indexeddb,cache_storage,service_workers,websql,file_systems,storage_buckets";

/** The page that a tab leaves. */
interface LeftPage {
  origin: string;
  /** The screen to return to; null: the page was always shown on it. */
  screen: Variant | null;
  /** Resolves when the tab has loaded a page of this URL. */
  showed: (url: string) => Promise<void>;
}

/**
 * Makes the page replace itself with an empty one, which stays in its process and sends no request. If the browser did
 * it, the new page would belong to another site and need another process.
 */
export async function leavePage(cdp: CDPSession, { origin, screen, showed }: LeftPage): Promise<void> {
  if (screen) sendCommands(cdp, [["Emulation.setDeviceMetricsOverride", SCREENS[screen]]]);
  // Without scripts, the page can't send anything when it is left. A busy page that is left first may obey later, and
  // then scripts are off for the pages after it.
  await cdp.send("Emulation.setScriptExecutionDisabled", { value: true });
  // The command returns before the page is there. Scripts that are allowed in between can stay off for good, and the
  // history can't be cleared yet. No page can replace what the expression names.
  const there = showed(EMPTY_PAGE);
  await cdp.send("Runtime.evaluate", { expression: `location.replace("${EMPTY_PAGE}")` });
  await there;
  sendCommands(cdp, [["Page.resetNavigationHistory"]]);
  await Promise.all([
    // The next page keeps the name that this one has when it is left. A sandboxed page has no storage, which throws.
    cdp.send("Runtime.evaluate", { expression: 'window.name = ""; sessionStorage.clear()' }),
    cdp.send("Network.clearBrowserCookies"),
    cdp.send("Storage.clearDataForOrigin", { origin, storageTypes: STORAGE_TYPES }),
  ]);
}

/**
 * Closes a page with its context. Chromium now and then never ends a context whose page is in the middle of leaving, so
 * the page goes first. One that floods the browser must go at once, with its context.
 */
export async function closePage(
  targets: BrowserTargets,
  id: string,
  context: BrowserContext,
  isFlooding: boolean,
): Promise<void> {
  if (!isFlooding) await withDeadline(targets.closeTarget(id), CLOSE_MS);
  await context.close();
}
