import { pageOfKey } from "../core/variant";
import { pruneBlocks, type JournaledRender } from "../core/turns/render-journal";
import { RENDER_LOG, type RenderEnd, type RenderRecord } from "../core/turns/render-record";
import { blocksBack, deleteBlock, writeBlock } from "./journal-rows";

export type LoggedRender = RenderRecord & { id: number; path: string };

const pathOf = (key: string) => pageOfKey(key).path;

/** Renders with a line in the log, the newest first. */
export function* renderLines(
  sql: SqlStorage,
  which: { below?: number; since?: number; path?: string | null },
): Generator<JournaledRender & { record: RenderRecord }> {
  const { path = null, below = Number.MAX_SAFE_INTEGER, since = 0 } = which;
  // A key begins with its path, and JSON escapes nothing that a canonical path contains.
  const naming = path === null ? "" : JSON.stringify({ key: path }).slice(1, -2);
  for (const { renders } of blocksBack(sql, { below, since, naming }))
    for (const render of renders.toReversed()) {
      const { id, key, record } = render;
      if (!record || id >= below || record.at < since || (path !== null && pathOf(key) !== path)) continue;
      yield { ...render, record };
    }
}

/** Renders of a page and of an outcome, or of all for null, newest first, with an id below `before`. */
export function listRenders(
  sql: SqlStorage,
  { path, outcome }: { path: string | null; outcome: RenderEnd | null },
  before: number,
  limit: number,
): LoggedRender[] {
  const listed: LoggedRender[] = [];
  for (const { id, key, record } of renderLines(sql, { below: before, path })) {
    if (listed.length === limit) break;
    if (outcome === null || record.outcome === outcome) listed.push({ ...record, id, path: pathOf(key) });
  }
  return listed;
}

export interface RenderCounts {
  pages: number;
  byOutcome: { outcome: RenderEnd; count: number }[];
  latestAt: number | null;
}

/** How the renders that began at or after `since` ended. */
export function countRenders(sql: SqlStorage, since: number): RenderCounts {
  const pages = new Set<string>();
  const counts = new Map<RenderEnd, number>();
  let latestAt: number | null = null;
  for (const { key, record } of renderLines(sql, { since })) {
    pages.add(pathOf(key));
    counts.set(record.outcome, (counts.get(record.outcome) ?? 0) + 1);
    latestAt = Math.max(latestAt ?? 0, record.at);
  }
  const byOutcome = [...counts].map(([outcome, count]) => ({ outcome, count }));
  return { pages: pages.size, byOutcome: byOutcome.sort((left, right) => right.count - left.count), latestAt };
}

/** Deletes lines that are too old or beyond the limits, and claims of renders that died. */
export function pruneRenderLog(sql: SqlStorage, now: number): void {
  for (const { id, block } of pruneBlocks(blocksBack(sql, {}), { now, ...RENDER_LOG }, pathOf))
    if (block) writeBlock(sql, block);
    else deleteBlock(sql, id);
}
