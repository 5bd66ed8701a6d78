import { describe, expect, it } from "vitest";
import type { AnswerFact } from "../../../src/mentions/core/statistics/fact";
import { clearAmong, persistenceOf, testChange } from "../../../src/mentions/core/statistics/change-test";
import { confidenceOf, wilson } from "../../../src/mentions/core/statistics/interval";
import { clusteredInterval, meanOverPrompts } from "../../../src/mentions/core/statistics/prompt-mean";
import { firstDayNeeded, rangeBefore, statistics } from "../../../src/mentions/core/statistics/prompt-statistics";

const now = Date.parse("2026-11-20T12:00:00Z");
const fact = (change: Partial<AnswerFact>): AnswerFact => ({
  runId: "r",
  promptId: "p",
  provider: "chatgpt",
  dateUtc: "2026-11-20",
  createdAt: now,
  position: 0,
  sentiment: 0,
  ownUrls: [],
  competitors: [],
  cited: [],
  ...change,
});
const prompt = {
  id: "p",
  promptText: "?",
  intent: "info",
  aiProviders: ["chatgpt"],
  tags: "",
  active: 1,
  lastRunAt: "",
};
const asked = { from: "2026-11-01", to: "2026-11-20", domain: "www.own.com", now };
const tracked = [{ name: "Alpha", siteUrl: "alpha.com" }, { name: "Beta" }];

describe("statistics", () => {
  it("average the tone over the answers that show one, as reports do", () => {
    const of = (...tones: number[]) => {
      const facts = tones.map((sentiment, i) => fact({ runId: String(i), position: 1, sentiment }));
      return statistics([prompt], facts, { ...asked, competitors: [] }).summary;
    };
    expect(of(0.5, 0, 0)).toMatchObject({ avgSentiment: 0.17, toned: 1, avgTone: 0.5 });
    expect(of(0, 0)).toMatchObject({ avgSentiment: 0, toned: 0, avgTone: null });
  });

  it("match values computed by hand", () => {
    const facts = [
      fact({
        runId: "1",
        createdAt: 1,
        position: 1,
        sentiment: 0.5,
        ownUrls: ["https://own.com/a", "https://own.com/b"],
        cited: [["own.com", 2]],
      }),
      fact({ runId: "2", createdAt: 2, position: 2, sentiment: -0.25, competitors: [["Alpha", 3, 1]] }),
      fact({
        runId: "3",
        createdAt: 3,
        provider: "claude",
        competitors: [
          ["Alpha", 1, 1],
          ["Beta", 1, 2],
        ],
      }),
      fact({
        runId: "4",
        createdAt: 4,
        provider: "claude",
        competitors: [
          ["Alpha", 1, 2],
          ["Stray", 1, 1],
        ],
        cited: [
          ["beta.io", 1],
          ["own.com", 1],
        ],
        ownUrls: ["https://own.com/a"],
      }),
      fact({ runId: "5", promptId: "other", dateUtc: "2026-10-31", position: 1 }),
    ];
    const { prompts, summary } = statistics([prompt], facts, { ...asked, competitors: tracked });
    expect(prompts[0]).toMatchObject({
      responses: 4,
      mentions: 2,
      visibilityPercent: 50,
      avgSentiment: 0.13,
      toned: 2,
      avgTone: 0.13,
      avgPosition: 1.5,
      citationRate: 50,
      topCompetitorSharePct: 50,
      confidence: "too_thin",
    });
    // Alpha: in 3 of 4 answers, prominence (1 + 1 + 0.6309) / 3, by both providers.
    expect(prompts[0]!.topCompetitors).toEqual([
      {
        name: "Alpha",
        count: 3,
        siteUrl: "https://alpha.com",
        strength: Math.round(75 * (0.6 + 0.25 * 0.87698 + 0.15)),
      },
      { name: "Beta", count: 1, siteUrl: "https://beta.io", strength: Math.round(25 * (0.6 + 0.25 * 0.63093 + 0.075)) },
    ]);
    // D .75, A .75, S of ({}→{Alpha}) 0 and ({Alpha, Beta}→{Alpha}) .5, K 1 of 4 pages.
    expect(prompts[0]!.difficulty).toBe(Math.round(100 * (0.35 * 0.75 + 0.25 * 0.75 + 0.25 * 0.25 + 0.15 * 0.25)));
    expect(summary).toMatchObject({
      totalResponses: 4,
      totalCitations: 3,
      shareOfVoice: 33.3,
      topCompetitor: { name: "Alpha", mentions: 3, siteUrl: "https://alpha.com" },
    });
  });

  it("counts an untracked name from two answers on", () => {
    const stray = (runId: string) => fact({ runId, competitors: [["Stray", 1, 1]] });
    const once = statistics([prompt], [stray("1")], { ...asked, competitors: [] });
    const twice = statistics([prompt], [stray("1"), stray("2")], { ...asked, competitors: [] });
    expect(once.summary.topCompetitor).toEqual({ name: "", mentions: 0, siteUrl: "" });
    expect(twice.summary.topCompetitor.mentions).toBe(2);
  });

  it("returns zero, and −1 for difficulty, without data", () => {
    const { prompts, summary } = statistics([prompt], [], { ...asked, competitors: tracked });
    expect(prompts[0]).toMatchObject({ responses: 0, visibilityPercent: 0, difficulty: -1, topCompetitors: [] });
    expect(summary).toMatchObject({
      visibilityRate: 0,
      shareOfVoice: 0,
      intervals: { visibility: { low: 0, high: 100 } },
    });
  });

  it("covers thirty days for difficulty, whatever the range and provider", () => {
    const old = [1, 2, 3, 4].map((i) =>
      fact({ runId: String(i), dateUtc: "2026-10-21", competitors: [["Alpha", 1, 1]] }),
    );
    const recent = old.map((each) => ({ ...each, dateUtc: "2026-10-22" }));
    const difficulty = (facts: AnswerFact[], provider?: "gemini") =>
      statistics([prompt], facts, { ...asked, provider, competitors: tracked }).prompts[0]!.difficulty;
    expect(difficulty(old)).toBe(-1);
    expect(difficulty(recent)).toBe(100);
    expect(difficulty(recent, "gemini")).toBe(100);
    expect(firstDayNeeded("2026-11-01", now)).toBe("2026-10-22");
    expect(firstDayNeeded("2026-01-01", now)).toBe("2026-01-01");
  });
});

