import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { files } from "./sources.ts";

const EXPORT =
  /^export (?:declare )?(?:default )?(?:abstract )?(?:async )?(?:function\*?|type|interface|const|let|class|enum) +([\w$]+)/gm;
/** Exported functions, constants and classes, after which a file may be named. */
const CALLABLE = /^export (?:async )?(?:function\*?|const|class) +([\w$]+)/gm;

/** Names that a text declares and exports, each once: a schema and its type share one. */
const exportsOf = (text: string, kind: RegExp) => new Set([...text.matchAll(kind)].map((match) => match[1]!));

/** Names that more than one file exports, with those files. Re-exports of an index don't count. */
function shared(sources: ReadonlyMap<string, string>): Record<string, string[]> {
  const homes = new Map<string, string[]>();
  for (const [file, text] of sources)
    for (const name of exportsOf(text, EXPORT)) homes.set(name, [...(homes.get(name) ?? []), file]);
  return Object.fromEntries([...homes].filter(([, where]) => where.length > 1));
}

/** Verbs. A file whose name begins with one, followed by more words, must do that. */
const VERBS =
  "add|adopt|analyse|answer|archive|ask|assign|authenticate|authorize|begin|build|cancel|change|check|claim|close|consult|copy|count|crawl|create|delete|disable|drop|empty|enable|export|fetch|find|get|inspect|invalidate|issue|judge|launch|limit|list|load|look|make|note|open|own|pass|postpone|present|probe|prove|prune|purge|queue|read|recall|record|refresh|release|remember|remove|render|replay|request|reset|respond|reword|run|schedule|send|serve|settle|show|sign|spend|start|store|stream|summarise|sweep|take|throttle|update|verify|watch|write";
const VERB_PHRASE = new RegExp(`^(?:${VERBS})(?:-[a-z0-9]+)*$`);
/** Rooms in which a file is not named after its verb: pure code, queries, tables, one file per check, tool or provider. */
const NO_VERBS =
  /(^|\/)(core|model|checks|repo|catalogue|domain-visits|providers|browser|cache|html|site|figures|frontier|tools|ledger)(\/|$)/;
/** Folders of helpers, where a word like "json" or "text" is a noun. */
const NO_CAPABILITY = new Set(["bundle", "dashboard", "db", "docs", "errors", "http", "lib", "settings"]);

/** Whether a file named after a verb exports a function or class of that name. */
function bearsItsName(file: string, text: string): boolean {
  const { dir, name } = path.parse(file);
  if (NO_VERBS.test(dir) || NO_CAPABILITY.has(dir.split("/")[0]!) || !VERB_PHRASE.test(name)) return true;
  if (/(^|-)(bucket|consumer|kv|names|repo|routes|rows|schemas)$/.test(name)) return true;
  const wanted = name.replaceAll("-", "").toLowerCase();
  return [...exportsOf(text, CALLABLE)].some((each) => each.toLowerCase() === wanted);
}

const sources = new Map(
  files("src")
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => [path.relative("src", file), readFileSync(file, "utf8")]),
);

describe("one meaning per name", () => {
  it("counts declarations, not re-exports", () => {
    const found = shared(
      new Map([
        ["a.ts", "export function findRun() {}\nexport const Body = 1;\nexport type Body = 1;"],
        ["b.ts", "export async function findRun() {}"],
        ["index.ts", 'export { findRun } from "./a";'],
      ]),
    );
    expect(found).toEqual({ findRun: ["a.ts", "b.ts"] });
  });

  it("has no exported name in two files", () => {
    const names = [...sources.values()].reduce((sum, text) => sum + exportsOf(text, EXPORT).size, 0);
    expect(names).toBeGreaterThan(1000);
    expect(shared(sources)).toEqual({});
  });
});

describe("a file named after a verb", () => {
  it("is recognized by its name and folder", () => {
    expect(bearsItsName("mentions/answer-run.ts", "export async function answerPrompt() {}")).toBe(false);
    expect(bearsItsName("audit/runs/results/get-run.ts", "export function readableRun() {}")).toBe(false);
    expect(bearsItsName("audit/runs/start/start-run.ts", "export async function startRun() {}")).toBe(true);
    expect(bearsItsName("audit/model/site/check-list.ts", "")).toBe(true);
  });

  it("exports a function of that name", () => {
    expect([...sources].filter(([file, text]) => !bearsItsName(file, text)).map(([file]) => file)).toEqual([]);
  });
});
