import { cpSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

/** What the next release adds to the database, and to the tables of four classes of objects. */
export const NEXT_MIGRATION = "0900_next_release.sql";
const NEXT_COLUMN = "next_release";
const GROWN: Array<[file: string, list: string, table: string]> = [
  ["src/audit/crawl/frontier/audit-steps.ts", "AUDIT_STEPS", "page"],
  ["src/prerender/cache/tables.ts", "INDEX_STEPS", "entry"],
  ["src/analytics/domain-visits/tables.ts", "VISIT_STEPS", "visit_path"],
  ["src/prerender/render/pool-steps.ts", "POOL_STEPS", "browser_time"],
];
const SOURCES = [
  "src",
  "scripts",
  "demo",
  "migrations",
  "wrangler.toml",
  "package.json",
  "package-lock.json",
  "tsconfig.json",
];

/** Appends a step to a list of steps. */
function withStep(text: string, list: string, step: string): string {
  const start = text.indexOf(`export const ${list}: readonly SchemaStep[] = [`);
  const end = text.indexOf("];", start + `export const ${list}: readonly SchemaStep[] = [`.length);
  if (start < 0 || end < 0) throw new Error(`there is no list ${list}`);
  const before = text.slice(0, end).trimEnd();
  return `${before}${before.endsWith(",") ? "" : ","}\n  ${step},\n${text.slice(end)}`;
}

/**
 * A folder with the sources of this release as the next one: with a version, a migration and a step more. `npm start` runs there.
 */
export function makeNextRelease(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), "crawlready-next-"));
  for (const name of SOURCES) cpSync(name, path.join(folder, name), { recursive: true });
  symlinkSync(path.resolve("node_modules"), path.join(folder, "node_modules"));
  mkdirSync(path.join(folder, ".wrangler"));
  const edit = (file: string, change: (text: string) => string) => {
    const target = path.join(folder, file);
    writeFileSync(target, change(readFileSync(target, "utf8")));
  };
  edit("package.json", (text) => JSON.stringify({ ...(JSON.parse(text) as object), version: "1.999.0" }));
  const statements = [
    `ALTER TABLE domain ADD COLUMN ${NEXT_COLUMN} TEXT DEFAULT 'kept'`,
    `CREATE TABLE ${NEXT_COLUMN} (id TEXT PRIMARY KEY)`,
  ];
  writeFileSync(path.join(folder, "migrations", NEXT_MIGRATION), `${statements.join(";--> statement-breakpoint\n")};`);
  edit("migrations/meta/_journal.json", (text) => {
    const journal = JSON.parse(text) as { entries: Array<{ idx: number; tag: string }> };
    const last = journal.entries.at(-1)!;
    journal.entries.push({ ...last, idx: last.idx + 1, tag: NEXT_MIGRATION.replace(".sql", "") });
    return JSON.stringify(journal);
  });
  for (const [file, list, table] of GROWN)
    edit(file, (text) =>
      withStep(
        text,
        list,
        `({ sql }) => void sql.exec("ALTER TABLE ${table} ADD COLUMN ${NEXT_COLUMN} TEXT DEFAULT 'kept'")`,
      ),
    );
  return folder;
}
