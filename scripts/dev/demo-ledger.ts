import { DAY_MS, dayNumber, HOUR_MS } from "../../src/lib/time/time.ts";
import { inObjects } from "./demo-state.ts";

const CLOSED_AFTER_MS = 2 * HOUR_MS;
/** Renders that the demo dates back: those with which its account began. */
const DATED = 12;

interface Render {
  begunAt: number;
  record?: { at: number };
  made?: { at: number };
}

/** How far to go back for a day that the ledger can close now: it does so two hours after a day's end. */
export const daysToClosable = (now: number): number => dayNumber(now) - dayNumber(now - CLOSED_AFTER_MS) + 1;

/** Gives the first renders times of the last day that can be closed, so that the ledger has a day from the start. */
export function dateRenders(stateDir: string, now: number): void {
  const back = daysToClosable(now) * DAY_MS;
  inObjects(stateDir, "SnapshotIndex", (db) => {
    const first = db.prepare("SELECT id, block FROM render_log ORDER BY id LIMIT 1").get();
    if (!first) return;
    const block = JSON.parse(first["block"] as string) as { renders: Render[] };
    for (const render of block.renders.slice(0, DATED)) {
      // An earlier try dated it.
      if (!render.made || dayNumber(render.made.at) < dayNumber(now)) continue;
      render.begunAt -= back;
      render.made.at -= back;
      if (render.record) render.record.at -= back;
    }
    db.prepare("UPDATE render_log SET block = ? WHERE id = ?").run(JSON.stringify(block), first["id"]!);
  });
}
