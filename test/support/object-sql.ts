import { DatabaseSync } from "node:sqlite";

const value = (each: unknown) => (each instanceof Uint8Array ? each.buffer : each);

/** The SQLite of an object, in memory. It counts statements that write. */
export class ObjectSql {
  private readonly database = new DatabaseSync(":memory:");
  writes = 0;

  readonly sql = {
    exec: (text: string, ...bound: unknown[]) => {
      if (/\b(INSERT|UPDATE|DELETE)\b/.test(text)) this.writes++;
      if (bound.length === 0 && text.includes(";")) return void this.database.exec(text);
      const given = bound.map((each) => (each instanceof ArrayBuffer ? new Uint8Array(each) : each));
      const rows = this.database
        .prepare(text)
        .all(...(given as never[]))
        .map((row) => Object.fromEntries(Object.entries(row).map(([name, each]) => [name, value(each)])));
      return { toArray: () => rows, one: () => rows[0], [Symbol.iterator]: () => rows[Symbol.iterator]() };
    },
  } as unknown as SqlStorage;

  /** Undoes what `work` wrote if it throws, which it passes on. */
  transaction<T>(work: () => T): T {
    this.database.exec("BEGIN");
    try {
      const result = work();
      this.database.exec("COMMIT");
      return result;
    } catch (error) {
      this.database.exec("ROLLBACK");
      throw error;
    }
  }
}
