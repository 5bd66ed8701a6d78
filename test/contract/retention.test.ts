import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { files } from "./sources.ts";

const read = (file: string) => readFileSync(file, "utf8");
const SRC = files("src").filter((file) => file.endsWith(".ts"));
const SCHEMA = files("src/db/schema").map(read).join("\n");
const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match[1]!);

/** The lines of "Who deletes it" in docs/storage.md: what is stored, and how it ends. */
const section = read("docs/storage.md").split("\n## Who deletes it\n")[1]!;
const lines = [...section.matchAll(/^\| `([^`]+)` +\| (.+?) +\|$/gm)].map((match) => [match[1]!, match[2]!] as const);

/** Tables of D1 by name, each with its part of the schema. */
const tables = new Map(
  SCHEMA.split(/\nexport const /)
    .slice(1)
    .flatMap((part) => matches(part, /sqliteTable\(\s*"([a-z_]+)"/g).map((name) => [name, part] as const)),
);
const classes = matches(read("wrangler.toml"), /class_name = "([^"]+)"/g);
const objectTables = SRC.flatMap((file) => matches(read(file), /CREATE TABLE (?:IF NOT EXISTS )?([a-z_]+)/g));
/** Files that use a bucket or KV, and the starts of the keys that they name; `limitRate` names objects, not keys. */
const using = (binding: RegExp) => SRC.filter((file) => binding.test(read(file)));
const families = using(/\bKV\b/).flatMap((file) => matches(read(file), /(?<!limitRate\(env, )`((?:[a-z-]+:)+)\$\{/g));
const prefixes = using(/\bARCHIVE\b|\bSNAPSHOTS\b/).flatMap((file) => matches(read(file), /`([a-z]+\/)\$\{/g));
const stored = new Set([...tables.keys(), ...classes, ...objectTables, ...families, ...prefixes]);

/** What can only grow with the thing that it describes. A new entry needs a reason that a reviewer accepts. */
const BOUNDED = [
  "RenderPool",
  "cron_tick",
  "proof:keys:",
  "proof:ranges:",
  "provider_breaker",
  "service_fault",
  "visit_agent",
  "visit_path_state",
];

const camel = (name: string) => name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
/** Whether a text names a table, as SQL or as a property of the schema. */
const names = (text: string, name: string) => new RegExp(`\\b(${name}|${camel(name)})\\b`).test(text);

describe("retention", () => {
  it("finds every kind of storage in the code", () => {
    expect(tables.size).toBeGreaterThan(25);
    expect(objectTables.length).toBeGreaterThan(10);
    expect(classes.length).toBeGreaterThan(3);
    expect(new Set(families).size).toBeGreaterThan(6);
    expect([...new Set(prefixes)].sort()).toEqual([
      "answers/",
      "audits/",
      "doctor/",
      "errands/",
      "first/",
      "router/",
      "search/",
      "snapshots/",
    ]);
  });

  it("has one line in docs/storage.md for each of them, and no line for anything else", () => {
    expect(lines.map(([name]) => name).sort()).toEqual([...stored].sort());
  });

  it.each(lines)("of %s is what the code does: %s", (name, end) => {
    const parent = /^with `([a-z_]+)`$/.exec(end)?.[1];
    if (parent !== undefined) {
      const cascade = new RegExp(`references\\(\\(\\) => ${camel(parent)}\\.id, \\{ onDelete: "cascade" \\}\\)`);
      expect(tables.get(name), `${name} goes with ${parent}`).toMatch(cascade);
      return;
    }
    const writer = /^expires, written in `([^`]+)`$/.exec(end)?.[1];
    if (writer !== undefined) {
      expect(read(writer)).toContain(`\`${name}\${`);
      expect(read(writer)).toContain("expirationTtl");
      return;
    }
    if (end.startsWith("bounded: ")) {
      expect(BOUNDED).toContain(name);
      return;
    }
    const [, owner, file] = /^`([A-Za-z]+)` in `(src\/[^`]+)`: .+$/.exec(end) ?? [];
    expect(owner, `${name} has an owner`).toBeDefined();
    expect(existsSync(file!), file).toBe(true);
    const text = read(file!);
    const isMethod = !text.includes(`function ${owner}(`);
    if (isMethod) expect(text).toMatch(new RegExp(`^  (override )?(async )?${owner}\\(`, "m"));
    expect(text, "it deletes").toMatch(/DELETE FROM|\.delete\(|deleteAll\(|abandon\(|invalidate\(/);
    if (tables.has(name) || objectTables.includes(name)) expect(names(text, name), `${file} names ${name}`).toBe(true);
    const uses = SRC.flatMap((each) => read(each).match(new RegExp(`(?<!function )\\b${owner}\\b`, "g")) ?? []);
    if (!isMethod) expect(uses.length, `${owner} is used`).toBeGreaterThan(0);
  });
});
