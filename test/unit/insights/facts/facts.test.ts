import { describe, expect, it } from "vitest";
import { stemsOf } from "../../../../src/insights/core/questions.ts";
import { claimsOf } from "../../../../src/insights/core/facts/claims.ts";
import { FACT_OUTCOMES, judgeClaim, type JudgedClaim } from "../../../../src/insights/core/facts/judge.ts";
import { factsOfPage } from "../../../../src/insights/core/facts/subject.ts";
import { valuesIn } from "../../../../src/insights/core/facts/values.ts";
import { factHistory, type FactHistory } from "../../../support/fact-histories.ts";
import { hardHistory } from "../../../support/hard-facts.ts";

/** Each planted claim with what was judged; null: no value was found in the answer. */
function judged({ brand, site, versions, planted }: FactHistory) {
  const own = stemsOf(brand);
  const read = versions.map(({ path, text, from, to }) => Object.assign(factsOfPage(text, own), { path, from, to }));
  return planted.map((each) => {
    const claims = claimsOf(each.answer, brand);
    const results = claims.map((claim): JudgedClaim => {
      const others = claim.cites.some((url) => !url.startsWith(site));
      const cited = new Set(claim.cites.filter((url) => url.startsWith(site)).map((url) => new URL(url).pathname));
      return judgeClaim(claim, read, { cited, others });
    });
    return { planted: each, results };
  });
}

/** Precision and recall of each outcome over ten histories, and what was judged wrongly. */
function measured(history: typeof factHistory, seeds: readonly number[]) {
  const counts = new Map(FACT_OUTCOMES.map((outcome) => [outcome, { right: 0, claimed: 0, all: 0 }]));
  const wrong: string[] = [];
  for (const seed of seeds)
    for (const { planted, results } of judged(history(seed, true))) {
      counts.get(planted.outcome)!.all++;
      for (const result of results) {
        if (result.outcome === "unknown") continue;
        const count = counts.get(result.outcome)!;
        count.claimed++;
        const isRight =
          result.outcome === planted.outcome && (planted.to === undefined || result.said?.to === planted.to);
        if (isRight) count.right++;
        else wrong.push(`${planted.answer.text} is ${planted.outcome}, judged ${result.outcome}: ${result.now?.quote}`);
      }
    }
  const table = [...counts].flatMap(([outcome, { right, claimed, all }]) =>
    outcome === "unknown" || all === 0
      ? []
      : [{ outcome, precision: right / claimed, recall: right / all, claimed, all }],
  );
  return { table, wrong };
}

const TEN = Array.from({ length: 10 }, (_, i) => i + 1);

describe.each([
  ["plans of services", factHistory, 0.6],
  ["shops and workshops", hardHistory, 0.5],
] as const)("facts in answers: %s", (_name, history, recallOf) => {
  it("are told apart in ten histories with planted errors", () => {
    const { table, wrong } = measured(history, TEN);
    console.log(table.map((row) => JSON.stringify(row)).join("\n"), wrong.slice(0, 12).join("\n"));
    for (const { precision, recall } of table) {
      expect(precision, wrong.join("\n")).toBeGreaterThan(0.98);
      expect(recall).toBeGreaterThan(recallOf);
    }
  });

  it("are never called wrong where none is, in ten histories", () => {
    let matches = 0;
    for (const seed of TEN)
      for (const { planted, results } of judged(history(100 + seed, false)))
        for (const { outcome } of results) {
          expect(["matches", "unknown"], planted.answer.text).toContain(outcome);
          if (outcome === "matches") matches++;
        }
    expect(matches).toBeGreaterThan(70);
  });
});

describe("values", () => {
  const read = (text: string) =>
    valuesIn(text).map(({ kind, value, unit, period, loose }) => [kind, value, unit, period, loose]);

  it.each([
    ["It costs 1.299,00 € pro Monat", ["price", "1299", "EUR", "month", false]],
    ["$49/mo", ["price", "49", "USD", "month", false]],
    ["$1,299.50 per year", ["price", "1299.5", "USD", "year", false]],
    ["1 299,5 zł / rok", ["price", "1299.5", "PLN", "year", false]],
    ["CHF 1'299.-", ["price", "1299", "CHF", null, false]],
    ["49,- €", ["price", "49", "EUR", null, false]],
    ["from €49", ["price", "49", "EUR", null, true]],
    ["a 14-day trial", ["amount", "14", "day", null, false]],
    ["99.9% uptime", ["amount", "99.9", "%", null, false]],
    ["since 3 May 2026", ["date", "2026-05-03", "", null, false]],
    ["seit 3. Mai 2026", ["date", "2026-05-03", "", null, false]],
    ["am 03.05.2026", ["date", "2026-05-03", "", null, false]],
    ["May 3, 2026", ["date", "2026-05-03", "", null, false]],
    ["2026-05-03", ["date", "2026-05-03", "", null, false]],
  ])("of %s", (text, value) => expect(read(text)).toEqual([value]));

  it("are not read where two readings are possible", () => {
    expect(read("on 03/05/2026").filter(([kind]) => kind === "date")).toEqual([]);
  });
});
