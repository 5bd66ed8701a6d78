import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Service } from "../support/service.ts";

type Row = Record<string, unknown>;

const D1 = "d1/miniflare-D1DatabaseObject";

function files({ stateDir }: Service, folder: string): string[] {
  const inside = path.join(stateDir, "v3", folder);
  if (!existsSync(inside)) return [];
  const names = readdirSync(inside).filter((name) => name.endsWith(".sqlite") && name !== "metadata.sqlite");
  return names.map((name) => path.join(inside, name));
}

function read<T>(file: string, work: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return work(database);
  } finally {
    database.close();
  }
}

/** Rows of D1, as they are stored. */
export function rowsOf<T = Row>(service: Service, sql: string): T[] {
  return read(files(service, D1)[0]!, (database) => database.prepare(sql).all() as T[]);
}

/** A killed process keeps its locks for a moment. */
const LOCKED_MS = 20_000;

/** Writes to D1 while the service is dead. */
export function writeRows(service: Service, work: (database: DatabaseSync) => void): void {
  const database = new DatabaseSync(files(service, D1)[0]!, { timeout: LOCKED_MS });
  try {
    database.exec("BEGIN");
    work(database);
    database.exec("COMMIT");
  } finally {
    database.close();
  }
}

const tablesOf = (database: DatabaseSync) =>
  database
    .prepare(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_%' ESCAPE '\\' AND name NOT LIKE 'sqlite%'",
    )
    .all()
    .map(({ name }) => String(name));

/** Billing records, which outlive their account (docs/storage.md). */
const OUTLIVING = new Set([
  "audit_usage",
  "platform_usage",
  "call_month",
  "provider_call",
  "analysis_call",
  "d1_migrations",
]);

/** Where the database, the objects and the stores of bodies and copies still contain something of what was deleted. */
export function remains(service: Service, gone: { ids: ReadonlySet<string>; hosts: ReadonlySet<string> }): string[] {
  const found: string[] = [];
  const isGone = (value: unknown) =>
    typeof value === "string" && value.split(/[^\w.-]+/).some((word) => gone.ids.has(word) || gone.hosts.has(word));
  for (const file of files(service, D1))
    read(file, (database) => {
      for (const table of tablesOf(database).filter((name) => !OUTLIVING.has(name)))
        for (const row of database.prepare(`SELECT * FROM "${table}"`).iterate())
          // The log of an account that removed a domain keeps that.
          if ((table === "action_log" ? [row["account_id"]] : Object.values(row)).some(isGone))
            found.push(`D1 ${table}: ${JSON.stringify(row).slice(0, 200)}`);
    });
  const objects = path.join(service.stateDir, "v3", "do");
  for (const folder of readdirSync(objects))
    for (const file of files(service, `do/${folder}`)) found.push(...objectRemains(file, folder, gone.ids));
  for (const store of ["kv", "r2"])
    for (const folder of existsSync(path.join(service.stateDir, "v3", store))
      ? readdirSync(path.join(service.stateDir, "v3", store))
      : [])
      for (const file of files(service, `${store}/${folder}`))
        read(file, (database) => {
          const table = store === "kv" ? "_mf_entries" : "_mf_objects";
          for (const { key } of database.prepare(`SELECT key FROM ${table}`).all() as Row[])
            if (isGone(key)) found.push(`${store}: ${String(key)}`);
        });
  return found;
}

function objectRemains(file: string, kind: string, ids: ReadonlySet<string>): string[] {
  return read(file, (database) => {
    const named = database.prepare("SELECT 1 FROM sqlite_master WHERE name = '__miniflare_do_name'").get();
    const name = named && database.prepare("SELECT name FROM __miniflare_do_name").get()?.["name"];
    if (!ids.has(String(name))) return [];
    return tablesOf(database).flatMap((table) => {
      // docs/storage.md: bodies are deleted an hour after their entry.
      if (table === "garbage" || table === "render_log") return [];
      const { n } = database.prepare(`SELECT count(*) AS n FROM "${table}"`).get() as { n: number };
      return n > 0 ? [`${kind} ${String(name)}: ${n} rows of ${table}`] : [];
    });
  });
}
