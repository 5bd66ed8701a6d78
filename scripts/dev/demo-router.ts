import { hashText } from "../../src/lib/numbers/hash-text.ts";
import { DAY_MS } from "../../src/lib/time/time.ts";
import { inD1 } from "./demo-state.ts";

/** Days before now on which the owner switched 410 on for crawlers that train models: long enough that its effect can be told. */
const SINCE = 30;
const WINDOW = 28;

/** Pages of the old shop that are gone: enough that chance leaves eight and more in either half. */
export const OLD_PATHS: readonly string[] = Array.from({ length: 40 }, (_, i) => `/old-shop/bicycle-${i + 1}`);

export const switchedAt = (now: number): number => now - SINCE * DAY_MS;

/** The half of the pages that a switch leaves alone, as the service chooses it. */
export const isLeftAlone = (path: string, since: number): boolean => hashText(`${since} ${path}`) % 2 === 1;

/** Visits of the log to these pages: four of each before the switch, and one since then where crawlers get 410. */
export function oldShopVisits(now: number): { path: string; daysAgo: number; status: 404 | 410 }[] {
  const since = switchedAt(now);
  return OLD_PATHS.flatMap((path, i) => {
    const before = [0, 1, 2, 3].map((n) => ({
      path,
      daysAgo: SINCE + 1 + ((i + n * 7) % WINDOW),
      status: 404 as const,
    }));
    const isAlone = isLeftAlone(path, since);
    const times = isAlone ? [0, 1, 2, 3] : [0];
    const status = isAlone ? (404 as const) : (410 as const);
    return [...before, ...times.map((n) => ({ path, daysAgo: 2 + ((i + n * 7) % (WINDOW - 1)), status }))];
  });
}

/** The switch as it was set then. The API dates a switch by the day on which it is set. */
export function dateSwitch(stateDir: string, domain: string, now: number): void {
  const switches = [{ action: "gone", kind: "llm-training", since: switchedAt(now) }];
  const router = JSON.stringify({ switches, gone: OLD_PATHS, keep: [] });
  inD1(stateDir, (db) => db.prepare("UPDATE domain SET crawl_router = ? WHERE domain = ?").run(router, domain));
}
