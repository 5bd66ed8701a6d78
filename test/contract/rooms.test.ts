import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { circles, fileOf, files, imports } from "./sources.ts";

const own = imports.filter(({ to }) => fileOf(to) !== null);

describe("import cycles", () => {
  it("are found at any length, including a file that imports itself", () => {
    const graph = new Map([
      ["a", ["b"]],
      ["b", ["c", "d"]],
      ["c", ["a"]],
      ["d", ["e"]],
      ["e", []],
      ["f", ["f", "a"]],
    ]);
    expect(circles(graph)).toEqual([["a", "b", "c"], ["f"]]);
  });

  it("do not occur in src, types included", () => {
    const graph = new Map(files("src").map((file) => [path.relative("src", file), [] as string[]]));
    for (const { from, to } of own) graph.get(from)!.push(fileOf(to)!);
    expect([...graph.values()].flat().length).toBeGreaterThan(1000);
    expect(circles(graph)).toEqual([]);
  });

  it("can't hide behind an import of a missing file", () => {
    const folders = new Set(readdirSync("src", { withFileTypes: true }).map((entry) => path.parse(entry.name).name));
    const lost = imports.filter(({ to }) => folders.has(to.split("/")[0]!) && fileOf(to) === null);
    expect(lost).toEqual([]);
  });
});

/** The folders of src/audit and the lower ones that each may import. Files next to the folders may import all of them. */
const ROOMS: Record<string, string[]> = {
  model: [],
  checks: ["model"],
  "runs/repo": ["model"],
  "crawl/frontier": ["model", "runs/repo"],
  crawl: ["model", "checks", "runs/repo", "crawl/frontier"],
  runs: ["model", "checks", "runs/repo", "crawl/frontier", "crawl"],
  "analysis/figures": ["model", "checks"],
  analysis: ["model", "checks", "runs/repo", "crawl/frontier", "crawl", "runs", "analysis/figures"],
};
const roomsByDepth = Object.keys(ROOMS).sort((a, b) => b.length - a.length);
const roomOf = (file: string) => roomsByDepth.find((room) => file.startsWith(`audit/${room}/`));

describe("the folders of src/audit", () => {
  it("are imported only from above: crawl does not import analysis, and model imports none", () => {
    const arrows = own.map(({ from, to }) => ({ from, to: fileOf(to)!, rooms: [roomOf(from), roomOf(fileOf(to)!)] }));
    const between = arrows.filter(({ rooms: [a, b] }) => a !== undefined && b !== undefined && a !== b);
    expect(new Set(between.map(({ rooms }) => rooms[0])).size).toBe(Object.keys(ROOMS).length - 1);
    expect(between.filter(({ rooms: [a, b] }) => !ROOMS[a!]!.includes(b!))).toEqual([]);
  });

  it("contain every file except the edges", () => {
    const beside = files("src/audit").filter((file) => roomOf(path.relative("src", file)) === undefined);
    const edges = ["answers.ts", "consumer.ts", "index.ts", "result-routes.ts", "routes.ts", "schemas.ts"];
    expect(beside.map((file) => path.relative("src/audit", file)).sort()).toEqual(edges);
  });
});

/**
 * Folders and files that the map in ARCHITECTURE.md names, as paths. A line consists of a folder or files, indented two
 * spaces per level, and a description, which may name folders inside it. Deeper indentation continues the description.
 */
function mapped(top: "src" | "cli"): { folders: string[]; files: string[] } {
  const map = new RegExp(`\`\`\`\\n(${top}/\\n[\\s\\S]*?)\`\`\``).exec(readFileSync("ARCHITECTURE.md", "utf8"))![1]!;
  const named = { folders: [] as string[], files: [] as string[] };
  const open: string[] = [];
  for (const line of map.trimEnd().split("\n")) {
    const level = /^ */.exec(line)![0].length / 2;
    const [name, ...description] = line.trim().split(/ {2,}/) as [string, ...string[]];
    const goesOn = level > open.length;
    if (!goesOn && !name.endsWith("/")) {
      named.files.push(...name.split(", ").map((each) => open.slice(0, level).join("") + each));
      continue;
    }
    if (!goesOn) {
      open.splice(level, Infinity, name);
      named.folders.push(open.join(""));
    }
    const text = goesOn ? line : description.join(" ");
    for (const [inner] of text.matchAll(/(?<![^\s(])[a-z-]+\/(?=[\s,:;.)]|$)/g))
      named.folders.push(open.join("") + inner);
  }
  return named;
}

function foldersIn(folder: string, recursive: boolean): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive })
    .filter((entry) => entry.isDirectory())
    .map((entry) => `${path.join(entry.parentPath, entry.name)}/`);
}

describe("the map in ARCHITECTURE.md", () => {
  it.each(["src", "cli"] as const)("names folders and files of %s that exist, each folder once", (top) => {
    const { folders, files: named } = mapped(top);
    const all = new Set([`${top}/`, ...foldersIn(top, true), ...files(top)]);
    expect(named.length).toBeGreaterThan(0);
    expect([...folders, ...named].filter((each) => !all.has(each))).toEqual([]);
    expect(folders.filter((each, i) => folders.indexOf(each) !== i)).toEqual([]);
  });

  it("names every folder of src, and every folder of src/audit with its subfolders", () => {
    const { folders } = mapped("src");
    const needed = [...foldersIn("src", false), ...foldersIn("src/audit", true)];
    expect(needed.length).toBeGreaterThan(20);
    expect(needed.filter((each) => !folders.includes(each))).toEqual([]);
  });

  it("names every folder of cli", () => {
    expect(foldersIn("cli", true).filter((each) => !mapped("cli").folders.includes(each))).toEqual([]);
  });
});
