import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { deserialize, serialize } from "node:v8";
import { presentProcess, world, type Process } from "../world";

const WRITES = /^\s*(?:WITH\b.*\b)?(?:INSERT|UPDATE|DELETE|REPLACE|DROP)\b/is;

/** Something comes after a semicolon. */
const SEVERAL = /;\s*\S/;

type Row = Record<string, unknown>;

type Prepared = { statement: StatementSync; writes: boolean; returns: boolean };

/** A database that objects of one class use one after another: preparing its statements takes longer than running them. */
class Reused {
  readonly db = new DatabaseSync(":memory:");
  readonly prepared = new Map<string, Prepared>();
  /** The statements that made its tables. They stay, empty, for the next object. */
  readonly schema = new Set<string>();

  constructor() {
    this.db.exec("CREATE TABLE _values (key TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID");
  }

  empty(): void {
    const tables = this.db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
    for (const { name } of tables) this.db.exec(`DELETE FROM "${name as string}"`);
  }
}

const unused = new Map<string, Reused[]>();

/** The stored state of one object, which outlives its lives. */
export class StoredObject {
  private readonly database: Reused;
  private readonly db: DatabaseSync;
  alarmAt: number | null = null;
  private open: { alarmAt: number | null; made: string[] } | null = null;
  private depth = 0;
  /** How often something was stored. */
  version = 0;
  /** Called when the stored alarm changes. */
  onAlarm: (at: number | null) => void = () => undefined;

  constructor(private readonly kind: string) {
    this.database = unused.get(kind)?.pop() ?? new Reused();
    this.db = this.database.db;
  }

  /** Gives the database to another world's object. */
  release(): void {
    this.end(false);
    this.database.empty();
    unused.set(this.kind, [...(unused.get(this.kind) ?? []), this.database]);
  }

  get isEmpty(): boolean {
    return this.getValue("schemaVersion") === undefined;
  }

  /** Everything that a turn writes is stored together, or not at all. */
  begin(): NonNullable<typeof this.open> {
    if (this.open) return this.open;
    this.db.exec("BEGIN");
    return (this.open = { alarmAt: this.alarmAt, made: [] });
  }

  end(stores: boolean): void {
    if (!this.open) return;
    const { alarmAt, made } = this.open;
    this.open = null;
    this.db.exec(stores ? "COMMIT" : "ROLLBACK");
    this.version++;
    if (!stores) this.forget(made);
    if (!stores) this.alarmAt = alarmAt;
    else if (this.alarmAt !== alarmAt) this.onAlarm(this.alarmAt);
  }

  /** Tables that were made by what is undone. */
  private forget(made: readonly string[]): void {
    for (const text of made) this.database.schema.delete(text);
  }

  /** Makes or changes tables, unless that was done already. The text may have several statements. */
  private make(text: string): void {
    const { made } = this.begin();
    if (this.database.schema.has(text)) return;
    this.db.exec(text);
    this.database.schema.add(text);
    made.push(text);
  }

  exec(text: string, values: readonly unknown[]): { rows: Row[]; written: number } {
    if (/^\s*(?:CREATE|ALTER)\b/i.test(text)) {
      this.make(text);
      return { rows: [], written: 0 };
    }
    const known = this.database.prepared.get(text) ?? this.prepare(text);
    if (known.writes) this.begin();
    const bound = values.map(asInput);
    if (!known.returns) return { rows: [], written: Number(known.statement.run(...bound).changes) };
    return { rows: known.statement.all(...bound).map(asObjectRow), written: known.writes ? 1 : 0 };
  }

  /** No fault is simulated by a statement that can't be prepared: the world itself is wrong. */
  private prepare(text: string): Prepared {
    try {
      if (SEVERAL.test(text)) throw new Error(`only the first of these statements would run: ${text}`);
      const statement = this.db.prepare(text);
      const known = { statement, writes: WRITES.test(text), returns: statement.columns().length > 0 };
      this.database.prepared.set(text, known);
      return known;
    } catch (error) {
      world().fail(error);
      throw error;
    }
  }

