import { SECOND_MS } from "../../lib/time";
import type { RenderPriority } from "./render-turns";

/** After this long, counted from getting a tab, a page is taken as it is. */
export const RENDER_DEADLINE_MS = 20 * SECOND_MS;
/** What reading the page may take besides. A browser that has said nothing for so long after a render's deadline is given up. */
export const HANG_MS = 5 * SECOND_MS;
/** What judging and storing a rendered page may take. */
const STORE_MS = 10 * SECOND_MS;
/** Between the end of a wait and the news of it. */
const GRACE_MS = 5 * SECOND_MS;

/** How long a render waits for a tab: a crawler gets the origin's page after it. */
export function waitForTabMs(priority: RenderPriority): number {
  return (priority === "background" ? 30 : 10) * SECOND_MS;
}

/** How long a page belongs to a render that waits for a tab. */
export function waitingLeaseMs(waitMs: number): number {
  return waitMs + GRACE_MS;
}

/** How long a page belongs to a render from the moment it has a tab: longer than any render takes. */
export const RENDER_LEASE_MS = RENDER_DEADLINE_MS + HANG_MS + STORE_MS;

/** A request that waits for another's render waits longer than its lease. */
export const JOIN_WAIT_MS = waitingLeaseMs(waitForTabMs("background")) + RENDER_LEASE_MS + GRACE_MS;
