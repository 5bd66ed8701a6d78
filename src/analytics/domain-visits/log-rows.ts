/** Batches that wait to be merged, at most. */
export const LOG_SLOTS = 512;
/** The slot of what the merges have done so far. */
const HEAD_SLOT = -1;

/** What the merges have done so far. */
export interface LogHead {
  /** The number of the last batch that is merged. */
  merged: number;
  /** How many merges there were. */
  merges: number;
  /** The latest day that a merge has seen, which decides what is in which block. */
  today: number;
  /** Per range of ids, how often it is halved into chunks. */
  halvings: number[];
}

export const NEW_HEAD: LogHead = { merged: 0, merges: 0, today: 0, halvings: [] };

export function readHead(sql: SqlStorage): LogHead {
  const [row] = sql.exec<{ batch: string }>("SELECT batch FROM visit_log WHERE slot = ?", HEAD_SLOT).toArray();
  return row ? (JSON.parse(row.batch) as LogHead) : { ...NEW_HEAD };
}

export const writeHead = (sql: SqlStorage, head: LogHead) => writeSlot(sql, HEAD_SLOT, 0, JSON.stringify(head));

/** Writes the batch of a number. After each merge, batches are written over those that were merged. */
export const writeBatch = (sql: SqlStorage, number: number, merged: number, batch: string) =>
  writeSlot(sql, number - merged - 1, number, batch);

function writeSlot(sql: SqlStorage, slot: number, number: number, batch: string): void {
  sql.exec(
    `INSERT INTO visit_log (slot, number, batch) VALUES (?, ?, ?)
     ON CONFLICT (slot) DO UPDATE SET number = excluded.number, batch = excluded.batch`,
    slot,
    number,
    batch,
  );
}

/** Deletes the batches. All must be merged. */
export function clearLog(sql: SqlStorage): void {
  sql.exec("DELETE FROM visit_log WHERE slot > ?", HEAD_SLOT);
}

/** The batches after the number `merged`, oldest first. */
export function* unmergedBatches(sql: SqlStorage, merged: number): Generator<{ number: number; batch: string }> {
  for (let slot = 0; ; slot++) {
    const number = merged + 1 + slot;
    const [row] = sql
      .exec<{ batch: string }>("SELECT batch FROM visit_log WHERE slot = ? AND number = ?", slot, number)
      .toArray();
    if (!row) return;
    yield { number, batch: row.batch };
  }
}
