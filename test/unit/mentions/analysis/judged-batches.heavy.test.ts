import { expect, it } from "vitest";
import { analyseByRules, analyseWithJudgement, compileRules } from "../../../../src/mentions/core/analysis/analyse";
import { readJudgement } from "../../../../src/mentions/core/analysis/judgement";
import {
  batchFaults,
  batchScore,
  batchTable,
  readBatch,
  subjectOf,
  type BatchAnswer,
  type Count,
} from "./corpus/batches";
import { honestReply, lyingReply, type Liar } from "./corpus/stand-in-judges";

const LONG = process.env["TEST_LONG"] === "1";

/** BATCH=mentions-12 judges that batch as a whole. */
const BATCH = process.env["BATCH"];
/** Batches that the rules have learnt from: in the long form all of their answers, otherwise every fourth one. */
const answers = (BATCH ? [BATCH] : ["mentions-1", "mentions-2", "mentions-3", "mentions-4"])
  .flatMap(readBatch)
  .filter((_, i) => LONG || BATCH || i % 4 === 0);

function read(reply: ((answer: BatchAnswer) => string) | null) {
  return answers.map((answer) => {
    const [subject, stored] = [subjectOf(answer), { text: answer.text, citations: [] }];
    const judgement = reply && readJudgement(reply(answer), answer.text);
    return {
      answer,
      found: judgement
        ? analyseWithJudgement(subject, stored, judgement)
        : analyseByRules(compileRules(subject), stored),
    };
  });
}
const share = ([right, of]: Count) => right / of;
const WATCHED = [
  "mention precision",
  "mention recall",
  "rivals precision",
  "rivals recall",
  "words kept out",
  "denials taken back",
  "opposites kept",
  "tone right",
];
const rules = batchScore(read(null));

it("an honest judge makes the figures right", () => {
  const cases = read(honestReply);
  const judged = batchScore(cases);
  console.log(`rules\n${batchTable(rules)}\nwith an honest judge\n${batchTable(judged)}`);
  for (const each of process.env["FAULTS"] ? cases.filter((one) => batchFaults(one) !== "") : [])
    console.log(`${each.answer.id} ${each.answer.brand} ${batchFaults(each)} | ${each.answer.text.slice(0, 200)}`);
  for (const name of WATCHED) expect(share(judged[name]!), name).toBeGreaterThanOrEqual(0.985);
});

it.each<Liar>([
  { as: "denied", controls: "opposite" },
  { as: "other", controls: "none" },
])("a judge that lies about $controls controls and calls true names $as is no worse than the rules", (liar) => {
  const lied = batchScore(read((answer) => lyingReply(answer, liar)));
  for (const name of WATCHED) expect(share(lied[name]!), name).toBeGreaterThanOrEqual(share(rules[name]!));
});

it("a judge that passes the controls and then lies does bounded harm", () => {
  const lied = batchScore(read((answer) => lyingReply(answer, { as: "other", controls: "right" })));
  console.log(`with a liar that passes the controls\n${batchTable(lied)}`);
  for (const name of WATCHED) expect(share(lied[name]!), name).toBeGreaterThanOrEqual(share(rules[name]!) - 0.2);
});
