import { describe, expect, it } from "vitest";
import { failedConditions, parseFailOn, requireBaseline } from "../../../cli/report/fail-on.ts";
import { makeReport } from "../../../cli/report/report.ts";
import { savedRun } from "./saved-runs.ts";

const before = savedRun({ "/": { old: {} }, "/gone": { old: {} } });
const now = savedRun({ "/": { old: {}, fresh: {}, small: { severity: "notice" } } });
const failing = (text: string, baseline = before as typeof before | null) =>
  failedConditions(parseFailOn(text), makeReport(now, baseline));

describe("--fail-on", () => {
  it.each([
    ["score<90", ["score<90 (score is 80)"]],
    ["score<80", []],
    ["score<=80", ["score<=80 (score is 80)"]],
    ["score != 80", []],
    ["errors > 1 , notices>=1", ["errors > 1 (errors is 2)", "notices>=1 (notices is 1)"]],
    ["issues=3", ["issues=3 (issues is 3)"]],
    ["site-score<75.5", ["site-score<75.5 (site-score is 75)"]],
    ["new-errors>0,NEW-ERRORS>1", ["new-errors>0 (new-errors is 1)"]],
    ["new-issues>1", ["new-issues>1 (new-issues is 2)"]],
    ["errors>1,", ["errors>1 (errors is 2)"]],
  ])("%j", (text, failed) => expect(failing(text)).toEqual(failed));

  it.each([
    ["", /no condition is given\. Write one, such as score<90/],
    [" ,, ", /no condition is given/],
    ["score", /"score" is not a condition\. Write a name, a comparison and a number/],
    ["score<<9", /not a condition/],
    ["score<-1", /not a condition/],
    ["score<1e3", /not a condition/],
    ["errors>0;score<9", /not a condition/],
    ["bugs>0", /is not a known figure\. Figures are score, /],
    ["constructor>0", /is not a known figure/],
  ])("refuses %j", (text, message) => expect(() => parseFailOn(text)).toThrow(message));

  it("asks for a baseline if a condition is about what is new", () => {
    expect(() => requireBaseline(parseFailOn("score<1,new-errors>0"))).toThrow("new-errors>0 needs an earlier run");
    expect(() => requireBaseline(parseFailOn("score<1,errors>0"))).not.toThrow();
  });

  it("has nothing new without a baseline", () => expect(failing("new-errors>0", null)).toEqual([]));

  it("fails a condition on a value that the run lacks", () => {
    const unscored = makeReport(savedRun({}, { scoreState: "not_scorable", healthScore: 0, siteScore: null }));
    expect(failedConditions(parseFailOn("score>90,site-score>1"), unscored)).toEqual([
      "score>90 (this run has no score)",
      "site-score>1 (this run has no site-score)",
    ]);
  });
});
