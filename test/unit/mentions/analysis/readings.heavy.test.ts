import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { ANALYSIS_VERSION } from "../../../../src/mentions/core/analysis/analyse";
import { answersToRead, readingOf } from "./corpus/readings";

const FILE = path.resolve("test/unit/mentions/analysis/corpus/readings.txt");
/** So many differences show what changed. */
const ENOUGH = 5;

/**
 * Stored analyses are repeated only for a greater version (docs/answer-analysis.md), and the weights were learnt from what the
 * signs were then. READINGS=write writes the file anew, once the version is greater.
 */
it("reads the same in the same answers, as long as the version of the analysis is the same", () => {
  const first = `version ${ANALYSIS_VERSION}`;
  const answers = answersToRead();
  if (process.env["READINGS"] === "write") writeFileSync(FILE, `${[first, ...answers.map(readingOf)].join("\n")}\n`);
  const [version, ...readings] = readFileSync(FILE, "utf8").trimEnd().split("\n");
  expect([first, answers.length]).toEqual([version, readings.length]);
  const differences: Array<{ is: string; was: string }> = [];
  for (const [i, answer] of answers.entries()) {
    const is = readingOf(answer);
    if (is !== readings[i]) differences.push({ is, was: readings[i]! });
    if (differences.length === ENOUGH) break;
  }
  expect(differences).toEqual([]);
});
