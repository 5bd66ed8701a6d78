import { DAY_MS } from "../../lib/time/time";
import { type BudgetRefusal, windowsOf } from "../core/turns/render-budget";
import type { PreviousRender } from "../core/pages/render-guard";
import {
  addRender,
  idOfToken,
  tokenOf,
  type JournalBlock,
  type JournaledRender,
  type MadeSnapshot,
  type StoredBody,
} from "../core/turns/render-journal";
import { boundRecord, type RenderRecord } from "../core/turns/render-record";
import { RENDER_LEASE_MS, waitingLeaseMs } from "../core/turns/render-times";
import { isPaused, noteTried, spendBudget } from "./budget";
import { findEntry } from "./entries";
import { keyFilter, type ChosenPages } from "./removals";
import { blockToFill, blockWith, liveBlocks, writeBlock } from "./journal-rows";

/** What the page's present snapshot has; a render with the same ETag need not store its body. */
export interface PresentBody {
  snap: string;
  etag: string;
}

/** The render that may begin (`watched`: its text is kept); or that another one is running or was just stored; or why this one must not begin. */
export type BeginResult =
  | { token: string; previous: PreviousRender | null; present?: PresentBody | null; watched?: boolean }
  | { busy: true }
  | { found: true }
  | { refused: BudgetRefusal | "slow_page" };

export interface BeginOptions {
  /** How long the render may wait for a tab. Its claim lasts this long and as long as a render takes. */
  waitMs?: number;
  /** Caused by a crawler known only by its user agent, so it counts against the budget. */
  budgeted: boolean;
  /** Render the page even if it has a live snapshot. */
  replace: boolean;
}

/**
 * Claims the page for rendering, unless another render is in progress, the crawler budget is used up, or the page's last
 * renders used up their time. Writes one row: the claim, the budget and the log share it.
 */
export function beginRender(sql: SqlStorage, key: string, options: BeginOptions, now: number): BeginResult {
  const { budgeted, replace, waitMs = 0 } = options;
  if (!replace && findEntry(sql, key, now)) return { found: true };
  if (isPaused(sql, key, now)) return { refused: "slow_page" };
  const live = liveBlocks(sql, windowsOf(now).minute);
  const newest = blockToFill(sql);
  const blocks = [...live.filter(({ id }) => id !== newest.id), newest];
  const claims = blocks.flatMap(({ renders }) => renders.filter((render) => render.claim && render.key === key));
  if (claims.some(({ claim }) => claim!.until > now)) return { busy: true };
  const refused = budgeted ? spendBudget(sql, key, blocks, newest, now) : null;
  if (refused) return { refused };
  const changed = dropClaims(blocks, (render) => claims.includes(render));
  const claim = { token: "", until: now + waitingLeaseMs(waitMs) + RENDER_LEASE_MS };
  const added = addRender(newest, { key, begunAt: now, ...(budgeted && { budgeted }), claim });
  claim.token = tokenOf(added.id);
  for (const block of new Set([...changed, newest])) writeBlock(sql, block);
  return { token: claim.token, ...presentOf(sql, key) };
}

function presentOf(sql: SqlStorage, key: string): { previous: PreviousRender | null; present: PresentBody | null } {
  const [row] = sql
    .exec<{ snap: string; etag: string; status: number; words: number; smaller_words: number; smaller_runs: number }>(
      "SELECT snap, etag, status, words, smaller_words, smaller_runs FROM entry WHERE path = ?1",
      key,
    )
    .toArray();
  if (!row) return { previous: null, present: null };
  const previous = { words: row.words, smallerWords: row.smaller_words, smallerRuns: row.smaller_runs };
  return { previous: row.status === 200 ? previous : null, present: { snap: row.snap, etag: row.etag } };
}

/** Removes claims. Returns the blocks that had some. */
function dropClaims(blocks: readonly JournalBlock[], isDropped: (render: JournaledRender) => boolean): JournalBlock[] {
  return blocks.filter(({ renders }) => {
    const dropped = renders.filter((render) => render.claim && isDropped(render));
    for (const render of dropped) delete render.claim;
    return dropped.length > 0;
  });
}

