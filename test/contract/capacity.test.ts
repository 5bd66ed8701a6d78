import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** The rows of the tables of a text, without padding. */
const rows = (text: string) =>
  text
    .split("\n")
    .filter((line) => line.startsWith("|") && !line.startsWith("| -"))
    .map((line) => line.replaceAll(/ +/g, " "));

it("docs/capacity.md contains the tables that bench/capacity.ts prints", () => {
  const { stdout } = spawnSync(process.execPath, ["bench/capacity.ts"], { encoding: "utf8" });
  const printed = rows(stdout);
  expect(printed.length).toBeGreaterThan(40);
  const written = new Set(rows(readFileSync("docs/capacity.md", "utf8")));
  expect(printed.filter((row) => !written.has(row))).toEqual([]);
});
