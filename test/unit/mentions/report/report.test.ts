import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { buildReport } from "../../../../src/mentions/core/report/build-report";
import { adviceOn } from "../../../../src/mentions/core/report/advice";
import { asHtml, asMarkdown } from "../../../../src/mentions/core/report/blocks";
import { reportDocument } from "../../../../src/mentions/core/report/document";
import { DETECTORS } from "../../../../src/mentions/core/report/detectors";
import { fillEvidence, runsToQuote } from "../../../../src/mentions/core/report/fill-evidence";
import { quoteOf } from "../../../../src/mentions/core/report/quote";
import { readReport } from "../../../../src/mentions/core/report/read-report";
import { windowOf, type ReportInput, type ReportPrompt } from "../../../../src/mentions/core/report/figures/scene";
import { ReportV3, type ActionItem } from "../../../../src/mentions/core/report/figures/schema";
import { onlyRewords } from "../../../../src/mentions/core/report/summary";
import type { Provider } from "../../../../src/mentions/core/provider";
import type { AnswerFact } from "../../../../src/mentions/core/statistics/fact";
import { generatedFacts, randomNumbers } from "../../../support/answer-history";

const now = Date.parse("2026-11-20T00:10:00Z");
const prompts: ReportPrompt[] = ["a", "b", "c", "d"].map((id) => ({
  id,
  text: `Which one for ${id}?`,
  intent: "comm",
  tags: id === "a" ? ["crm"] : [],
  branded: id === "c",
}));

const input = (facts: AnswerFact[], change: Partial<ReportInput> = {}): ReportInput => ({
  now,
  window: windowOf(now),
  domain: "own.com",
  brand: { name: "Own", aliases: [] },
  competitors: [{ name: "Alpha", siteUrl: "https://alpha.com" }, { name: "Beta" }],
  prompts,
  facts,
  errors: [],
  openRuns: 0,
  models: [{ provider: "chatgpt", model: "m" }],
  crawl: { blockedAgents: [], brokenPages: [] },
  previousActions: [],
  ...change,
});

let serial = 0;
/** `count` answers to one prompt by one provider on one day. */
function answers(count: number, change: Partial<AnswerFact> & { day?: string } = {}): AnswerFact[] {
  const { day = "2026-11-19", ...rest } = change;
  return Array.from({ length: count }, () => ({
    runId: `run-${String(++serial).padStart(5, "0")}`,
    promptId: "a",
    provider: "chatgpt" as Provider,
    dateUtc: day,
    createdAt: Date.parse(`${day}T12:00:00Z`) + serial,
    position: 0,
    sentiment: 0,
    ownUrls: [],
    competitors: [],
    cited: [],
    ...rest,
  }));
}
const named = { position: 1, sentiment: 0.3 };
/** Answers that name the brand, and some that do not. */
const mixed = (hits: number, misses: number, change: Partial<AnswerFact> & { day?: string }) =>
  answers(hits, { ...change, ...named }).concat(answers(misses, change));
/** Two weeks of two answers a day; the brand is named on this many days of each. */
const weeks = (before: number, after: number, days: number) =>
  Array.from({ length: 2 * days }, (_, i) =>
    answers(2, {
      day: `2026-11-${String(7 + i).padStart(2, "0")}`,
      ...((i < days ? (i * 3) % days < before : (i * 3) % days < after) ? named : {}),
    }),
  ).flat();
const rules = (report: ReportV3) => report.actionItems.map(({ rule }) => rule);
const found = (rule: string, facts: AnswerFact[], change: Partial<ReportInput> = {}) =>
  rules(buildReport(input(facts, change))).includes(rule);

describe("windows", () => {
  it("are the seven days ending today, and the seven before", () => {
    expect(windowOf(now)).toMatchObject({
      from: "2026-11-14",
      to: "2026-11-20",
      previousFrom: "2026-11-07",
      previousTo: "2026-11-13",
      trendFrom: "2026-10-22",
    });
  });
});

