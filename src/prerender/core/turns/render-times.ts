import { SECOND_MS } from "../../../lib/time/time";
import type { RenderPriority } from "./render-turns";

/** After this time, measured from getting a tab, a page is taken in its current state. */
export const RENDER_DEADLINE_MS = 20 * SECOND_MS;
/** Extra time to read the page. A browser silent for this long after a render's deadline is given up. */
export const HANG_MS = 5 * SECOND_MS;
/** Time for judging and storing a rendered page. */
const STORE_MS = 10 * SECOND_MS;
/** Margin for the notification to arrive after a wait ends. */
const GRACE_MS = 5 * SECOND_MS;

/** How long a render waits for a tab. After that a crawler gets the origin's page. */
export function waitForTabMs(priority: RenderPriority): number {
  return (priority === "background" ? 30 : 10) * SECOND_MS;
}

/** Lease of a page while its render waits for a tab. */
export function waitingLeaseMs(waitMs: number): number {
  return waitMs + GRACE_MS;
}

/** Lease of a page from the moment its render has a tab. Longer than any render takes. */
export const RENDER_LEASE_MS = RENDER_DEADLINE_MS + HANG_MS + STORE_MS;

/** How long a request waits for another request's render. Longer than the render's lease. */
export const JOIN_WAIT_MS = waitingLeaseMs(waitForTabMs("background")) + RENDER_LEASE_MS + GRACE_MS;
