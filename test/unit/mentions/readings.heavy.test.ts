import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { ANALYSIS_VERSION } from "../../../src/mentions/core/analysis/analyse";
import { answersToRead, readingOf } from "./corpus/readings";

const FILE = path.resolve("test/unit/mentions/corpus/readings.txt");

/**
 * Stored analyses are repeated only for a greater version (docs/answer-analysis.md), and the weights were learnt from what the
 * signs were then. READINGS=write writes the file anew, once the version is greater.
 */
it("reads the same in the same answers, as long as the version of the analysis is the same", () => {
  const readings = [`version ${ANALYSIS_VERSION}`, ...answersToRead().map(readingOf)];
  if (process.env["READINGS"] === "write") writeFileSync(FILE, `${readings.join("\n")}\n`);
  expect(readings).toEqual(readFileSync(FILE, "utf8").trimEnd().split("\n"));
});