describe("a report", () => {
  const facts = generatedFacts(3_000, 3, 30, now).map((fact) =>
    Object.assign(fact, { promptId: ["a", "b", "c"][Number(fact.promptId.slice(-1))]! }),
  );

  it("matches its schema, and does not depend on the order of the rows", () => {
    const report = buildReport(input(facts));
    expect(ReportV3.parse(report)).toEqual(report);
    const random = randomNumbers(7);
    const shuffled = facts
      .map((fact) => ({ fact, at: random() }))
      .sort((a, b) => a.at - b.at)
      .map(({ fact }) => fact);
    expect(buildReport(input(shuffled))).toEqual(report);
  });

  it("adds up", () => {
    const { stats, providerInsights, competitorLandscape, trendData, window } = buildReport(input(facts));
    const inWindow = facts.filter(({ dateUtc }) => dateUtc >= window.from && dateUtc <= window.to);
    expect(stats.responses).toBe(inWindow.length);
    expect(stats.headline!.responses).toBe(stats.unbranded.responses);
    expect(providerInsights.reduce((sum, { responses }) => sum + responses, 0)).toBe(stats.headline!.responses);
    expect(stats.branded.responses + stats.unbranded.responses).toBe(stats.responses);
    expect(stats.sentiment.positive + stats.sentiment.neutral + stats.sentiment.negative).toBe(stats.mentions);
    expect(
      competitorLandscape.competitors.reduce((sum, { mentions }) => sum + mentions, stats.headline!.mentions),
    ).toBe(competitorLandscape.totalMentions);
    expect(trendData.points).toHaveLength(30);
    const shown = facts.filter(({ dateUtc }) => dateUtc >= windowOf(now).trendFrom);
    expect(trendData.points.reduce((sum, { responses }) => sum + responses, 0)).toBe(shown.length);
  });

  it("is complete without a single answer", () => {
    const report = buildReport(input([]));
    expect(ReportV3.parse(report)).toEqual(report);
    expect(report.stats.change.visibility).toMatchObject({
      current: 0,
      previous: null,
      delta: null,
      significant: false,
    });
    expect(report.trendData.points.every(({ visibilityPercent }) => visibilityPercent === null)).toBe(true);
    expect(rules(report)).toEqual(["thin_data"]);
    expect(report.quickSummary.headline).toBe("No answers about Own in this window.");
  });

  it("carries each provider's last answer forward, and leaves days without a run empty", () => {
    const taking = [
      ...answers(1, { day: "2026-11-16", provider: "chatgpt", ...named }),
      ...answers(1, { day: "2026-11-17", provider: "claude" }),
      ...answers(1, { day: "2026-11-19", provider: "gemini", ...named }),
    ];
    const { points, byProvider } = buildReport(input(taking)).trendData;
    const byDay = Object.fromEntries(points.map(({ date, visibilityPercent }) => [date, visibilityPercent]));
    expect(byDay).toMatchObject({ "2026-11-15": null, "2026-11-16": 100, "2026-11-17": 50, "2026-11-18": null });
    expect(byDay["2026-11-19"]).toBe(66.7);
    expect(byProvider.claude!.find(({ date }) => date === "2026-11-17")!.visibilityPercent).toBe(0);
  });

  it("marks a change as significant only if it is more than chance", () => {
    expect(buildReport(input(weeks(1, 7, 7))).stats.change.visibility).toMatchObject({
      current: 100,
      previous: 14.3,
      delta: 85.7,
      significant: true,
      shift: 85.71,
      by: "days",
    });
    expect(buildReport(input(weeks(3, 4, 7))).stats.change.visibility.significant).toBe(false);
    const oneDay = [...mixed(4, 16, { day: "2026-11-10" }), ...mixed(16, 4, {})];
    expect(buildReport(input(oneDay)).stats.change.visibility, "a day's answers count once").toMatchObject({
      significant: false,
      delta: 60,
    });
  });

  it("does not take asking other prompts more often for a change", () => {
    const often = (promptId: string, day: string, n: number, change: Partial<AnswerFact>) =>
      answers(n, { promptId, day, ...change });
    const facts = ["07", "08", "09", "10", "11", "12", "13"].flatMap((d, i) =>
      often("a", `2026-11-${d}`, 4, named).concat(
        often("b", `2026-11-${d}`, 1, {}),
        often("a", `2026-11-${14 + i}`, 1, named),
        often("b", `2026-11-${14 + i}`, 4, {}),
      ),
    );
    const { stats, quickSummary } = buildReport(input(facts));
    expect(stats.change.visibility).toMatchObject({ previous: 80, current: 20, shift: 0, significant: false });
    expect(stats.visibilityByPrompt).toMatchObject({ value: 50, previous: 50, prompts: 2 });
    expect(quickSummary.headline).toBe(
      "Own is named in 20% of 35 answers (50% on average over 2 prompts), no clear change.",
    );
  });

  it("calls a provider the best only if the intervals part", () => {
    const rates = (chatgpt: number, claude: number) =>
      buildReport(
        input([
          ...mixed(chatgpt, 10 - chatgpt, { provider: "chatgpt" }),
          ...mixed(claude, 10 - claude, { provider: "claude" }),
        ]),
      ).quickSummary.bullets.join(" ");
    expect(rates(9, 1)).toContain("Most visible on ChatGPT (90%), least visible on Claude (10%).");
    expect(rates(7, 4)).not.toContain("Most visible");
  });
});

