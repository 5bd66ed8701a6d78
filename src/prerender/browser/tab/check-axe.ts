import type { CDPSession } from "@cloudflare/puppeteer";
import { withDeadline } from "../../../lib/time/deadline";
import { readAxe, type AxeResult } from "../../core/pages/axe-result";
import { COUNT_ELEMENTS, RUN_AXE } from "../scripts/axe-script";
import { evaluate, openWorld } from "./read-page";

/** Time for axe, after the page was read. Together with reading, it is less than HANG_MS. */
const AXE_MS = 2_000;
/** Axe's time grows with the page. */
const MAX_ELEMENTS = 5_000;

/** Returns the source of axe. */
export type AxeSource = () => Promise<string>;

/**
 * Runs axe on the page, in the isolated world, where the page's scripts can't reach it. Call it after the page was
 * read. Never throws: a failure is returned as the reason why the page was not checked.
 */
export async function checkAxe(cdp: CDPSession, frameId: string, source: AxeSource): Promise<AxeResult> {
  const endAt = Date.now() + AXE_MS;
  const skipped = (reason: string): AxeResult => ({ violations: [], skipped: reason });
  try {
    const world = await openWorld(cdp, frameId, endAt);
    const elements = Number(await evaluate<unknown>(cdp, COUNT_ELEMENTS, endAt, world));
    if (!(elements <= MAX_ELEMENTS)) return skipped(`the page has more than ${MAX_ELEMENTS} elements`);
    const axe = await withDeadline(source(), endAt - Date.now());
    if (axe === null) return skipped("axe did not load in time");
    const found = await evaluate<unknown>(cdp, `${axe};${RUN_AXE}`, endAt, world, AXE_MS);
    return { violations: readAxe(found), skipped: null };
  } catch (error) {
    return skipped(error instanceof Error ? error.message.split("\n")[0]!.slice(0, 200) : "axe failed");
  }
}
