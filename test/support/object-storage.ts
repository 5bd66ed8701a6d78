import type { DurableObjectStorage } from "@cloudflare/workers-types";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";

/** A Durable Object's storage on a SQLite database: the parts that tables of objects use. */
export function objectStorage(db: DatabaseSync): DurableObjectStorage {
  const kept = new Map<string, unknown>();
  const prepared = new Map<string, ReturnType<DatabaseSync["prepare"]>>();
  const statementOf = (text: string) => {
    const known = prepared.get(text) ?? db.prepare(text);
    prepared.set(text, known);
    return known;
  };
  const sql = {
    exec(text: string, ...values: SQLInputValue[]) {
      const isScript = values.length === 0 && /;\s*$/.test(text);
      if (isScript) db.exec(text);
      const rows = isScript
        ? []
        : statementOf(text)
            .all(...values)
            .map(asObjectRow);
      return { toArray: () => rows, one: () => rows[0]!, [Symbol.iterator]: () => rows[Symbol.iterator]() };
    },
  };
  const kv = {
    get: (key: string) => kept.get(key),
    put: (key: string, value: unknown) => void kept.set(key, value),
    delete: (key: string) => kept.delete(key),
  };
  const transactionSync = <T>(work: () => T): T => {
    db.exec("BEGIN");
    try {
      const result = work();
      db.exec("COMMIT");
      return result;
    } catch (error) {
      db.exec("ROLLBACK");
      throw error;
    }
  };
  return { sql, kv, transactionSync } as unknown as DurableObjectStorage;
}

/** Objects return blobs as buffers. */
function asObjectRow(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value instanceof Uint8Array ? value.slice().buffer : value]),
  );
}