describe("detectors", () => {
  const alpha = { competitors: [["Alpha", 1, 1]] as AnswerFact["competitors"] };
  const perProvider = (rates: Partial<Record<Provider, number>>) =>
    Object.entries(rates).flatMap(([provider, hits]) => mixed(hits, 10 - hits, { provider: provider as Provider }));
  const cited = (...domains: string[]) => ({ cited: domains.map((domain) => [domain, 1] as [string, number]) });
  const own = (url = "https://own.com/x") => ({ ownUrls: [url], ...cited("own.com") });

  it.each<[string, AnswerFact[], AnswerFact[]]>([
    ["absent_prompt", [...answers(2, alpha), ...answers(2)], [...answers(1, alpha), ...answers(3)]],
    ["low_position", answers(4, { position: 4 }), answers(4, { position: 3 })],
    [
      "phantom_strength",
      ["a", "b", "d"].flatMap((promptId) => mixed(2, 3, { promptId })),
      ["a", "b", "d"].flatMap((promptId) => mixed(3, 3, { promptId })),
    ],
    ["dead_topic", answers(11, {}).with(0, answers(1, named)[0]!), answers(10, {}).with(0, answers(1, named)[0]!)],
    ["yellow_topic", perProvider({ chatgpt: 5, claude: 2 }), perProvider({ chatgpt: 5, claude: 3 })],
    [
      "provider_gap",
      perProvider({ chatgpt: 8, claude: 8, gemini: 1 }),
      perProvider({ chatgpt: 5, claude: 5, gemini: 2 }),
    ],
    ["single_provider_save", perProvider({ chatgpt: 9, claude: 1 }), perProvider({ chatgpt: 5, claude: 2 })],
    [
      "ghost_citation",
      [...answers(1, own()), ...answers(4, { ...own(), ...named })],
      [...answers(1, own()), ...answers(5, { ...own(), ...named })],
    ],
    [
      "mentioned_not_cited",
      [...answers(4, named), ...answers(6)],
      [...answers(3, named), ...answers(1, { ...named, ...own() }), ...answers(6)],
    ],
    [
      "own_source_underweight",
      [...answers(2, cited("a.io", "b.io", "c.io", "d.io", "e.io")), ...answers(1, own())],
      [...answers(2, cited("a.io", "b.io", "c.io", "d.io")), ...answers(1, own())],
    ],
    [
      "anchor_url",
      [...answers(4, own()), ...answers(1, { promptId: "b", ...own() })],
      [...answers(3, own()), ...answers(1, { promptId: "b", ...own() })],
    ],
    [
      "competitor_cited_domain_gap",
      answers(3, { ...alpha, ...cited("rev.io") }),
      answers(2, { ...alpha, ...cited("rev.io") }),
    ],
    ["rising", weeks(0, 7, 7), weeks(2, 4, 7)],
    ["decaying", weeks(7, 1, 7), weeks(6, 4, 7)],
    [
      "new_competitor",
      [...answers(12, { day: "2026-11-10" }), ...answers(3, alpha)],
      [...answers(12, { day: "2026-11-10" }), ...answers(3, alpha), ...answers(1, { day: "2026-11-01", ...alpha })],
    ],
    ["negative_sentiment", answers(4, { position: 1, sentiment: -0.21 }), answers(4, { position: 1, sentiment: -0.2 })],
    ["thin_data", answers(9), answers(10)],
  ])("%s fires at its threshold but not just below", (rule, fires, silent) => {
    expect(found(rule, fires)).toBe(true);
    expect(found(rule, silent)).toBe(false);
  });

  it("report blocked crawlers and broken cited pages", () => {
    const crawl = { blockedAgents: ["GPTBot"], brokenPages: [{ url: "https://own.com/x", problem: "http_4xx" }] };
    const report = buildReport(input(answers(10, { ...named, ...own() }), { crawl }));
    expect(rules(report)).toEqual(expect.arrayContaining(["crawl_blocked", "cited_page_has_errors"]));
    expect(report.actionItems[0]).toMatchObject({ rule: "crawl_blocked", priority: "high", status: "new" });
  });

  it("keep an item's id and first day across reports, and report once that it is resolved", () => {
    const first = buildReport(input(answers(4, alpha)));
    const item = first.actionItems.find(({ rule }) => rule === "absent_prompt")!;
    const old = first.actionItems.map((each): ActionItem => Object.assign({}, each, { firstSeen: "2026-11-01" }));
    const second = buildReport(input(answers(5, alpha), { previousActions: old }));
    expect(second.actionItems.find(({ id }) => id === item.id)).toMatchObject({
      firstSeen: "2026-11-01",
      status: "continuing",
    });
    const third = buildReport(input(answers(12, named), { previousActions: second.actionItems }));
    expect(third.actionItems.find(({ id }) => id === item.id)).toMatchObject({ status: "resolved", evidence: [] });
    const fourth = buildReport(input(answers(12, named), { previousActions: third.actionItems }));
    expect(fourth.actionItems.some(({ id }) => id === item.id)).toBe(false);
  });

  it("never list more than twenty", () => {
    const many = Array.from({ length: 40 }, (_, i) => ({ ...prompts[0]!, id: `p${i}` }));
    const facts = many.flatMap(({ id }) => answers(4, { ...alpha, promptId: id }));
    expect(buildReport(input(facts, { prompts: many })).actionItems).toHaveLength(20);
  });
});

