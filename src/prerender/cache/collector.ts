import type { Bindings } from "../../env";
import { log } from "../../lib/text/log";
import { DAY_MS, HOUR_MS } from "../../lib/time/time";
import type { StoredBody } from "../core/turns/render-journal";
import { closeDays } from "../history/close-days";
import { pruneLedger } from "../history/ledger-rows";
import { pruneVersions } from "../history/version-rows";
import { pruneWatched } from "../history/watched-rows";
import { pruneSlow, pruneTried } from "./budget";
import { removeExpired } from "./removals";
import { blocksBack, blocksWithLeft, blockWith, writeBlock } from "./journal-rows";
import { pruneRenderLog } from "./render-log";
import { pruneKnown } from "./renders";
import { deleteBodies } from "./snapshot-bucket";

/** Removed bodies are kept for this time, because a reader may have just looked them up. */
export const COLLECT_AFTER_MS = HOUR_MS;
/** How often to look for what is old, which reads every entry. */
export const PRUNE_AFTER_MS = DAY_MS;
/** When that was last, in the object's storage. */
const PRUNED = "prunedAt";
/** Rows of bodies and blocks of the journal that one step looks at, and bodies after which it looks at no further row. */
const ROWS = 50;
const BLOCKS = 16;
const BODIES = 500;

/** Deletes what is old and the bodies of removed entries. Returns in how many ms more is due; null: nothing is left. */
export async function collect(
  { sql, kv }: Pick<DurableObjectStorage, "sql" | "kv">,
  env: Bindings,
  domainId: string,
  now: number,
): Promise<number | null> {
  if (now >= (kv.get<number>(PRUNED) ?? 0) + PRUNE_AFTER_MS) {
    // Before the log is pruned, which the ledger is made of.
    await closeLedger({ sql, kv }, env, domainId, now);
    removeExpired(sql, now);
    pruneKnown(sql, now);
    pruneTried(sql, now);
    pruneSlow(sql, now);
    pruneRenderLog(sql, now);
    pruneWatched(sql, now);
    pruneVersions(sql, now);
    pruneLedger(sql, now);
    kv.put(PRUNED, now);
  }
  if (await deleteGarbage(sql, env, now)) return 0;
  if (hasGarbage(sql)) return COLLECT_AFTER_MS;
  const isEmpty = ["entry", "render_log", "known", "slow", "watched"].every((table) => !has(sql, table));
  return isEmpty ? null : PRUNE_AFTER_MS;
}

/** A day that can't be closed now is closed tomorrow, from the lines that are still there. */
export async function closeLedger(
  storage: Pick<DurableObjectStorage, "sql" | "kv">,
  env: Bindings,
  domainId: string,
  now: number,
): Promise<void> {
  function* renders(since: number) {
    for (const block of blocksBack(storage.sql, { since })) yield* block.renders;
  }
  await closeDays(storage, env, domainId, renders, now).catch((error: unknown) =>
    log("warn", "ledger_not_closed", { domainId, error: String(error) }),
  );
}

const has = (sql: SqlStorage, rows: string) => sql.exec(`SELECT 1 FROM ${rows} LIMIT 1`).toArray().length > 0;

/** Whether there are bodies that nothing refers to. */
export function hasGarbage(sql: SqlStorage): boolean {
  return has(sql, "garbage") || has(sql, "render_log WHERE left_since > 0");
}

/** Deletes bodies before what names them. True: more may be due. */
async function deleteGarbage(sql: SqlStorage, env: Bindings, now: number): Promise<boolean> {
  const until = now - COLLECT_AFTER_MS;
  const more = await deleteRemoved(sql, env, until);
  return (await deleteLeft(sql, env, until)) || more;
}

/** Bodies of removed entries. */
async function deleteRemoved(sql: SqlStorage, env: Bindings, until: number): Promise<boolean> {
  const rows = sql
    .exec<{ id: number; copied: number; snaps: string }>(
      "SELECT id, copied, snaps FROM garbage WHERE since <= ?1 LIMIT ?2",
      until,
      ROWS,
    )
    .toArray();
  const bodies: StoredBody[] = [];
  const done: number[] = [];
  for (const { id, copied, snaps } of rows) {
    if (bodies.length >= BODIES) break;
    for (const snap of JSON.parse(snaps) as string[]) bodies.push({ snap, copied: copied === 1 });
    done.push(id);
  }
  await deleteBodies(env, bodies);
  sql.exec("DELETE FROM garbage WHERE id IN (SELECT value FROM json_each(?1))", JSON.stringify(done));
  return done.length === ROWS || done.length < rows.length;
}

/** Bodies that renders left. */
async function deleteLeft(sql: SqlStorage, env: Bindings, until: number): Promise<boolean> {
  const blocks = blocksWithLeft(sql, until, BLOCKS);
  const due = blocks.flatMap(({ renders }) => renders.flatMap(({ left }) => (left && left.since <= until ? left : [])));
  await deleteBodies(env, due);
  const gone = new Set(due.map(({ snap }) => snap));
  // Read again, because renders may have been added to the blocks meanwhile.
  for (const { id } of blocks) {
    const block = blockWith(sql, id);
    if (block?.id !== id) continue;
    for (const render of block.renders) if (render.left && gone.has(render.left.snap)) delete render.left;
    writeBlock(sql, block);
  }
  return blocks.length === BLOCKS;
}
