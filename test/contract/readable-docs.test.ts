import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { files } from "./sources.ts";

/** Longer text belongs in a list or a section of its own. */
const LONGEST_CELL = 200;

const read = (file: string) => readFileSync(file, "utf8");
const documents = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "AGENTS.md", "SECURITY.md"].concat(
  ["docs", "bench"].flatMap((folder) => files(folder).filter((file) => file.endsWith(".md"))),
);
const decisions = documents.filter((file) => file.startsWith("docs/decisions/"));

/** The text of a link as a reader sees it. */
const shown = (cell: string) => cell.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1").trim();

describe("documents", () => {
  it.each(documents)("%s has no table cell that is longer than two lines", (file) => {
    const rows = read(file)
      .split("\n")
      .filter((line) => line.startsWith("|"));
    const cells = rows.flatMap((row) => row.split(/(?<!\\)\|/).map(shown));
    expect(cells.filter((cell) => cell.length > LONGEST_CELL)).toEqual([]);
  });

  it.each(documents)("%s refers to no document that its reader lacks", (file) => {
    expect(read(file)).not.toMatch(/service-api\.md|decisions\.md/);
  });

  it("are all listed in docs/README.md", () => {
    const listed = read("docs/README.md");
    const missing = documents
      .filter((file) => /^docs\/[^/]+\.md$/.test(file) || decisions.includes(file))
      .map((file) => path.relative("docs", file))
      .filter((file) => file !== "README.md" && !listed.includes(`(${file})`));
    expect(missing).toEqual([]);
  });
});

describe("README.md", () => {
  it("fits two screens", () => {
    expect(read("README.md").split("\n").length).toBeLessThan(110);
  });
});

describe("decisions", () => {
  it.each(decisions)("%s has its number, date, status and the four sections", (file) => {
    const text = read(file);
    const number = Number(/^docs\/decisions\/(\d{4})-/.exec(file)![1]);
    expect(text).toMatch(new RegExp(`^# ${number}\\. \\S`));
    expect(text).toMatch(/^Date: \d{4}-\d\d-\d\d\. Status: (proposed|accepted|superseded by \[\d+\]\(\S+\))\.$/m);
    const sections = [...text.matchAll(/^## (.*)$/gm)].map(([, title]) => title);
    expect(sections.filter((title) => ["Context", "Options", "Decision", "Consequences"].includes(title!))).toEqual([
      "Context",
      "Options",
      "Decision",
      "Consequences",
    ]);
  });
});

describe("comments", () => {
  it("refer to no document that a reader lacks", () => {
    const sources = ["src", "cli", "scripts", "test", "bench"]
      .flatMap((folder) => files(folder))
      .filter((file) => !file.endsWith("readable-docs.test.ts"));
    expect(sources.filter((file) => /service-api\.md/.test(read(file)))).toEqual([]);
  });
});