describe("landscape and opportunities", () => {
  it("rank the brand, and list who is ahead of it", () => {
    const facts = [
      ...answers(3, { position: 2, competitors: [["Alpha", 1, 1]] }),
      ...answers(1, { position: 1, competitors: [["Alpha", 1, 2]] }),
      ...answers(2, {
        competitors: [
          ["Alpha", 1, 1],
          ["Beta", 1, 2],
        ],
      }),
    ];
    const { competitorLandscape } = buildReport(input(facts));
    expect(competitorLandscape).toMatchObject({ brandRank: 2, leader: "Alpha", totalMentions: 12 });
    expect(competitorLandscape.competitors[0]).toMatchObject({
      name: "Alpha",
      mentions: 6,
      sharePct: 50,
      presencePct: 100,
      aheadOfBrandPct: 75,
      tracked: true,
    });
  });

  it("score other sources, excluding the brand's and the competitors' sites", () => {
    const cited: AnswerFact["cited"] = [
      ["reddit.com", 2],
      ["own.com", 1],
      ["alpha.com", 1],
    ];
    const facts = [
      ...answers(2, { cited, competitors: [["Alpha", 1, 1]] }),
      ...answers(2, { provider: "claude", position: 1 }),
    ];
    expect(buildReport(input(facts)).citationOpportunities).toEqual([
      expect.objectContaining({
        domain: "reddit.com",
        type: "forum",
        citations: 4,
        responses: 2,
        competitorMentionsTogether: 2,
        brandMentionedPct: 0,
        // .5 · 2/4 answers, .3 · all without the brand, .2 · one of two providers
        score: 65,
      }),
    ]);
  });
});

