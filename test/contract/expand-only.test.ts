import { readdirSync, readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import type { SchemaStep } from "../../src/db/object-schema";
import { OBJECT_STEPS } from "../../src/doctor/object-schemas";
import { objectStorage } from "../support/object-storage.ts";
import { addedColumns, readSchema, shrinkages, takingStatements } from "../support/schema-growth.ts";
import { files } from "./sources.ts";

/**
 * Two releases run at the same time during a rollout, and the older one again after a rollback (docs/deployment.md). So a release
 * only adds to what the one before it knows. What the release of this list knows is the base of everything after it.
 */
const RELEASED = {
  migrations: ["0000_init.sql"],
  steps: {
    DOMAIN_AUDIT: 1,
    DOMAIN_VISITS: 1,
    DOMAIN_ANSWERS: 1,
    SNAPSHOT_INDEX: 1,
    RENDER_POOL: 1,
    RATE_LIMITER: 0,
    LINK_HOST: 1,
    DEPLOY_LEDGER: 1,
    WEBHOOK_ENDPOINT: 1,
  } as Record<string, number>,
};

/** 1.0.0 inserts into these by position, so another column would break it. */
const BY_POSITION = ["browser_time", "link"];

const statementsOf = (file: string) =>
  readFileSync(`migrations/${file}`, "utf8")
    .split("--> statement-breakpoint")
    .filter((each) => each.trim() !== "");

/** What the statements of a release take away from a database that has `before`. */
function faultsOf(before: readonly string[], after: readonly string[]): string[] {
  const db = new DatabaseSync(":memory:");
  for (const statement of before) db.exec(statement);
  const old = readSchema(db);
  for (const statement of after) db.exec(statement);
  const now = readSchema(db);
  return [...shrinkages(old, now), ...takingStatements(after, addedColumns(old, now)).map((each) => each.trim())];
}

/** Storage that notes what a step does to it. */
function watched(db: DatabaseSync) {
  const storage = objectStorage(db);
  const statements: string[] = [];
  const deleted: string[] = [];
  const sql = {
    exec: (text: string, ...values: unknown[]) => {
      statements.push(...text.split(/;\s*(?:\n|$)/).filter((each) => each.trim() !== ""));
      return storage.sql.exec(text, ...values);
    },
  };
  const kv = { ...storage.kv, delete: (key: string) => (deleted.push(`kv ${key}`), storage.kv.delete(key)) };
  return { storage: { sql, kv } as unknown as Parameters<SchemaStep>[0], statements, deleted };
}

function stepFaults(steps: readonly SchemaStep[], released: number): string[] {
  const db = new DatabaseSync(":memory:");
  const first = watched(db);
  for (const step of steps.slice(0, released)) step(first.storage);
  const old = readSchema(db);
  const { storage, statements, deleted } = watched(db);
  for (const step of steps.slice(released)) step(storage);
  const now = readSchema(db);
  const grown = BY_POSITION.filter((table) => [...addedColumns(old, now)].some((each) => each.startsWith(`${table}.`)));
  return [
    ...shrinkages(old, now),
    ...takingStatements(statements, addedColumns(old, now)),
    ...deleted,
    ...grown
      .filter((table) => old.has(table))
      .map((table) => `${table} has another column, and 1.0.0 inserts by position`),
  ];
}

describe("a release only adds to what the one before it knows", () => {
  it("in the database", () => {
    const names = readdirSync("migrations").filter((name) => name.endsWith(".sql"));
    expect(names).toEqual(expect.arrayContaining(RELEASED.migrations));
    const later = names.filter((name) => !RELEASED.migrations.includes(name)).sort();
    expect(faultsOf(RELEASED.migrations.flatMap(statementsOf), later.flatMap(statementsOf))).toEqual([]);
  });

  it("in every class of objects", () => {
    expect(Object.keys(OBJECT_STEPS).sort()).toEqual(Object.keys(RELEASED.steps).sort());
    for (const [binding, steps] of Object.entries(OBJECT_STEPS)) {
      expect(steps.length, binding).toBeGreaterThanOrEqual(RELEASED.steps[binding]!);
      expect(stepFaults(steps, RELEASED.steps[binding]!), binding).toEqual([]);
    }
  });

  it("without a new class of objects, which Cloudflare neither rolls out gradually nor back", () => {
    expect(readFileSync("wrangler.toml", "utf8").match(/^\[\[migrations\]\]$/gm)).toHaveLength(1);
  });

  it("and so names the columns that it writes, because the next release may add one", () => {
    const positional = files("src").filter((file) =>
      /\bINSERT\s+(?:OR\s+\w+\s+)?INTO\s+[`"]?[\w${}.]+[`"]?\s+(?:VALUES|SELECT)\b/.test(readFileSync(file, "utf8")),
    );
    expect(positional).toEqual([]);
    // It would empty the columns that it does not know.
    const replacing = files("src").filter((file) => /\b(?:INSERT OR )?REPLACE INTO\b/.test(readFileSync(file, "utf8")));
    expect(replacing).toEqual([]);
  });
});

describe("the rule", () => {
  const base = [
    "CREATE TABLE page (id TEXT PRIMARY KEY, title TEXT NOT NULL, seen INTEGER DEFAULT 0)",
    "CREATE UNIQUE INDEX page_title ON page (title)",
  ];

  it.each([
    [
      "a table",
      ["CREATE TABLE note (id TEXT PRIMARY KEY, text TEXT NOT NULL)", "CREATE UNIQUE INDEX n ON note (text)"],
    ],
    ["a column that may be null", ["ALTER TABLE page ADD COLUMN note TEXT"]],
    [
      "a column with a default, and its values",
      ["ALTER TABLE page ADD `n` INTEGER DEFAULT 1 NOT NULL", "UPDATE `page` SET `n` = 2 WHERE seen > 0"],
    ],
    ["an index", ["CREATE INDEX page_seen ON page (seen)"]],
  ])("allows %s", (_, statements) => expect(faultsOf(base, statements)).toEqual([]));

  it.each([
    ["a table that goes", ["DROP TABLE page"], "page is gone"],
    ["a column that goes", ["ALTER TABLE page DROP COLUMN seen"], "page.seen is gone"],
    ["another name", ["ALTER TABLE page RENAME COLUMN seen TO looked"], "page.seen is gone"],
    [
      "a table that is built anew",
      [
        "CREATE TABLE new (id TEXT PRIMARY KEY, title TEXT NOT NULL, seen INTEGER DEFAULT 0)",
        "INSERT INTO new SELECT * FROM page",
        "DROP TABLE page",
        "ALTER TABLE new RENAME TO page",
        "CREATE UNIQUE INDEX page_title ON page (title)",
      ],
      "DROP TABLE page",
    ],
    [
      "a required column",
      [
        "CREATE TABLE x (id TEXT PRIMARY KEY, title TEXT NOT NULL, seen INTEGER DEFAULT 0, note TEXT NOT NULL)",
        "DROP TABLE page",
        "ALTER TABLE x RENAME TO page",
      ],
      "page.note is required and has no default",
    ],
    [
      "a promise that old writers don't keep",
      ["CREATE UNIQUE INDEX page_seen ON page (seen)"],
      "page is unique by seen now",
    ],
    ["a promise that old writers rely on", ["DROP INDEX page_title"], "page is not unique by title now"],
    ["a trigger", ["CREATE TRIGGER t AFTER INSERT ON page BEGIN SELECT 1; END"], "page has the trigger t now"],
    ["rows that go", ["DELETE FROM page"], "DELETE FROM page"],
    ["values that change", ["UPDATE page SET seen = 1, title = 'x'"], "UPDATE page SET seen = 1, title = 'x'"],
  ])("refuses %s", (_, statements, fault) => expect(faultsOf(base, statements)).toContain(fault));

  it("holds for steps of objects too", () => {
    const first: SchemaStep = ({ sql }) => void sql.exec("CREATE TABLE link (url TEXT PRIMARY KEY)");
    const faults = (step: SchemaStep) => stepFaults([first, step], 1);
    expect(
      faults(({ sql }) => void sql.exec("CREATE TABLE IF NOT EXISTS more (id TEXT); CREATE INDEX m ON more (id);")),
    ).toEqual([]);
    expect(faults(({ sql }) => void sql.exec("ALTER TABLE link ADD COLUMN x TEXT"))).toHaveLength(1);
    expect(faults(({ sql }) => void sql.exec("DELETE FROM link"))).toEqual(["DELETE FROM link"]);
    expect(faults(({ kv }) => void kv.delete("state"))).toEqual(["kv state"]);
  });
});
