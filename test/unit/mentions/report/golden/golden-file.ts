import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect } from "vitest";

/** Compares a text with a file of this folder, line by line. GOLDEN=write writes the file, which a person must then read. */
export function expectGolden(name: string, text: string): void {
  const file = path.resolve("test/unit/mentions/report/golden", name);
  if (process.env["GOLDEN"] === "write") writeFileSync(file, text);
  expect(text.split("\n")).toEqual(readFileSync(file, "utf8").split("\n"));
}

const LINE = 140;

/** Data as text: what is short on one line, the rest with a line for each of its parts. */
export function asLines(data: unknown, indent = ""): string {
  const short = JSON.stringify(data);
  if (short.length <= LINE || typeof data !== "object" || data === null) return short;
  const inner = `${indent} `;
  const parts = Array.isArray(data)
    ? data.map((each) => `-${asLines(each, inner)}`)
    : Object.entries(data).map(([name, each]) => `${name}: ${asLines(each, inner)}`.replace(": \n", ":\n"));
  return ["", ...parts].join(`\n${inner}`);
}