describe("evidence", () => {
  it("quotes stored answers verbatim and samples cited URLs", () => {
    const facts = answers(4, { competitors: [["Alpha", 1, 1]], cited: [["rev.io", 1]] });
    const report = buildReport(input(facts));
    const ids = runsToQuote(report, () => [facts[0]!.runId]);
    expect(ids).toContain(facts[3]!.runId);
    const runs = facts.map(({ runId }) => ({
      id: runId,
      text: `Alpha is\nfine. ${"x ".repeat(300)}`,
      mentions: [{ name: "Alpha", start: 0, end: 5 }],
      citedUrls: [{ domain: "rev.io", urls: ["https://rev.io/1"] }],
    }));
    const filled = fillEvidence(report, runs);
    const item = filled.actionItems.find(({ rule }) => rule === "absent_prompt")!;
    expect(item.evidence[0]!.quote).toMatch(/^Alpha is fine\. x/);
    expect(item.evidence[0]!.quote.length).toBeLessThanOrEqual(240);
    expect(filled.citationOpportunities[0]!.sampleUrls).toEqual(["https://rev.io/1"]);
    expect(ReportV3.parse(filled)).toEqual(filled);
  });

  const quoted = (text: string) => {
    const start = text.indexOf("Own");
    return quoteOf({ id: "", text, mentions: [{ name: "Own", start, end: start + 3 }], citedUrls: [] }, "Own");
  };

  it("begins at the sentence, as a reader sees it", () => {
    expect(quoted("Alpha is cheap. **Own** is [the best](https://own.com/x) by far. Beta is not.")).toBe(
      "Own is the best by far. Beta is not.",
    );
    expect(quoted("## Shops\n\n1. **Alpha**: fine.\n2. **Own**: repairs `e-bikes` &amp; sells them [2].\n")).toBe(
      "Own: repairs e-bikes & sells them.",
    );
    expect(quoted("| Name | Price |\n| --- | --- |\n| Own | 20 € |\n")).toBe("Own · 20 €");
    expect(quoted("最好的是Own。其次是Alpha。")).toBe("最好的是Own。其次是Alpha。");
    expect(quoted("Nobody")).toBe("Nobody");
    expect(quoted("")).toBe("");
  });

  it("begins near the brand, at a word boundary, if the sentence is too long, and says so", () => {
    expect(quoted(`${"word ".repeat(50)}Own wins.`)).toMatch(/^…word .*Own wins\.$/);
    expect(quoted(`Own ${"word ".repeat(80)}.`)).toMatch(/^Own .*word…$/);
    expect(quoted(`Own${"w".repeat(500)}`)).toHaveLength(240);
  });
});

