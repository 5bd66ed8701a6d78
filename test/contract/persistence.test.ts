import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { files } from "./sources.ts";

const sources = files("src")
  .filter((file) => file.endsWith(".ts"))
  .map((file) => ({ file: path.relative("src", file), text: readFileSync(file, "utf8") }));

/** Files that touch a kind of storage. */
const touching = (pattern: RegExp) => sources.filter(({ text }) => pattern.test(text)).map(({ file }) => file);

/** A single key beside the code that needs it, instead of a file of one function. */
const SMALL = new Set(["audit/crawl/fetch/share-images.ts", "prerender/serve/llms-txt.ts"]);

describe("the name of a file tells where it keeps data", () => {
  it("*-repo.ts and repo/ are D1, so none has the SQL of an object", () => {
    const repos = sources.filter(({ file }) => /(^|\/)repo\/|-repo\.ts$/.test(file));
    expect(repos.length).toBeGreaterThan(20);
    expect(repos.filter(({ text }) => /\bSqlStorage\b/.test(text)).map(({ file }) => file)).toEqual([]);
  });

  it("*-rows.ts and tables are the SQLite of an object, so none has the database", () => {
    const rows = sources.filter(({ file }) => /-rows\.ts$|(^|\/|-)tables?\.ts$/.test(file));
    expect(rows.length).toBeGreaterThan(10);
    expect(rows.filter(({ text }) => /db\/client/.test(text)).map(({ file }) => file)).toEqual([]);
  });

  it("nothing but D1's files prepares statements", () => {
    expect(touching(/\bDB\.(prepare|batch|exec)\(/)).toEqual([]);
  });

  it("only *-kv.ts and *-bucket.ts read and write KV and R2", () => {
    const named = (file: string) => /-(kv|bucket)\.ts$/.test(file) || SMALL.has(file);
    const used = touching(
      /\b(KV|ARCHIVE|SNAPSHOTS)\.(get|getWithMetadata|put|delete|list|head)\b|= env\.(KV|ARCHIVE|SNAPSHOTS)\b|caches\.(open|default)/,
    );
    expect(used.length).toBeGreaterThan(3);
    expect(used.filter((file) => !named(file))).toEqual([]);
  });
});
