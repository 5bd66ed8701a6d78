import { describe, expect, it } from "vitest";
import { buildReport } from "../../../../src/mentions/core/report/build-report";
import { asMarkdown } from "../../../../src/mentions/core/report/blocks";
import { reportDocument } from "../../../../src/mentions/core/report/document";
import type { ReportInput } from "../../../../src/mentions/core/report/figures/scene";
import type { ReportV3 } from "../../../../src/mentions/core/report/figures/schema";
import { simulatedAccount, WORLDS } from "../../../support/simulated-accounts";

const now = Date.parse("2026-11-20T00:10:00Z");
const LONG = process.env["TEST_LONG"] === "1";
const SEEDS = LONG ? 50 : 1;
const SIZES = LONG ? [1, 3, 10, 25] : [1, 3];
const LIFTS = [-0.5, 0, 0.5];
const histories = WORLDS.flatMap((world) =>
  SIZES.flatMap((prompts) =>
    LIFTS.flatMap((lift) => Array.from({ length: SEEDS }, (_, seed) => ({ world, prompts, lift, seed: seed + 1 }))),
  ),
);

/** What an item says, counted again from the raw answers. */
function contradictions(input: ReportInput, report: ReportV3): string[] {
  const inWindow = input.facts.filter(({ dateUtc }) => dateUtc >= input.window.from);
  const named = (facts: typeof inWindow) => facts.filter(({ position }) => position > 0).length;
  const known = new Set(input.prompts.map(({ id }) => id));
  const wrong: string[] = [];
  const claim = (holds: boolean, what: string) => void (holds || wrong.push(what));
  claim(report.stats.responses === inWindow.length, "number of answers");
  claim(report.stats.mentions === named(inWindow), "number of mentions");
  const ids = report.actionItems.map(({ id }) => id);
  claim(new Set(ids).size === ids.length, "an item twice");
  claim(report.actionItems.length <= 20, "more than 20 items");
  const open = report.actionItems.filter(({ status }) => status !== "resolved");
  const rules = new Set(open.map(({ rule }) => rule));
  claim(!(rules.has("rising") && rules.has("decaying")), "rising and falling");
  const { visibility } = report.stats.change;
  claim(!rules.has("rising") || (visibility.significant && visibility.shift! > 0), "rising without a clear rise");
  claim(!rules.has("decaying") || (visibility.significant && visibility.shift! < 0), "falling without a clear fall");
  claim(visibility.significant || !/, (up|down) /.test(report.quickSummary.headline), "a headline that moves");
  claim(rules.has("thin_data") === inWindow.length < 10, "thin data");
  claim(!rules.has("anchor_url") || input.prompts.length > 1, "a page cited for one prompt of one");
  for (const { rule, promptIds, source } of open) {
    claim(
      promptIds.every((id) => known.has(id)),
      `${rule} of an unknown prompt`,
    );
    const answers = inWindow.filter(({ promptId }) => promptIds.includes(promptId));
    if (rule === "absent_prompt") claim(named(answers) === 0, "absent, but named");
    if (rule === "low_position") claim(named(answers) * 2 >= answers.length, "low position, but mostly absent");
    if (rule === "competitor_cited_domain_gap")
      claim(
        !input.facts.some(({ cited, position }) => position > 0 && cited.some(([domain]) => domain === source)),
        "competitors only, but named",
      );
  }
  for (const { domain } of report.citationOpportunities) claim(domain !== input.domain, "the own site to be found in");
  for (const { visibilityPercent, previousVisibilityPercent: before } of report.promptHighlights.wins)
    claim(before === null || visibilityPercent > before, "a gain that is none");
  for (const { visibilityPercent, previousVisibilityPercent: before } of report.promptHighlights.losses)
    claim(before === null || visibilityPercent < before, "a loss that is none");
  const text = asMarkdown(reportDocument(report));
  claim(!/\b(?:undefined|null|NaN|Infinity)\b/.test(text), "a number that is none");
  return wrong;
}

describe("reports on generated histories", () => {
  it(`say nothing that their ${histories.length} histories contradict`, () => {
    const rules = new Set<string>();
    for (const history of histories) {
      const input = simulatedAccount(history, now);
      const report = buildReport(input);
      for (const { rule } of report.actionItems) rules.add(rule);
      expect(contradictions(input, report), JSON.stringify(history)).toEqual([]);
    }
    // The histories must reach the rules, or nothing was checked.
    expect([...rules]).toEqual(expect.arrayContaining(["rising", "decaying"]));
  });

  it("resolve nothing that got worse", () => {
    for (const seed of [1, 2, 3, 4, 5]) {
      const better = simulatedAccount({ world: "independent", prompts: 3, lift: -0.5, seed }, now);
      const before = buildReport(better).actionItems;
      const input = {
        ...simulatedAccount({ world: "independent", prompts: 3, lift: -0.6, seed }, now),
        previousActions: before,
      };
      const resolved = buildReport(input).actionItems.filter(
        ({ status, rule }) => status === "resolved" && rule === "absent_prompt",
      );
      for (const { promptIds } of resolved) {
        const answers = input.facts.filter(
          ({ promptId, dateUtc }) => promptIds.includes(promptId) && dateUtc >= input.window.from,
        );
        expect(answers.some(({ position }) => position > 0)).toBe(true);
      }
    }
  });
});
