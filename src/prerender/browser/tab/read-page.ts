import type { CDPSession } from "@cloudflare/puppeteer";
import { withDeadline } from "../../../lib/time/deadline";
import type { ReadPage } from "../../core/pages/raw-render";
import type { PageProbe } from "../../core/pages/readiness";
import type { PageOptions } from "../../core/render-rules";
import { judgeShown, type ShownPage } from "../../core/pages/shown-page";
import { serializeScript } from "../scripts/serialize-script";
import type { PageHeight } from "./viewport";
import { probeScript } from "../scripts/readiness-script";

/** Where a page is, and the content of its refresh meta tag. */
export interface PageEnd {
  url: string;
  refresh: string;
}

const BUSY = "the page is busy and does not respond";

/** What a page reports about itself. `found`: it has what its rule waits for. */
export type TabProbe = PageProbe & PageHeight & { found: boolean };

type Judged = ReturnType<typeof judgeShown>;

/**
 * Reads how far a page has loaded; null: its document is not there yet. @throws when it does not respond before
 * `endAt`.
 */
export async function probePage(cdp: CDPSession, options: PageOptions, endAt: number): Promise<TabProbe | null> {
  const seen = await evaluate<(Omit<TabProbe, keyof Judged> & { shown: ShownPage }) | null>(
    cdp,
    probeScript(options),
    endAt,
  );
  if (seen === null) return null;
  const { shown, ...probe } = seen;
  return { ...probe, ...judgeShown(shown) };
}

/**
 * Reads the page as crawlers get it, and its current URL. `url` is the requested one. This runs in an isolated world,
 * because the page may have replaced functions that reading needs. @throws when the page can't be read before `endAt`.
 */
export async function readPage(
  cdp: CDPSession,
  frameId: string,
  { url, options }: { url: string; options: PageOptions },
  endAt: number,
): Promise<ReadPage & PageEnd> {
  const world = await openWorld(cdp, frameId, endAt);
  const page = await evaluate<ReadPage & PageEnd>(cdp, serializeScript(url, options), endAt, world);
  if (typeof page?.html !== "string" || typeof page.text !== "string") throw new Error("the page could not be read");
  return page;
}

/**
 * Returns the id of the frame's isolated world, made on first use. @throws when the page does not respond before
 * `endAt`.
 */
export async function openWorld(cdp: CDPSession, frameId: string, endAt: number): Promise<number> {
  const world = await withDeadline(
    cdp.send("Page.createIsolatedWorld", { frameId, worldName: "crawlready" }),
    endAt - Date.now(),
  );
  if (world === null) throw new Error(BUSY);
  return world.executionContextId;
}

/**
 * Evaluates an expression in the page. `timeout`: the browser ends it after this many ms.
 * @throws when it fails, or has no value before `endAt`.
 */
export async function evaluate<T>(
  cdp: CDPSession,
  expression: string,
  endAt: number,
  contextId?: number,
  timeout?: number,
): Promise<T> {
  const call = cdp.send("Runtime.evaluate", {
    expression,
    returnByValue: true,
    awaitPromise: true,
    ...(contextId !== undefined && { contextId }),
    ...(timeout !== undefined && { timeout }),
  });
  const answer = await withDeadline(call, endAt - Date.now());
  if (answer === null) throw new Error(BUSY);
  if (answer.exceptionDetails) throw new Error(`the page could not be read: ${answer.exceptionDetails.text}`);
  return answer.result.value as T;
}
