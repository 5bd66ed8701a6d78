import { expect, it } from "vitest";
import { analyseByRules, compileRules } from "../../../../src/mentions/core/analysis/analyse";
import { batchFaults, batchScore, batchTable, readBatch, subjectOf } from "./corpus/batches";

/** BATCH=mentions-1 prints the tables and lists what the rules get wrong in that batch. */
const listed = process.env["BATCH"];
/** It prints figures and requires none; judged-batches requires those of the rules. */
const prints = listed !== undefined || process.env["TEST_LONG"] === "1";

const ran = (name: string) =>
  readBatch(name).map((answer) => ({
    answer,
    found: analyseByRules(compileRules(subjectOf(answer)), { text: answer.text, citations: [] }),
  }));

it
  .runIf(prints)
  .each([
    "mentions-1",
    "mentions-2",
    "mentions-3",
    "mentions-4",
    "mentions-5",
    "mentions-6",
    "mentions-7",
    "mentions-8",
    "mentions-9",
    "mentions-10",
    "mentions-11",
    "mentions-12",
    "mentions-13",
  ])("%s is read by rules alone", (name) => {
  const cases = ran(name);
  if (cases.length === 0) return;
  console.log(`${name}: ${cases.length} answers\n${batchTable(batchScore(cases))}`);
  for (const each of name === listed ? cases : []) {
    const faults = batchFaults(each);
    if (faults)
      console.log(
        `${each.answer.id} ${each.answer.language} ${each.answer.brand} [${each.answer.kinds.join()}] ${faults} | ${each.answer.text.replaceAll("\n", "\\n")}`,
      );
  }
  expect(cases.length).toBeGreaterThanOrEqual(100);
});
