import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { CHECK_PRICE, EARLIER_CHECK_PRICE } from "../../demo/pages.ts";
import type { HistoryOf } from "./demo-history.ts";

const DAY_MS = 86_400_000;
const PAGE = "/repairs";
/** Days before now on which the page got its earlier price, and its present one. */
const SINCE = [40, 9];

/** Gives the kept versions of the page times of the past: the service renders pages only now. */
function dateVersions(stateDir: string, times: readonly number[]): void {
  const objects = path.join(stateDir, "v3/do");
  const folder = readdirSync(objects).find((name) => name.endsWith("SnapshotIndex"));
  if (folder === undefined || !existsSync(path.join(objects, folder))) return;
  for (const file of readdirSync(path.join(objects, folder)).filter((name) => /^[0-9a-f]+\.sqlite$/.test(name))) {
    const db = new DatabaseSync(path.join(objects, folder, file), { timeout: 5_000 });
    try {
      const kept = db.prepare("SELECT at FROM version WHERE path = ? ORDER BY at").all(PAGE) as { at: number }[];
      if (kept.length !== times.length) continue;
      for (const [i, { at }] of kept.entries())
        db.prepare("UPDATE version SET at = ? WHERE path = ? AND at = ?").run(times[i]!, PAGE, at);
    } finally {
      db.close();
    }
  }
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
