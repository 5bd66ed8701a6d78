import { readdirSync, readFileSync } from "node:fs";
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { world } from "../world";

/** One database for all worlds. Each world is a transaction of it that is undone, because creating the tables takes longer than most worlds. */
let database: DatabaseSync | null = null;
/** What was asked from outside since the last write: promises are checked after every step, and few steps write. */
const answered = new Map<string, unknown[]>();
const prepared = new Map<string, { statement: StatementSync; columns: string[]; reads: boolean }>();

function openDatabase(): DatabaseSync {
  if (database) return database;
  database = new DatabaseSync(":memory:");
  const files = readdirSync("migrations").filter((name) => name.endsWith(".sql"));
  for (const name of files.sort()) database.exec(readFileSync(`migrations/${name}`, "utf8"));
  return database;
}

/** Makes the database empty for a world, and undoes at its end what it wrote. */
export async function withEmptyDatabase<T>(work: () => Promise<T>): Promise<T> {
  const db = openDatabase();
  db.exec("BEGIN");
  answered.clear();
  try {
    return await work();
  } finally {
    db.exec("ROLLBACK");
  }
}

interface Query {
  text: string;
  values: SQLInputValue[];
}

function statementOf(text: string) {
  let known = prepared.get(text);
  if (!known) {
    const statement = openDatabase().prepare(text);
    statement.setReturnArrays(true);
    known = { statement, columns: statement.columns().map(({ name }) => name), reads: /^\s*SELECT/i.test(text) };
    prepared.set(text, known);
  }
  return known;
}

/** Runs a query now. Blobs come as arrays of numbers, as the binding returns them. */
function execute({ text, values }: Query) {
  const { statement, columns, reads } = statementOf(text);
  if (!reads) answered.clear();
  if (columns.length === 0) {
    const { changes, lastInsertRowid } = statement.run(...values);
    return { columns, rows: [] as unknown[][], changes: Number(changes), lastRowId: Number(lastInsertRowid) };
  }
  const rows = statement.all(...values) as unknown as unknown[][];
  for (const row of rows)
    for (const [i, value] of row.entries()) if (value instanceof Uint8Array) row[i] = Array.from(value);
  return { columns, rows, changes: /^\s*(?:WITH|SELECT)/i.test(text) ? 0 : rows.length, lastRowId: 0 };
}

type Executed = ReturnType<typeof execute>;

/** Several statements as one. A single one is undone by itself if it fails. */
function atomic<T>(work: () => T): T {
  const db = openDatabase();
  db.exec("SAVEPOINT batch");
  try {
    return work();
  } catch (error) {
    db.exec("ROLLBACK TO batch");
    answered.clear();
    throw error;
  } finally {
    db.exec("RELEASE batch");
  }
}

const objectsOf = ({ columns, rows }: Executed) =>
  rows.map((row) => Object.fromEntries(columns.map((name, i) => [name, row[i]])));

const resultOf = (executed: Executed) => ({
  success: true,
  results: objectsOf(executed),
  meta: {
    changes: executed.changes,
    last_row_id: executed.lastRowId,
    rows_read: executed.rows.length,
    rows_written: executed.changes,
    duration: 1,
  },
});

const broken = () => new Error("D1_ERROR: Network connection lost.");
const short = (text: string) => text.replace(/\s+/g, " ").trim().slice(0, 90);

class Statement {
  constructor(
    readonly text: string,
    readonly values: SQLInputValue[] = [],
  ) {}

  bind(...values: unknown[]): Statement {
    return new Statement(this.text, values.map(asInput));
  }

  private execute(): Promise<Executed> {
    return world().call(`D1 ${short(this.text)}`, () => execute(this), broken);
  }

  async all() {
    return resultOf(await this.execute());
  }

  async run() {
    return resultOf(await this.execute());
  }

  async first(column?: string) {
    const [row] = objectsOf(await this.execute());
    return row === undefined ? null : column === undefined ? row : row[column];
  }

  async raw() {
    return (await this.execute()).rows;
  }
}

function asInput(value: unknown): SQLInputValue {
  if (value === undefined) throw new TypeError("D1_TYPE_ERROR: Type 'undefined' not supported");
  if (typeof value === "boolean") return value ? 1 : 0;
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  if (Array.isArray(value)) return new Uint8Array(value as number[]);
  return value as SQLInputValue;
}

/** The binding. A query may fail before it ran, or after. */
export const d1 = {
  prepare: (text: string) => new Statement(text),
  batch: async (statements: Statement[]) => {
    const run = () => atomic(() => statements.map((statement) => resultOf(execute(statement))));
    return world().call(`D1 batch ${short(statements.map(({ text }) => text.slice(0, 25)).join("; "))}`, run, broken);
  },
} as unknown as D1Database;

/** Asks the database from outside of the simulated service: at once, and without faults. */
export function query<T>(text: string, ...values: unknown[]): T[] {
  const ask = () => objectsOf(execute({ text, values: values.map(asInput) })) as T[];
  if (!statementOf(text).reads) return ask();
  const key = `${text} ${JSON.stringify(values)}`;
  const known = answered.get(key) ?? ask();
  answered.set(key, known);
  return known as T[];
}
