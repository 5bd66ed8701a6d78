import { describe, expect, it } from "vitest";
import { medianOf, summarise, type SummaryRow } from "../../../src/analytics/core/summarise";
import { VERDICTS } from "../../../src/analytics/core/verdict";

const row = (change: Partial<SummaryRow> = {}): SummaryRow => ({
  provider: "google",
  kind: "search",
  verdict: VERDICTS.unknown,
  cache: 0,
  render: 0,
  savedMs: 0,
  savedCount: 0,
  ...change,
});

describe("the summary of visits", () => {
  it("counts no visits of impostors but as such", () => {
    const rows = [
      row({ cache: 3, render: 1, verdict: VERDICTS.verified }),
      row({ cache: 2 }),
      row({ cache: 50, render: 50, verdict: VERDICTS.spoofed, provider: "a" }),
    ];
    expect(summarise(rows, null)).toMatchObject({
      topSearchCrawler: { provider: "google", count: 6 },
      totalCrawlsServed: 6,
      crawlBudgetSaved: { cacheHits: 5, percentage: 83.3 },
      verification: { verified: 4, unknown: 2, spoofed: 100 },
    });
  });

  it("names the top search crawler and the top one of AI, by name among equals", () => {
    const rows = [
      row({ provider: "b", cache: 2 }),
      row({ provider: "a", cache: 1 }),
      row({ provider: "a", render: 1 }),
      row({ provider: "openai", kind: "llm-training", cache: 1 }),
      row({ provider: "openai", kind: "llm-search", cache: 1 }),
      row({ provider: "x", kind: "social", cache: 9 }),
    ];
    expect(summarise(rows, null)).toMatchObject({
      topSearchCrawler: { provider: "a", count: 2 },
      topLlmCrawler: { provider: "openai", count: 2 },
    });
    expect(summarise([], null)).toEqual({
      topSearchCrawler: { provider: "", count: 0 },
      topLlmCrawler: { provider: "", count: 0 },
      totalCrawlsServed: 0,
      crawlBudgetSaved: { percentage: 0, minutesSaved: 0, cacheHits: 0 },
      verification: { verified: 0, unknown: 0, spoofed: 0 },
    });
  });

  it("adds up the render time saved: the page's, else the domain's median, else three seconds", () => {
    const rows = [row({ cache: 40, savedCount: 20, savedMs: 60_000 })];
    const saved = (median: number | null) => summarise(rows, median).crawlBudgetSaved.minutesSaved;
    expect([saved(6_000), saved(null)]).toEqual([3, 2]);
  });
});

it("the lower median is that of the counted values", () => {
  expect(medianOf([])).toBeNull();
  expect(medianOf([[5, 1]])).toBe(5);
  const pair = [
    [5, 2],
    [9, 2],
  ] as const;
  expect(medianOf(pair)).toBe(5);
  expect(medianOf([[5, 1], ...pair.slice(1)])).toBe(9);
});
