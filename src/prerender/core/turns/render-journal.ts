import { DAY_MS, MINUTE_MS } from "../../../lib/time/time";
import type { ServedText } from "../served-text";
import type { RenderRecord } from "./render-record";

/** A stored body. `copied`: KV has a copy, or may have one. */
export interface StoredBody {
  snap: string;
  copied: boolean;
}

/** What the ledger says of a stored render (core/ledger.ts). */
export interface MadeSnapshot extends ServedText {
  at: number;
  status: number;
  body: string;
}

/** A render, from its claim of a page until its line in the log is old. */
export interface JournaledRender {
  id: number;
  /** The cache key of the snapshot. */
  key: string;
  /** When it claimed the page, epoch ms. */
  begunAt: number;
  /** Counts against the crawler budget. */
  budgeted?: boolean;
  /** Its claim until it ends, or until something overtakes it. */
  claim?: { token: string; until: number };
  /** Its line in the log; missing: it has not ended, or left none. */
  record?: RenderRecord;
  /** What it brought, for the ledger; missing: it brought no snapshot. */
  made?: MadeSnapshot;
  /** A body that nothing refers to since then, epoch ms: the one that it replaced, or its own. */
  left?: StoredBody & { since: number };
}

/** Renders that follow each other: one row of the journal. */
export interface JournalBlock {
  /** The id of its first render. */
  id: number;
  renders: JournaledRender[];
  /** The UTC day of the last budgeted render of a new path, epoch ms, and how many there were on it so far. */
  newPaths: { day: number; count: number };
}

/** Renders per block. */
const BLOCK = 32;
/** A block with this many characters takes no further render. */
export const BLOCK_CHARS = 64_000;

/** What the index knows of a block without reading it. */
export interface BlockFacts {
  /** When its latest render began, epoch ms. */
  at: number;
  /** It has a claim that has not ended. */
  claimed: boolean;
  /** Since when its oldest body that nothing refers to is left, epoch ms; 0: none is. */
  leftSince: number;
}

export function factsOf({ renders }: JournalBlock): BlockFacts {
  const since = renders.flatMap(({ left }) => (left ? [left.since] : []));
  return {
    at: Math.max(0, ...renders.map(({ begunAt, record }) => Math.max(begunAt, record?.at ?? 0))),
    claimed: renders.some(({ claim }) => claim !== undefined),
    leftSince: since.length > 0 ? Math.min(...since) : 0,
  };
}

/** The block for the next render: the newest, or a new one after it. */
export function openBlock(newest: { block: JournalBlock; chars: number } | null): JournalBlock {
  if (!newest) return { id: 1, renders: [], newPaths: { day: 0, count: 0 } };
  const { block, chars } = newest;
  const isFull = block.renders.length >= BLOCK || chars >= BLOCK_CHARS;
  return isFull ? { id: nextId(block), renders: [], newPaths: block.newPaths } : block;
}

/** Adds a render to a block. */
export function addRender(block: JournalBlock, render: Omit<JournaledRender, "id">): JournaledRender {
  const added = { id: nextId(block), ...render };
  block.renders.push(added);
  return added;
}

function nextId({ id, renders }: JournalBlock): number {
  return (renders.at(-1)?.id ?? id - 1) + 1;
}

/** The token of a render's claim. Tells where the render is. */
export function tokenOf(id: number): string {
  return `${id}.${crypto.randomUUID()}`;
}

export function idOfToken(token: string): number {
  return Number.parseInt(token, 10);
}

/** How long a block keeps what. */
export interface KeptLines {
  now: number;
  /** Lines that are older go. */
  ageMs: number;
  perPath: number;
  perDomain: number;
}

/**
 * What pruning changes in the blocks, given from the newest to the oldest; null: the block goes. `pageOf`: the page of a
 * cache key. Claims that hold, bodies that are left and renders that the budget counts stay.
 */
export function pruneBlocks(
  blocks: Iterable<JournalBlock>,
  { now, ageMs, perPath, perDomain }: KeptLines,
  pageOf: (key: string) => string,
): Array<{ id: number; block: JournalBlock | null }> {
  const changes: Array<{ id: number; block: JournalBlock | null }> = [];
  const perPage = new Map<string, number>();
  let lines = 0;
  const isKeptLine = ({ key, record }: JournaledRender) => {
    if (!record || record.at < now - ageMs || lines >= perDomain) return false;
    const count = (perPage.get(pageOf(key)) ?? 0) + 1;
    if (count > perPath) return false;
    perPage.set(pageOf(key), count);
    lines++;
    return true;
  };
  const isKept = (render: JournaledRender) => {
    const isLine = isKeptLine(render);
    return isLine || render.left || (render.claim?.until ?? 0) > now || render.begunAt > now - MINUTE_MS;
  };
  let isNewest = true;
  for (const block of blocks) {
    const { renders } = block;
    // The newest block counts the new paths of the day.
    const isCounting = isNewest && factsOf(block).at > now - DAY_MS;
    isNewest = false;
    const kept = renders.toReversed().filter(isKept).toReversed();
    if (isCounting) continue;
    if (kept.length === 0) changes.push({ id: block.id, block: null });
    else if (kept.length < renders.length) changes.push({ id: block.id, block: { ...block, renders: kept } });
  }
  return changes;
}
