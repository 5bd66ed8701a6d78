import { CHECK_PRICE, EARLIER_CHECK_PRICE } from "../../demo/pages.ts";
import type { HistoryOf } from "./demo-history.ts";
import { DAY_MS } from "../../src/lib/time/time.ts";
import { inObjects } from "./demo-state.ts";

const PAGE = "/repairs";
/** Days before now on which the page got its earlier price, and its present one. */
const SINCE = [40, 9];

/** Gives the kept versions of the page times of the past: the service renders pages only now. */
function dateVersions(stateDir: string, times: readonly number[]): void {
  inObjects(stateDir, "SnapshotIndex", (db) => {
    const kept = db.prepare("SELECT at FROM version WHERE path = ? ORDER BY at").all(PAGE) as { at: number }[];
    if (kept.length !== times.length) return;
    for (const [i, { at }] of kept.entries())
      db.prepare("UPDATE version SET at = ? WHERE path = ? AND at = ?").run(times[i]!, PAGE, at);
  });
}

/**
 * The price of a yearly check was raised: the page has a version with the earlier price, which answers still tell. Without a
 * browser there are no versions, and the story is not told.
 */
export async function makeFacts(
  { domain, stateDir, site, call }: Pick<HistoryOf, "domain" | "stateDir" | "site" | "call">,
  now: number,
): Promise<void> {
  const render = () =>
    call("POST", "/api/prerender/cache/invalidate-page-cache", { domain, path: PAGE, prewarm: true });
  try {
    const { watched } = await call("GET", `/api/analytics/facts?domain=${domain}`);
    // An earlier try told it.
    if (watched.some(({ path, versions }: { path: string; versions: number }) => path === PAGE && versions > 1)) return;
    site.checkPrice = EARLIER_CHECK_PRICE;
    await render();
    await call("PUT", "/api/analytics/facts/watched", { domain, paths: [PAGE] });
    site.checkPrice = CHECK_PRICE;
    await render();
    dateVersions(
      stateDir,
      SINCE.map((daysAgo) => now - daysAgo * DAY_MS),
    );
  } catch (error) {
    console.error(`The demo shows no fact that is out of date: ${String(error)}`);
  } finally {
    site.checkPrice = CHECK_PRICE;
  }
}