describe("action items for their reader", () => {
  const alpha = { competitors: [["Alpha", 1, 1]] as AnswerFact["competitors"] };
  const rev = { cited: [["rev.io", 1]] as AnswerFact["cited"] };
  const itemOf = (rule: string, facts: AnswerFact[], change: Partial<ReportInput> = {}) =>
    buildReport(input(facts, change)).actionItems.find((each) => each.rule === rule);

  it("say why they matter and what to do, name prompts by their text, and quote different answers", () => {
    const facts = [
      ...answers(4, alpha),
      ...answers(2, { ...alpha, provider: "claude" }),
      ...answers(1, { ...alpha, provider: "gemini" }),
    ];
    const item = itemOf("absent_prompt", facts)!;
    expect(item.prompts).toEqual([{ id: "a", text: "Which one for a?" }]);
    expect(item.why).toBeTruthy();
    expect(item.todo).toMatchObject({ link: "/api/seo-spider/runs?domain=own.com" });
    expect(new Set(item.evidence.slice(0, 3).map(({ provider }) => provider))).toEqual(
      new Set(["chatgpt", "claude", "gemini"]),
    );
    const report = buildReport(input(facts));
    const runs = facts.map(({ runId, provider }) => ({
      id: runId,
      text: provider === "gemini" ? "Alpha, or Beta." : "Alpha is fine.",
      mentions: [{ name: "Alpha", start: 0, end: 5 }],
      citedUrls: [{ domain: "rev.io", urls: ["https://rev.io/1"] }],
      citations: [{ url: "https://rev.io/1", title: "Ten bikes" }],
    }));
    const filled = fillEvidence(report, runs).actionItems.find(({ rule }) => rule === "absent_prompt")!;
    expect(filled.evidence.map(({ quote }) => quote).sort()).toEqual(["Alpha is fine.", "Alpha, or Beta."]);
    expect(filled.pages).toEqual([{ url: "https://rev.io/1", title: "Ten bikes" }]);
  });

  it("exist for every rule", () => {
    const documented = readFileSync("docs/visibility-report.md", "utf8").matchAll(/^\| `(\w+)`(?:, `(\w+)`)? \|/gm);
    const all = Array.from(documented, ([, ...names]) => names.filter(Boolean)).flat();
    expect(all.length).toBeGreaterThan(DETECTORS.length);
    for (const rule of all) expect(adviceOn({ rule } as never, "own.com").todo, rule).toBeDefined();
  });

  it("do not call a source the competitors' own if an answer that cites it names the brand", () => {
    const without = answers(3, { ...alpha, ...rev });
    expect(found("competitor_cited_domain_gap", without)).toBe(true);
    expect(found("competitor_cited_domain_gap", [...without, ...answers(1, { ...named, ...rev })])).toBe(false);
  });

  it("suggest no competitor's site as a source, even one only found in the answers", () => {
    const facts = answers(4, {
      competitors: [
        ["Beta", 1, 1],
        ["Gamma", 1, 2],
      ],
      cited: [
        ["beta.io", 1],
        ["gamma.com", 1],
        ["rev.io", 1],
      ],
    });
    expect(buildReport(input(facts)).citationOpportunities.map(({ domain }) => domain)).toEqual(["rev.io"]);
  });

  it("are resolved only by something that got better", () => {
    const low = answers(4, { day: "2026-11-12", position: 5 });
    const before = itemOf("low_position", answers(4, { position: 5 }))!;
    const after = (facts: AnswerFact[]) => itemOf("low_position", [...low, ...facts], { previousActions: [before] });
    expect(after(answers(4, { position: 1 }))).toMatchObject({ status: "resolved" });
    expect(after(answers(4, alpha)), "no longer named").toBeUndefined();
    expect(after(answers(4, { promptId: "b", ...named })), "no longer asked").toBeUndefined();
    const rising = { ...before, id: "x", rule: "rising", promptIds: [] };
    expect(itemOf("rising", answers(4, named), { previousActions: [rising] })).toBeUndefined();
  });

  it("average the tone only of answers that have one", () => {
    const facts = [...answers(8, { position: 1 }), ...answers(3, { position: 1, sentiment: -0.4 })];
    const { stats } = buildReport(input(facts));
    expect(stats).toMatchObject({ toned: 3, avgTone: -0.4, avgSentiment: -0.11 });
    expect(buildReport(input(answers(8, { position: 1 }))).stats).toMatchObject({ toned: 0, avgTone: null });
    expect(itemOf("negative_sentiment", [...facts, ...answers(1, { position: 1, sentiment: -0.4 })])!.detail).toBe(
      "4 of 12 answers that name Own have a tone: -0.4 on average, from −1 to 1; 0 are clearly negative.",
    );
  });
});

