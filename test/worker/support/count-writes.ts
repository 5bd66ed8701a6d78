import { runInDurableObject } from "cloudflare:test";
import { vi } from "vitest";
import { env } from "./api.ts";

/** Rows written since the last call, by what they were written to. */
export interface Written {
  total: number;
  by: Record<string, number>;
}

/** What a statement writes to. */
const TARGET = /\b(?:INTO|UPDATE|DELETE FROM)\s+"?([a-z_]+)/i;

/**
 * Counts the rows that the platform bills: those of SQLite in objects, of their key-value parts and alarms, and of D1. The isolate's
 * objects and D1 bindings share their methods, so everything that a test causes is counted. Returns a reader.
 */
export async function countWrites(domainId: string): Promise<() => Written> {
  let by: Record<string, number> = {};
  const add = (name: string, rows: number) => rows > 0 && (by[name] = (by[name] ?? 0) + rows);
  const cursors: Array<{ text: string; cursor: SqlStorageCursor<any> }> = [];
  await runInDurableObject(env.DOMAIN_AUDIT.getByName(domainId), (_, { storage }) => {
    const wrap = (object: object, name: string, then: (args: any[], result: any) => void) => {
      const proto = Object.getPrototypeOf(object);
      const original = proto[name];
      vi.spyOn(proto, name).mockImplementation(function (this: unknown, ...args: any[]) {
        const result = original.apply(this, args);
        then(args, result);
        return result;
      });
    };
    wrap(storage.sql, "exec", ([text], cursor) => cursors.push({ text, cursor }));
    for (const name of ["put", "delete"]) wrap(storage.kv, name, ([key]) => add(`kv ${key}`, 1));
    for (const name of ["setAlarm", "deleteAlarm"]) wrap(storage, name, () => add("alarm", 1));
  });
  const count = (result: D1Result) => add("D1", result.meta.rows_written);
  countD1(count);
  return () => {
    for (const { text, cursor } of cursors.splice(0))
      add(TARGET.exec(text)?.[1] ?? text.slice(0, 40), cursor.rowsWritten);
    const written = { by, total: Object.values(by).reduce((sum, n) => sum + n, 0) };
    by = {};
    return written;
  };
}

/** Passes on the results of all statements of D1. */
function countD1(count: (result: D1Result) => void): void {
  const statement = Object.getPrototypeOf(env.DB.prepare("SELECT 1"));
  for (const [proto, name] of [
    [statement, "run"],
    [statement, "all"],
    [Object.getPrototypeOf(env.DB), "batch"],
  ] as const) {
    const original = proto[name];
    const counted = async (results: Promise<D1Result | D1Result[]>) => {
      const found = await results;
      [found].flat().forEach(count);
      return found;
    };
    vi.spyOn(proto, name).mockImplementation(function (this: unknown, ...args: unknown[]): any {
      return counted(original.apply(this, args));
    });
  }
}
