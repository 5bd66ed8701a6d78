import { DAY_MS } from "../../lib/time/time";
import type { BudgetRefusal } from "../core/turns/render-budget";
import type { PreviousRender } from "../core/pages/render-guard";
import { RENDER_LEASE_MS, waitingLeaseMs } from "../core/turns/render-times";
import { pruneSpent, spendBudget } from "./budget";
import { pageOfKey } from "../core/variant";
import { chosenPages, findEntry, type ChosenPages } from "./entries";

/** The render that may begin; or that another one is running or was just stored; or why this one must not begin. */
export type BeginResult =
  | { token: string; previous: PreviousRender | null }
  | { busy: true }
  | { found: true }
  | { refused: BudgetRefusal };

/** A path not rendered for this long counts as new again. */
const KNOWN_FOR_MS = 90 * DAY_MS;

export interface BeginOptions {
  /** How long the render may wait for a tab. Its full lease begins when it has one (holdRender). */
  waitMs?: number;
  /** Caused by a crawler known only by its user agent, so it counts against the budget. */
  budgeted: boolean;
  /** Render the page even if it has a live snapshot. */
  replace: boolean;
}

/** Claims the page for rendering, unless another render is in progress or the crawler budget is used up. */
export function beginRender(sql: SqlStorage, path: string, options: BeginOptions, now: number): BeginResult {
  const { budgeted, replace, waitMs = 0 } = options;
  if (!replace && findEntry(sql, path, now)) return { found: true };
  const held = sql.exec("SELECT 1 FROM render WHERE path = ?1 AND lease_until > ?2", path, now).toArray();
  if (held.length > 0) return { busy: true };
  const refused = budgeted ? spendBudget(sql, pageOfKey(path).path, now) : null;
  if (refused) return { refused };
  const token = crypto.randomUUID();
  sql.exec(
    "INSERT OR REPLACE INTO render(path, token, lease_until, budgeted) VALUES(?1, ?2, ?3, ?4)",
    path,
    token,
    now + waitingLeaseMs(waitMs),
    budgeted ? 1 : 0,
  );
  const [entry] = sql
    .exec<{ words: number; smaller_words: number; smaller_runs: number }>(
      "SELECT words, smaller_words, smaller_runs FROM entry WHERE path = ?1 AND status = 200",
      path,
    )
    .toArray();
  const previous = entry && { words: entry.words, smallerWords: entry.smaller_words, smallerRuns: entry.smaller_runs };
  return { token, previous: previous ?? null };
}

/** Starts the full lease of a render that now has a tab. False: it lost its claim on the page while it waited. */
export function holdRender(sql: SqlStorage, path: string, token: string, now: number): boolean {
  const held = sql.exec(
    "UPDATE render SET lease_until = ?3 WHERE path = ?1 AND token = ?2 RETURNING 1",
    path,
    token,
    now + RENDER_LEASE_MS,
  );
  return held.toArray().length > 0;
}

/** End of the current render's lease, epoch ms; null if there is none. */
export function leaseOf(sql: SqlStorage, path: string, now: number): number | null {
  const [held] = sql
    .exec<{ lease_until: number }>("SELECT lease_until FROM render WHERE path = ?1 AND lease_until > ?2", path, now)
    .toArray();
  return held?.lease_until ?? null;
}

/** Ends a render. False if it had lost its claim on the page to an invalidation or an expired lease. */
export function endRender(sql: SqlStorage, path: string, token: string): boolean {
  return sql.exec("DELETE FROM render WHERE path = ?1 AND token = ?2 RETURNING 1", path, token).toArray().length > 0;
}

/** Cancels the renders in progress of the chosen pages. Returns the pages. */
export function overtakeRenders(sql: SqlStorage, pages: ChosenPages): string[] {
  const { where, value } = chosenPages(pages);
  return sql
    .exec<{ path: string }>(`DELETE FROM render WHERE ${where} RETURNING path`, value)
    .toArray()
    .map((row) => row.path);
}

/** Records that a page exists, so that later renders don't count as new paths. */
export function rememberPath(sql: SqlStorage, path: string, now: number): void {
  sql.exec("INSERT OR REPLACE INTO known(path, at) VALUES(?1, ?2)", path, now);
}

/** Deletes expired renders, and paths that count as new again. */
export function pruneRenders(sql: SqlStorage, now: number): void {
  sql.exec("DELETE FROM render WHERE lease_until <= ?1", now);
  sql.exec("DELETE FROM known WHERE at <= ?1", now - KNOWN_FOR_MS);
  pruneSpent(sql, now);
}

/** Records a render with far fewer words than the snapshot. The third consecutive one of similar size is accepted. */
export function noteSmaller(sql: SqlStorage, path: string, words: number, runs: number): void {
  sql.exec("UPDATE entry SET smaller_words = ?2, smaller_runs = ?3 WHERE path = ?1", path, words, runs);
}
