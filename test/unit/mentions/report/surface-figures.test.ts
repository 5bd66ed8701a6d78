import { describe, expect, it } from "vitest";
import { PROVIDERS } from "../../../../src/lib/ai-providers.ts";
import type { Provider } from "../../../../src/mentions/core/provider.ts";
import { asMarkdown } from "../../../../src/mentions/core/report/blocks.ts";
import { buildReport } from "../../../../src/mentions/core/report/build-report.ts";
import { reportDocument } from "../../../../src/mentions/core/report/document.ts";
import { ReportV3 } from "../../../../src/mentions/core/report/figures/schema.ts";
import { statistics } from "../../../../src/mentions/core/statistics/prompt-statistics.ts";
import type { AnswerFact } from "../../../../src/mentions/core/statistics/fact.ts";
import { simulatedAccount } from "../../../support/simulated-accounts.ts";

const now = Date.parse("2026-11-20T00:10:00Z");
const history = simulatedAccount({ world: "independent", prompts: 3, seed: 4 }, now);
/** The same answers as if people had seen them, all without the brand. */
const seen = (provider: Provider) =>
  history.facts
    .filter((fact) => fact.provider === "claude")
    .map((fact): AnswerFact =>
      Object.assign({}, fact, { runId: `${fact.runId}-${provider}`, provider, position: 0, sentiment: 0 }),
    );
const both = [...history.facts, ...seen("copilot"), ...seen("google-ai-overviews")];

const figures = (facts: readonly AnswerFact[]) =>
  statistics(
    history.prompts.map(({ id, text }) => ({
      id,
      promptText: text,
      intent: "comm",
      aiProviders: [...PROVIDERS],
      tags: "t",
      active: 1,
      lastRunAt: "",
    })),
    facts,
    { from: "2026-11-10", to: "2026-11-20", domain: "own.com", competitors: [{ name: "Alpha" }], now },
  );

describe("answers that people see", () => {
  it("stand in a report's list of providers, and change no other figure", () => {
    const alone = buildReport(history);
    const mixed = buildReport({ ...history, facts: both });
    expect(ReportV3.parse(mixed)).toEqual(mixed);
    const { providerInsights, providerCount, method, ...rest } = mixed;
    const { providerInsights: _a, providerCount: _b, method: _c, ...same } = alone;
    expect(rest).toEqual(same);
    expect(providerCount).toBe(alone.providerCount + 2);
    const shown = new Map(
      providerInsights.map(({ provider, surface, visibilityPercent }) => [provider, [surface, visibilityPercent]]),
    );
    expect(shown.get("copilot")).toEqual(["consumer", 0]);
    expect(shown.get("chatgpt")![0]).toBe("api");
    expect(method.caveats.join(" ")).toContain("stand only in the list of providers");
    expect(asMarkdown(reportDocument(mixed))).toContain("Copilot \\(as people see it\\)");
  });

  it("stand in the statistics by provider, and change no other figure", () => {
    const { byProvider, matrix, ...rest } = figures(both);
    const { byProvider: apis, matrix: _m, ...same } = figures(history.facts);
    expect(rest).toEqual(same);
    expect(rest.summary.surface).toBe("api");
    expect(byProvider.slice(0, apis.length)).toEqual(apis);
    expect(byProvider.map(({ provider, surface }) => [provider, surface])).toContainEqual(["copilot", "consumer"]);
    expect(matrix.some(({ surface }) => surface === "consumer")).toBe(true);
  });

  it("are counted, and called so, where no API was asked", () => {
    const only = seen("copilot");
    expect(figures(only).summary).toMatchObject({ surface: "consumer", totalMentions: 0 });
    const report = buildReport({ ...history, facts: only });
    expect(report.stats).toMatchObject({ surface: "consumer", mentions: 0 });
    expect(report.stats.responses).toBeGreaterThan(0);
    expect(report.method.caveats.join(" ")).toContain("read by a scraping service");
  });
});