/** The render of a token, and its block. */
function findRender(
  sql: SqlStorage,
  key: string,
  token: string,
): { block: JournalBlock; render: JournaledRender; isClaimed: boolean } | null {
  const id = idOfToken(token);
  const block = blockWith(sql, id);
  const render = block?.renders.find((each) => each.id === id && each.key === key);
  return block && render ? { block, render, isClaimed: render.claim?.token === token } : null;
}

/**
 * Makes sure that the claim of a render that now has a tab lasts as long as a render takes. False: it lost its claim
 * while it waited.
 */
export function holdRender(sql: SqlStorage, key: string, token: string, now: number): boolean {
  const found = findRender(sql, key, token);
  if (!found?.isClaimed) return false;
  const claim = found.render.claim!;
  if (claim.until >= now + RENDER_LEASE_MS) return true;
  claim.until = now + RENDER_LEASE_MS;
  writeBlock(sql, found.block);
  return true;
}

/** End of the present claim of a page, epoch ms; null if there is none. */
export function leaseOf(sql: SqlStorage, key: string, now: number): number | null {
  const renders = liveBlocks(sql, Infinity).flatMap((block) => block.renders);
  const held = renders.find((render) => render.key === key && render.claim && render.claim.until > now);
  return held?.claim?.until ?? null;
}

/** Whether a render of a page began after a time, or has claimed it. */
export function hasBegun(sql: SqlStorage, key: string, after: number, now: number): boolean {
  const renders = liveBlocks(sql, after).flatMap((block) => block.renders);
  return renders.some((each) => each.key === key && (each.begunAt > after || (each.claim?.until ?? 0) > now));
}

/** Whether a render still holds its claim, also after its lease as long as no other took the page. */
export function isRendering(sql: SqlStorage, key: string, token: string): boolean {
  return findRender(sql, key, token)?.isClaimed === true;
}

/** What a render ends with: its line in the log, and the body that nothing refers to any more. */
export interface RenderResidue {
  record: RenderRecord | null;
  left: (StoredBody & { since: number }) | null;
  /** Its page is cached now, with status 200. */
  isPage: boolean;
  /** What crawlers get since then; missing: what they got before. */
  made?: MadeSnapshot;
}

/** Ends a render. False if it had lost its claim on the page. `token` null: it never began. */
export function endRender(sql: SqlStorage, key: string, token: string | null, residue: RenderResidue): boolean {
  const found = token === null ? null : findRender(sql, key, token);
  const { record, left, isPage, made } = residue;
  if (!found?.isClaimed && !record && !left) return false;
  const block = found?.block ?? blockToFill(sql);
  const render = found?.render ?? addRender(block, { key, begunAt: record?.at ?? left?.since ?? 0 });
  delete render.claim;
  if (record) render.record ??= boundRecord(record);
  if (left) render.left = left;
  if (made) render.made = made;
  writeBlock(sql, block);
  if (render.budgeted && !isPage) noteTried(sql, key, render.begunAt);
  return found?.isClaimed === true;
}

/** Cancels the renders in progress of the chosen pages. Returns their keys. */
export function overtakeRenders(sql: SqlStorage, pages: ChosenPages): string[] {
  const overtaken: string[] = [];
  const isOvertaken = keyFilter(pages);
  const changed = dropClaims(liveBlocks(sql, Infinity), ({ key }) => isOvertaken(key) && overtaken.push(key) > 0);
  for (const block of changed) writeBlock(sql, block);
  return overtaken;
}

/** A path not rendered for this long counts as new again. */
const KNOWN_FOR_MS = 90 * DAY_MS;

/** Forgets pages that count as new again. */
export function pruneKnown(sql: SqlStorage, now: number): void {
  sql.exec("DELETE FROM known WHERE at <= ?1", now - KNOWN_FOR_MS);
}

/** Records a render with far fewer words than the snapshot. The third consecutive one of similar size is accepted. */
export function noteSmaller(sql: SqlStorage, path: string, words: number, runs: number): void {
  sql.exec("UPDATE entry SET smaller_words = ?2, smaller_runs = ?3 WHERE path = ?1", path, words, runs);
}
