import { factsOf, openBlock, type JournalBlock } from "../core/turns/render-journal";

type BlockRow = { id: number; block: string };

const blockOf = ({ block }: BlockRow) => JSON.parse(block) as JournalBlock;

/** The newest block if it takes another render, or a new one. */
export function blockToFill(sql: SqlStorage): JournalBlock {
  const [row] = sql.exec<BlockRow>("SELECT id, block FROM render_log ORDER BY id DESC LIMIT 1").toArray();
  return openBlock(row ? { block: blockOf(row), chars: row.block.length } : null);
}

/** The block that has, or had, the render with this id. */
export function blockWith(sql: SqlStorage, id: number): JournalBlock | null {
  const query = "SELECT id, block FROM render_log WHERE id <= ?1 ORDER BY id DESC LIMIT 1";
  const [row] = sql.exec<BlockRow>(query, id).toArray();
  return row ? blockOf(row) : null;
}

/** The blocks with claims, and those with renders that began after a time, the oldest first. */
export function liveBlocks(sql: SqlStorage, after: number): JournalBlock[] {
  const query = "SELECT id, block FROM render_log WHERE claimed = 1 OR at > ?1 ORDER BY id";
  return sql.exec<BlockRow>(query, after).toArray().map(blockOf);
}

/**
 * Blocks from the newest to the oldest, each read when it is asked for. `below`: of renders with a smaller id; `since`:
 * of renders that began at this time or later; `naming`: whose text contains this.
 */
export function* blocksBack(
  sql: SqlStorage,
  { below = Number.MAX_SAFE_INTEGER, since = 0, naming = "" },
): Generator<JournalBlock> {
  const query =
    "SELECT id, block FROM render_log WHERE id < ?1 AND at >= ?2 AND instr(block, ?3) > 0 ORDER BY id DESC LIMIT 8";
  for (let before = below; ;) {
    const rows = sql.exec<BlockRow>(query, before, since, naming === "" ? "{" : naming).toArray();
    yield* rows.map(blockOf);
    if (rows.length < 8) return;
    before = rows.at(-1)!.id;
  }
}

/** Blocks with bodies that nothing refers to since a time or longer. */
export function blocksWithLeft(sql: SqlStorage, until: number, limit: number): JournalBlock[] {
  const query = "SELECT id, block FROM render_log WHERE left_since > 0 AND left_since <= ?1 LIMIT ?2";
  return sql.exec<BlockRow>(query, until, limit).toArray().map(blockOf);
}

/** Writes a block: one row, whether it is new or not. */
export function writeBlock(sql: SqlStorage, block: JournalBlock): void {
  const { at, claimed, leftSince } = factsOf(block);
  sql.exec(
    `INSERT INTO render_log(id, at, claimed, left_since, block) VALUES(?1, ?2, ?3, ?4, ?5)
     ON CONFLICT DO UPDATE SET at = ?2, claimed = ?3, left_since = ?4, block = ?5`,
    block.id,
    at,
    claimed ? 1 : 0,
    leftSince,
    JSON.stringify(block),
  );
}

export function deleteBlock(sql: SqlStorage, id: number): void {
  sql.exec("DELETE FROM render_log WHERE id = ?1", id);
}
