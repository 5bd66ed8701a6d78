import { mkdirSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { asMarkdown } from "../../../../src/mentions/core/report/blocks";
import { reportDocument } from "../../../../src/mentions/core/report/document";
import type { ReportV3 } from "../../../../src/mentions/core/report/figures/schema";
import { headlineOf } from "../../../../src/mentions/core/report/figures/headline";
import { knownHistory, type Truth } from "../../../support/known-histories";

const now = Date.parse("2026-11-20T23:50:00Z");

/** `HISTORY_OUT=<folder> HISTORY_SEEDS=1,2` writes reports to read, and the truth to open afterwards. */
const OUT = process.env["HISTORY_OUT"];
const SEEDS = (process.env["HISTORY_SEEDS"] ?? "1,38199").split(",").map(Number);

/** Claims of a report that its truth contradicts. What a report leaves open contradicts nothing. */
function contradictions(truth: Truth, report: ReportV3, text: string): string[] {
  const wrong: string[] = [];
  const claim = (holds: boolean, what: string) => void (holds || wrong.push(what));
  const { headline } = report.quickSummary;
  const rose = truth.change === "all rise" || truth.change === "one prompt won";
  const fell = truth.change === "all fall" || truth.change === "one prompt lost";
  claim(!/, up /.test(headline) || rose, "a rise");
  claim(!/, down /.test(headline) || fell, "a fall");
  const expected = truth.prompts.filter(({ branded }) => !branded).map(({ now: chance }) => chance);
  const asked = expected.reduce((sum, chance) => sum + chance, 0) / expected.length;
  const lessWeak = truth.weakProvider === null ? 1 : 0.8;
  claim(Math.abs(headlineOf(report.stats).visibility.value - 100 * asked * lessWeak) < 12, "the level");
  claim(truth.prompts.length > expected.length === /Prompts that name/.test(headline), "branded prompts apart");
  const promptOf = ({ promptText }: { promptText: string }) => truth.prompts.find(({ text: of }) => of === promptText)!;
  for (const each of report.promptHighlights.wins) claim(promptOf(each).now > promptOf(each).before, "a prompt won");
  for (const each of report.promptHighlights.losses) claim(promptOf(each).now < promptOf(each).before, "a prompt lost");
  const sites = new Set(truth.rivals.map(({ site }) => site));
  for (const { domain } of report.citationOpportunities) claim(!sites.has(domain), `a rival's site: ${domain}`);
  for (const { rule, rival, providers, evidence } of report.actionItems) {
    if (rule === "new_competitor") claim(rival === truth.newRival, `new: ${rival}`);
    if (rule === "provider_gap") claim(providers[0] === truth.weakProvider, `a weak provider: ${providers[0]}`);
    for (const { quote } of evidence)
      claim(/^(?:…|[A-Z\d“])/.test(quote) && !/[*#[\]]/.test(quote), `a quote: ${quote}`);
    if (rival !== undefined)
      for (const { quote } of evidence) claim(quote.includes(rival), `${rival} not in: ${quote}`);
  }
  claim(truth.audited || !/latest audit/.test(text), "an audit that was never run");
  claim(truth.connected || !/of which crawlers visited|Crawlers visited/.test(text), "visits that nobody counted");
  return wrong;
}

it("says of histories with a known truth what is true", { timeout: 120_000 }, () => {
  for (const seed of SEEDS) {
    const { truth, report } = knownHistory(seed, now);
    const text = asMarkdown(reportDocument(report, "https://service.example"));
    if (OUT) {
      mkdirSync(OUT, { recursive: true });
      writeFileSync(`${OUT}/report-${seed}.md`, text);
      writeFileSync(`${OUT}/truth-${seed}.json`, JSON.stringify(truth, null, 1));
    }
    expect(text, `seed ${seed}`).not.toContain("/api/");
    expect(contradictions(truth, report, text), `seed ${seed}: ${JSON.stringify(truth)}`).toEqual([]);
  }
});