describe("breakdowns", () => {
  const prompts = [
    { ...prompt, id: "p", tags: "crm,big" },
    { ...prompt, id: "q", tags: "crm" },
    { ...prompt, id: "never", tags: "" },
  ];
  const own = { position: 1, ownUrls: ["https://own.com/a"], cited: [["own.com", 1] as [string, number]] };
  const rival = {
    competitors: [
      ["Alpha", 1, 1],
      ["Newish", 1, 2],
    ] as AnswerFact["competitors"],
    cited: [
      ["alpha.com", 1],
      ["rev.io", 2],
    ] as AnswerFact["cited"],
  };
  const facts = [
    fact({ runId: "1", ...own }),
    fact({ runId: "2", provider: "claude", ...rival }),
    fact({ runId: "3", promptId: "q", ...own }),
    fact({ runId: "4", promptId: "q", provider: "claude", position: 3, ...rival }),
    fact({ runId: "5", dateUtc: "2026-10-31", position: 1 }),
    fact({ runId: "6", dateUtc: "2026-10-11" }),
    fact({ runId: "7", dateUtc: "2026-10-10", position: 1 }),
  ];
  const used = new Map([
    ["rev.io", 3],
    ["unused.io", 2],
  ]);
  const numbers = statistics(prompts, facts, { ...asked, competitors: tracked, used });

  it("show each prompt with each provider that answered, and each tag", () => {
    expect(
      numbers.matrix.map(({ promptId, provider, visibilityPercent }) => [promptId, provider, visibilityPercent]),
    ).toEqual([
      ["p", "chatgpt", 100],
      ["p", "claude", 0],
      ["q", "chatgpt", 100],
      ["q", "claude", 100],
    ]);
    expect(numbers.byTag).toMatchObject([
      { tag: "big", prompts: 1, responses: 2, mentions: 1, visibilityPercent: 50 },
      { tag: "crm", prompts: 2, responses: 4, mentions: 3, visibilityPercent: 75, visibilityByPrompt: 75 },
    ]);
  });

  it("compare with the range before, just as long", () => {
    expect(rangeBefore(asked)).toEqual({ from: "2026-10-12", to: "2026-10-31" });
    expect(numbers.previous).toMatchObject({ totalResponses: 1, totalMentions: 1, visibilityRate: 100 });
    expect(numbers.previous.visibilityChange).toMatchObject({ significant: false, by: "none" });
  });

  it("tell prompts named by any model from those named by each", () => {
    expect(numbers.promptShares).toEqual({
      prompts: 2,
      anyModel: 100,
      eachModel: 50,
      byModel: [
        { provider: "chatgpt", prompts: 2, sharePct: 100 },
        { provider: "claude", prompts: 2, sharePct: 50 },
      ],
    });
  });

  it("list cited pages of the site, sources cited and used, and names to track", () => {
    expect(numbers.ownPages).toEqual([
      { url: "https://own.com/a", responses: 2, prompts: 2, providers: ["chatgpt"], mentions: 2 },
    ]);
    expect(numbers.sources).toEqual([
      { domain: "rev.io", cited: 2, used: 3, owner: "other" },
      { domain: "alpha.com", cited: 2, used: 0, owner: "competitor" },
      { domain: "own.com", cited: 2, used: 0, owner: "own" },
      { domain: "unused.io", cited: 0, used: 2, owner: "other" },
    ]);
    expect(numbers.proposedCompetitors).toEqual([
      { name: "Newish", siteUrl: "", responses: 2, presencePct: 50, providers: ["claude"] },
    ]);
  });
});

