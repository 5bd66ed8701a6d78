import type { CDPSession } from "@cloudflare/puppeteer";
import { withDeadline } from "../../lib/deadline";
import type { ReadPage } from "../core/raw-render";
import type { PageProbe } from "../core/readiness";
import { PROBE_SCRIPT, serializeScript } from "./page-script";

const BUSY = "the page is busy and does not answer";

/** Reads how far a page is. @throws when it does not answer before `endAt`. */
export function probePage(cdp: CDPSession, endAt: number): Promise<PageProbe> {
  return evaluate<PageProbe>(cdp, PROBE_SCRIPT, endAt);
}

/**
 * Reads the page as crawlers get it, and its current URL. `url` is the requested one. This runs in an isolated world,
 * because the page may have replaced functions that reading needs. @throws when the page can't be read before `endAt`.
 */
export async function readPage(
  cdp: CDPSession,
  frameId: string,
  url: string,
  endAt: number,
): Promise<ReadPage & { url: string }> {
  const world = await withDeadline(
    cdp.send("Page.createIsolatedWorld", { frameId, worldName: "crawlready" }),
    endAt - Date.now(),
  );
  if (world === null) throw new Error(BUSY);
  const page = await evaluate<ReadPage & { url: string }>(cdp, serializeScript(url), endAt, world.executionContextId);
  if (typeof page?.html !== "string" || typeof page.text !== "string") throw new Error("the page could not be read");
  return page;
}

async function evaluate<T>(cdp: CDPSession, expression: string, endAt: number, contextId?: number): Promise<T> {
  const call = cdp.send("Runtime.evaluate", {
    expression,
    returnByValue: true,
    awaitPromise: true,
    ...(contextId !== undefined && { contextId }),
  });
  const answer = await withDeadline(call, endAt - Date.now());
  if (answer === null) throw new Error(BUSY);
  if (answer.exceptionDetails) throw new Error(`the page could not be read: ${answer.exceptionDetails.text}`);
  return answer.result.value as T;
}
