import type { DatabaseSync } from "node:sqlite";

interface Column {
  name: string;
  type: string;
  isRequired: boolean;
  default: string | null;
  /** Place in the primary key, from 1; 0: not part of it. */
  key: number;
}

interface Table {
  columns: Map<string, Column>;
  /** Columns of each unique index and constraint, but not of the primary key. */
  uniques: Set<string>;
  triggers: Set<string>;
  /** How many CHECK constraints its text has. */
  checks: number;
}

/** A database's tables by name, as far as writers of an older release depend on them. */
export type Schema = Map<string, Table>;

type Row = Record<string, string | number | null>;

export function readSchema(db: DatabaseSync): Schema {
  const all = (query: string, ...values: string[]) => db.prepare(query).all(...values) as Row[];
  const tables = all("SELECT name, sql FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'");
  return new Map(
    tables.map(({ name, sql }) => {
      const columns = all('SELECT name, type, "notnull", dflt_value, pk FROM pragma_table_xinfo(?)', String(name)).map(
        (row): [string, Column] => [
          String(row["name"]),
          {
            name: String(row["name"]),
            type: String(row["type"]).toUpperCase(),
            isRequired: row["notnull"] === 1,
            default: row["dflt_value"] as string | null,
            key: Number(row["pk"]),
          },
        ],
      );
      const indexes = all("SELECT name FROM pragma_index_list(?) WHERE \"unique\" AND origin <> 'pk'", String(name));
      const uniques = indexes.map(({ name: index }) =>
        all("SELECT coalesce(name, '(expression)') AS name FROM pragma_index_info(?)", String(index))
          .map((each) => each["name"])
          .join(", "),
      );
      const triggers = all("SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = ?", String(name));
      return [
        String(name),
        {
          columns: new Map(columns),
          uniques: new Set(uniques),
          triggers: new Set(triggers.map((each) => String(each["name"]))),
          checks: String(sql).match(/\bCHECK\s*\(/gi)?.length ?? 0,
        },
      ];
    }),
  );
}

/** What of `after` an older release, which knows only `before`, could not live with. */
export function shrinkages(before: Schema, after: Schema): string[] {
  return [...before].flatMap(([name, old]) => {
    const now = after.get(name);
    return now ? tableShrinkages(name, old, now) : [`${name} is gone`];
  });
}

function tableShrinkages(table: string, old: Table, now: Table): string[] {
  const faults: string[] = [];
  const note = (isFault: boolean, fault: string) => void (isFault && faults.push(fault));
  for (const column of old.columns.values()) {
    const same = now.columns.get(column.name);
    const place = `${table}.${column.name}`;
    note(same === undefined, `${place} is gone`);
    if (!same) continue;
    note(same.type !== column.type, `${place} has another type`);
    note(same.isRequired && !column.isRequired, `${place} is required now`);
    note(same.default !== column.default, `${place} has another default`);
    note(same.key !== column.key, `${place} has another place in the primary key`);
  }
  for (const { name, isRequired, default: value, key } of now.columns.values()) {
    if (old.columns.has(name)) continue;
    note(isRequired && value === null, `${table}.${name} is required and has no default`);
    note(key > 0, `${table}.${name} is part of the primary key`);
  }
  for (const each of now.uniques) note(!old.uniques.has(each), `${table} is unique by ${each} now`);
  for (const each of old.uniques) note(!now.uniques.has(each), `${table} is not unique by ${each} now`);
  for (const each of now.triggers) note(!old.triggers.has(each), `${table} has the trigger ${each} now`);
  note(now.checks > old.checks, `${table} has another CHECK`);
  return faults;
}

const FORBIDDEN =
  /^\s*(?:DROP\s+TABLE|ALTER\s+TABLE\s+\S+\s+(?:DROP|RENAME)|DELETE|(?:INSERT\s+OR\s+)?REPLACE|INSERT\s+OR\s+REPLACE)\b/i;

/**
 * Statements that take something away, even if the schema looks the same afterwards. An UPDATE may fill columns that the same
 * release adds: `added` has them as `table.column`.
 */
export function takingStatements(statements: readonly string[], added: ReadonlySet<string>): string[] {
  return statements.filter((statement) => {
    const text = statement.replaceAll(/--[^\n]*/g, "").replaceAll(/[`"[\]]/g, "");
    if (FORBIDDEN.test(text)) return true;
    const [, table, assignments] =
      /^\s*UPDATE\s+(?:OR\s+\w+\s+)?(\w+)\s+SET\s+([\s\S]*?)(?:\s+WHERE\b|\s+FROM\b|;|$)/i.exec(text) ?? [];
    if (assignments === undefined) return /^\s*UPDATE\b/i.test(text);
    const columns = assignments.split(",").map((each) => /^\s*(\w+)\s*=/.exec(each)?.[1]);
    return columns.some((column) => column === undefined || !added.has(`${table}.${column}`));
  });
}

/** Columns and tables that `after` has and `before` has not, as `table.column`. */
export function addedColumns(before: Schema, after: Schema): Set<string> {
  return new Set(
    [...after].flatMap(([table, { columns }]) =>
      [...columns.keys()].filter((name) => !before.get(table)?.columns.has(name)).map((name) => `${table}.${name}`),
    ),
  );
}