describe("intervals", () => {
  it("are Wilson's", () => {
    expect(wilson(3, 4)).toEqual({ low: 30.1, high: 95.4 });
    expect(wilson(12, 30)).toEqual({ low: 24.6, high: 57.7 });
    expect(wilson(0, 10).low).toBe(0);
    expect(wilson(10, 10).high).toBe(100);
    expect([9, 10, 32, 33].map(confidenceOf)).toEqual(["too_thin", "early", "early", "ok"]);
  });

  it("of clustered answers are wider, unless every prompt has the same rate", () => {
    const alike = clusteredInterval(Array.from({ length: 20 }, () => ({ hits: 5, n: 10 })));
    const unlike = clusteredInterval(Array.from({ length: 20 }, (_, i) => ({ hits: i % 2 === 0 ? 10 : 0, n: 10 })));
    const plain = wilson(100, 200);
    expect(alike.high - alike.low).toBeLessThan(1.1 * (plain.high - plain.low));
    expect(unlike.high - unlike.low).toBeGreaterThan(2.5 * (plain.high - plain.low));
    expect(clusteredInterval([{ hits: 3, n: 4 }])).toEqual(wilson(3, 4));
    expect(
      meanOverPrompts([
        { hits: 40, n: 40 },
        { hits: 0, n: 10 },
        { hits: 0, n: 0 },
      ]),
    ).toBe(50);
  });
});

describe("the test for a change", () => {
  const week = (rate: (prompt: number, day: number) => boolean, from: number, prompts: number) =>
    Array.from({ length: 7 * prompts }, (_, i) => ({
      promptId: `p${i % prompts}`,
      provider: "chatgpt",
      day: `2026-11-${String(from + Math.floor(i / prompts)).padStart(2, "0")}`,
      value: Number(rate(i % prompts, Math.floor(i / prompts))),
    }));

  it("shuffles days, however many prompts moved", () => {
    const shared = testChange(
      week((_, d) => d % 2 === 0, 1, 12),
      week((_, d) => d % 2 === 1, 8, 12),
      1,
    );
    expect(shared.by).toBe("days");
    expect(shared.p, "good and bad days of all prompts alike").toBeGreaterThan(0.3);
    const few = testChange(
      week(() => false, 1, 3),
      week((_, d) => d > 0, 8, 3),
      1,
    );
    expect(few).toMatchObject({ by: "days" });
    expect(few.p).toBeLessThan(0.015);
  });

  it("abstains with fewer than ten answers on a side, or without a prompt in both", () => {
    const all = week(() => true, 8, 1);
    expect(
      testChange(
        week(() => false, 1, 1),
        all,
        1,
      ),
    ).toMatchObject({ shift: 1, p: 1, by: "none" });
    expect(testChange([], all, 1)).toEqual({ shift: null, p: 1, by: "none" });
  });

  it("believes a change of few prompts less if each answer resembles the one before", () => {
    const before = week((p, d) => d < 3 + p, 1, 2);
    const now = week((p, d) => d < 6 + p, 8, 2);
    expect(persistenceOf([...before, ...now], "2026-11-08")).toBeGreaterThan(1.5);
    expect(testChange(before, now, 3).p).toBeGreaterThan(testChange(before, now, 1).p);
  });

  it("believes a change less if good and bad spells are shared, though no prompt shows them", () => {
    // Each prompt has its own luck; a spell lifts all of them a little.
    const noise = (p: number, d: number) => Math.abs(Math.sin(p * 129 + d * 782) * 43_758) % 1;
    const spell = (d: number) => (d % 8 < 4 ? 0.3 : 0);
    const answers = (from: number, lifted: boolean) =>
      Array.from({ length: 20 }, (_, p) =>
        Array.from({ length: 16 }, (_, d) => ({
          promptId: `p${p}`,
          provider: "chatgpt",
          day: `2026-11-${String(from + d).padStart(2, "0")}`,
          value: noise(p, d) + (lifted ? spell(d) : 0),
        })),
      ).flat();
    const alone = persistenceOf(answers(1, false), "2026-11-30");
    expect(persistenceOf(answers(1, true), "2026-11-30")).toBeGreaterThan(1.5 * alone);
  });

  it("is asked of several prompts as of one family", () => {
    expect(clearAmong([0.02, 0.5, 0.9])).toEqual([false, false, false]);
    expect(clearAmong([0.001, 0.009, 0.9])).toEqual([true, true, false]);
    expect(clearAmong([])).toEqual([]);
  });
});