  transaction<T>(work: () => T): T {
    const { made } = this.begin();
    const before = made.length;
    const name = `t${++this.depth}`;
    this.db.exec(`SAVEPOINT ${name}`);
    try {
      const result = work();
      if (world().chance(world().faults.before / 2)) {
        world().note(`${presentProcess()?.name} can't commit`);
        throw new Error("the transaction could not be committed");
      }
      return result;
    } catch (error) {
      this.db.exec(`ROLLBACK TO ${name}`);
      this.forget(made.splice(before));
      throw error;
    } finally {
      this.db.exec(`RELEASE ${name}`);
      this.depth--;
    }
  }

  getValue(key: string): unknown {
    const { rows } = this.exec("SELECT value FROM _values WHERE key = ?1", [key]);
    return rows.length === 0 ? undefined : deserialize(new Uint8Array(rows[0]!["value"] as ArrayBuffer));
  }

  putValue(key: string, value: unknown): void {
    this.exec("INSERT OR REPLACE INTO _values VALUES (?1, ?2)", [key, serialize(value)]);
  }

  deleteValue(key: string): boolean {
    return this.exec("DELETE FROM _values WHERE key = ?1", [key]).written > 0;
  }

  /** Empties it, as part of the turn. */
  clear(): void {
    this.begin();
    this.database.empty();
  }

  setAlarm(at: number | null): void {
    this.begin();
    this.alarmAt = at;
  }
}

function asInput(value: unknown): SQLInputValue {
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  if (typeof value === "boolean") return value ? 1 : 0;
  if (value === undefined) return null;
  return value as SQLInputValue;
}

/** Objects return blobs as buffers. */
function asObjectRow(row: Row): Row {
  for (const name in row) if (row[name] instanceof Uint8Array) row[name] = row[name].slice().buffer;
  return row;
}

function cursorOf({ rows, written }: { rows: Row[]; written: number }) {
  let next = 0;
  return {
    rowsWritten: written,
    rowsRead: rows.length,
    toArray: () => rows.slice(next),
    one: () => {
      if (rows.length !== 1) throw new Error(`expected one row, found ${rows.length}`);
      return rows[0]!;
    },
    raw: () => rows.map((row) => Object.values(row))[Symbol.iterator](),
    next: () => (next < rows.length ? { done: false, value: rows[next++] } : { done: true, value: undefined }),
    [Symbol.iterator]: () => rows[Symbol.iterator](),
  };
}

/** The storage as one life of the object sees it. A dead object can't use it. */
export function storageOf(stored: StoredObject, process: Process): DurableObjectStorage {
  const alive = <T>(work: () => T): T => {
    if (!process.alive) throw new Error("this object was reset");
    return work();
  };
  const storage = {
    sql: { exec: (text: string, ...values: unknown[]) => alive(() => cursorOf(stored.exec(text, values))) },
    kv: {
      get: (key: string) => alive(() => stored.getValue(key)),
      put: (key: string, value: unknown) => alive(() => stored.putValue(key, value)),
      delete: (key: string) => alive(() => stored.deleteValue(key)),
    },
    put: (key: string, value: unknown) => alive(() => (stored.putValue(key, value), world().gated(process, undefined))),
    transactionSync: <T>(work: () => T) => alive(() => stored.transaction(work)),
    getAlarm: () => alive(() => world().gated(process, stored.alarmAt)),
    setAlarm: (at: number | Date) => alive(() => (stored.setAlarm(Number(at)), world().gated(process, undefined))),
    deleteAlarm: () => alive(() => (stored.setAlarm(null), world().gated(process, undefined))),
    deleteAll: () => alive(() => (stored.clear(), world().gated(process, undefined))),
  };
  return storage as unknown as DurableObjectStorage;
}