describe("a report as a document", () => {
  const hostile = "<script>alert(1)</script> **b** [x](javascript:alert(1)) | `c`";
  const facts = answers(4, { competitors: [[hostile, 1, 1]], cited: [["rev.io", 1]] });
  const report = fillEvidence(
    buildReport(input(facts, { prompts: [{ ...prompts[0]!, text: hostile }] })),
    facts.map(({ runId }) => ({
      id: runId,
      text: hostile,
      mentions: [],
      citedUrls: [{ domain: "rev.io", urls: ["javascript:alert(1)", "https://rev.io/1"] }],
      citations: [{ url: "https://rev.io/1", title: "A ](https://evil.example) title" }],
    })),
  );

  it("says what the report says, and lets no text of others act as markup", () => {
    const html = asHtml(reportDocument(report));
    const markdown = asMarkdown(reportDocument(report));
    for (const text of [html, markdown]) {
      expect(text).toContain("Why it matters");
      expect(text).toContain("https://rev.io/1");
    }
    expect(html).not.toMatch(/<script|href="javascript/);
    expect(html).toContain("&lt;script&gt;");
    expect(markdown).not.toMatch(/(?<!\\)<script|\]\(<?javascript|\]\(https:\/\/evil/);
    expect(markdown).toContain("[A \\]\\(https://evil\\.example\\) title](<https://rev.io/1>)");
    const rows = markdown.split("\n").filter((line) => line.startsWith("| "));
    const cells = (line: string) => line.split(/(?<!\\)\|/).length;
    expect(rows.length).toBeGreaterThan(6);
    expect(cells(rows[0]!)).toBe(6);
  });
});

describe("a provider whose every run failed", () => {
  it("has neither visibility nor interval in the document", () => {
    const report = buildReport(input(answers(4), { errors: [{ provider: "perplexity", runs: 3 }] }));
    const rows = reportDocument(report).flatMap((block) => ("rows" in block ? block.rows : []));
    expect(rows).toContainEqual(["Perplexity", "–", "0", "–", "–", "Every run failed."]);
  });
});

describe("old and new payloads", () => {
  it("reads v3, v2 and Markdown", () => {
    const report = buildReport(input(answers(10, named)));
    expect(readReport({ reportJson: JSON.stringify(report), reportMarkdown: "" }).format).toBe("v3");
    const v2 = JSON.stringify({ version: "v2", stats: { mentions: 3 }, quickSummary: "Good", providerCount: 4 });
    expect(readReport({ reportJson: v2, reportMarkdown: "" })).toMatchObject({ format: "v2" });
    expect(readReport({ reportJson: "", reportMarkdown: "# Week" })).toEqual({ format: "markdown", text: "# Week" });
    expect(readReport({ reportJson: "{broken", reportMarkdown: "" })).toEqual({ format: "unreadable" });
  });
});

describe("a language model's wording", () => {
  const { quickSummary } = buildReport(input([...answers(7, named), ...answers(3)]));

  it("may repeat numbers of the summary, but no others", () => {
    expect(onlyRewords("Own shows up in 70 % of the 10 answers.", quickSummary)).toBe(true);
    expect(onlyRewords("Own shows up in 71 % of the 10 answers.", quickSummary)).toBe(false);
    expect(onlyRewords("Great: see https://spam.example", quickSummary)).toBe(false);
    expect(onlyRewords("<b>70</b>", quickSummary)).toBe(false);
  });
});
