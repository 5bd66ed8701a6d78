import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { CROSS_CHECKS } from "../../src/audit/checks/cross";
import { PAGE_CHECKS } from "../../src/audit/checks/page";
import { RENDERED_CHECKS } from "../../src/audit/checks/rendered";
import { SITE_CHECKS } from "../../src/audit/checks/site";
import { SITEMAP_CHECKS } from "../../src/audit/checks/sitemap";
import { ERRORS } from "../../src/errors/table";
import { files } from "./sources.ts";

const read = (file: string) => readFileSync(file, "utf8");
const toml = read("wrangler.toml");
const values = (pattern: RegExp) => [...toml.matchAll(pattern)].map((match) => match[1]!);

describe("wrangler.toml matches the code", () => {
  const queuesFile = read("src/queues.ts");
  const consumers = [...toml.matchAll(/\[\[queues\.consumers\]\]\n([\s\S]*?)(?=\n\[|$)/g)].map((match) => match[1]!);
  const consumed = consumers.map((block) => /queue = "([^"]+)"/.exec(block)![1]!);

  it("has exactly one consumer in the code per consumed queue", () => {
    const inCode = [...queuesFile.matchAll(/^\s+"([a-z-]+)":/gm)].map((match) => match[1]!);
    expect(inCode.sort()).toEqual([...consumed].sort());
  });

  it("consumes every queue that receives messages, including dead letter queues", () => {
    const sent = [
      ...values(/\[\[queues\.producers\]\]\nbinding = "[A-Z_]+"\nqueue = "([^"]+)"/g),
      ...values(/dead_letter_queue = "([^"]+)"/g),
    ];
    expect(sent.length).toBeGreaterThan(3);
    expect(consumed).toEqual(expect.arrayContaining(sent));
  });

  it("sets every queue value explicitly, with a dead letter queue per work queue", () => {
    for (const block of consumers) {
      for (const key of ["max_batch_size", "max_batch_timeout", "max_retries", "retry_delay", "max_concurrency"])
        expect(block).toContain(`${key} =`);
      if (!block.includes('-dlq"\nmax')) expect(block).toContain("dead_letter_queue =");
    }
  });

  it("runs exactly the crons that have jobs", () => {
    const expressions = /crons = \[([^\]]+)\]/
      .exec(toml)![1]!
      .match(/"([^"]+)"/g)!
      .map((text) => text.slice(1, -1));
    const inCode = [...read("src/crons.ts").matchAll(/^\s+"([^"]+)": \[/gm)].map((match) => match[1]!);
    expect(inCode).toEqual(expressions);
    expect(expressions).toEqual(["*/15 * * * *", "10 0 * * *"]);
  });

  it("exports every Durable Object class and migrates it with SQLite storage", () => {
    const bound = values(/class_name = "([^"]+)"/g).sort();
    const migrated = values(/new_sqlite_classes = \[([^\]]+)\]/g).flatMap((list) =>
      list.match(/"([^"]+)"/g)!.map((text) => text.slice(1, -1)),
    );
    expect(migrated.sort()).toEqual(bound);
    const exported = /export \{ ([^}]+) \};/.exec(read("src/index.ts"))![1]!.split(", ").sort();
    expect(exported).toEqual(bound);
  });

  it("keeps the Workers cache off, because its key contains no host", () => {
    expect(toml).not.toMatch(/\[cache\]/);
    expect(files("src").map(read).join("\n")).not.toMatch(/caches\.default/);
  });

  it("sets nodejs_compat, and keeps only secrets outside the file", () => {
    expect(toml).toContain('"nodejs_compat"');
    expect(toml).not.toMatch(/ADMIN_TOKEN|_API_KEY|SECRET/);
  });
});

describe("registries are complete", () => {
  it.each([
    ["page", PAGE_CHECKS],
    ["cross", CROSS_CHECKS],
    ["site", SITE_CHECKS],
    ["rendered", RENDERED_CHECKS],
    ["sitemap", SITEMAP_CHECKS],
  ] as const)("every file in checks/%s is in its list, and named after its check", (folder, list) => {
    const names = readdirSync(`src/audit/checks/${folder}`).filter((file) => file !== "index.ts");
    expect(list.map((check) => `${check.id.replaceAll("_", "-")}.ts`).sort()).toEqual(names.sort());
    expect(new Set(list.map((check) => check.id)).size).toBe(list.length);
  });

  it("explains every check", () => {
    for (const check of [...PAGE_CHECKS, ...CROSS_CHECKS, ...SITE_CHECKS, ...RENDERED_CHECKS, ...SITEMAP_CHECKS]) {
      for (const text of [check.title, check.rule, check.why, check.fix])
        expect(text.length, check.id).toBeGreaterThan(5);
      expect(check.id).toMatch(/^[a-z0-9_]+$/);
    }
  });
});

describe("the table of errors", () => {
  it("has snake_case codes, each with an error status and a title", () => {
    for (const [code, { status, title }] of Object.entries(ERRORS)) {
      expect(code).toMatch(/^[a-z_]+$/);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(title.length).toBeGreaterThan(5);
    }
  });

  it("contains no code that is never thrown", () => {
    const code = files("src")
      .filter((file) => !file.endsWith("errors/table.ts"))
      .map(read)
      .join("\n");
    const unused = Object.keys(ERRORS).filter((each) => !code.includes(`"${each}"`));
    expect(unused).toEqual([]);
  });
});

describe("the documents are complete", () => {
  it("docs/storage.md names every table and every binding", () => {
    const text = read("docs/storage.md");
    const tables = files("src/db/schema").flatMap((file) =>
      [...read(file).matchAll(/sqliteTable\(\s*"([a-z_]+)"/g)].map((match) => match[1]!),
    );
    for (const table of tables) expect(text, table).toContain(`\`${table}\``);
    for (const binding of values(/binding = "([A-Z_]+)"/g)) expect(text, binding).toContain(`\`${binding}\``);
  });
});
