import { DatabaseSync } from "node:sqlite";
import { objectStorage } from "../../../../support/object-storage.ts";

/** The SQLite of an object, in memory. It counts statements that write. */
export class ObjectSql {
  private readonly storage = objectStorage(new DatabaseSync(":memory:"));
  writes = 0;

  readonly sql = {
    exec: (text: string, ...bound: unknown[]) => {
      if (/\b(INSERT|UPDATE|DELETE)\b/.test(text)) this.writes++;
      const given = bound.map((each) => (each instanceof ArrayBuffer ? new Uint8Array(each) : each));
      return this.storage.sql.exec(text, ...(given as never[]));
    },
  } as unknown as SqlStorage;

  /** Undoes what `work` wrote if it throws, which it passes on. */
  transaction<T>(work: () => T): T {
    return this.storage.transactionSync(work);
  }
}
