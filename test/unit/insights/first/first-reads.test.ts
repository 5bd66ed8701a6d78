import { describe, expect, it } from "vitest";
import type { FirstFacts, FixFacts, UnseenFacts } from "../../../../src/insights/core/first-facts.ts";
import { fixCauses, questionCauses, unreadCauses, unseenCauses } from "../../../../src/insights/core/first-reads.ts";
import { DAY_MS } from "../../../../src/lib/time/time.ts";
import { FIRST_NOW, noFacts } from "../../../support/first-facts.ts";

const facts = (change: Partial<FirstFacts>): FirstFacts => ({ ...noFacts, ...change });
/** 200 visits and 50 citations in all. */
const known = {
  waste: { totalVisits: 200, reasons: [] },
  visits: new Map([
    ["/a", 10],
    ["/b", 4],
  ]),
  citations: new Map([
    ["/a", 5],
    ["/z", 45],
  ]),
};

type UnseenPage = UnseenFacts["pages"][number];
const changed = (path: string, to: string, change: Partial<UnseenPage> = {}): UnseenPage => ({
  path,
  reason: "changed",
  visits: 1,
  citations: 0,
  change: { to },
  ...change,
});
const crawler = (name: string, pages: UnseenPage[], medianDays: number | null = null): UnseenFacts => ({
  crawler: name,
  medianDays,
  pages,
});

describe("pages that crawlers know as they were", () => {
  it("are one cause, each page once, the heaviest first", () => {
    const unseen = [
      crawler("GPTBot", [
        changed("/b", "2026-03-01", { visits: 2, citations: 3 }),
        changed("/a", "2026-03-01", { visits: 4, citations: 1 }),
        changed("/never", "2026-03-01", { reason: "never" }),
        changed("/undated", "2026-03-01", { change: null }),
      ]),
      crawler("Claude", [changed("/b", "2026-03-01", { visits: 2, citations: 3 }), changed("/c", "2026-03-01")]),
      crawler("Bing", [changed("/d", "2026-03-01", { visits: 3, citations: 6 })]),
      crawler("Apple", [changed("/d", "2026-03-01", { visits: 3, citations: 6 })]),
      crawler("Late", [changed("/late", "2026-03-09")]),
    ];
    expect(unseenCauses(facts({ ...known, unseen }))).toEqual([
      {
        id: "unseen:changed",
        area: "unseen",
        title: "Crawlers still know old versions of pages",
        gain: { visits: 10, citations: 10, points: null },
        evidence: "4 pages changed more than 7 days ago. Not read since then by Apple, Bing, Claude and 1 more.",
        examples: ["/d", "/a", "/b"],
        todo: "Renew and submit these pages.",
        page: "/app/site/a.example/crawlers/unseen",
        // 5 % of the visits and 20 % of the citations.
        weight: 25 * 0.25,
        strength: 4,
      },
    ]);
  });

  it.each([
    [null, "2026-03-02", 1],
    [null, "2026-03-03", 0],
    [3.5, "2026-03-02", 1],
    [3.6, "2026-03-01", 1],
    [3.6, "2026-03-02", 0],
    [9, "2026-02-19", 1],
    [9, "2026-02-20", 0],
  ])("are late after a week or twice the usual days, %d: changed until %s, %d causes", (median, to, count) => {
    const found = unseenCauses(facts({ unseen: [crawler("GPTBot", [changed("/a", to)], median)] }));
    expect(found.map(({ evidence }) => evidence)).toEqual(
      Array(count).fill("1 page changed more than 7 days ago. Not read since then by GPTBot."),
    );
  });
});

describe("a fix that no crawler has read", () => {
  const fix = (change: Partial<FixFacts> = {}): FixFacts => ({
    issueId: "missing_h1",
    title: "No heading",
    fixed: { to: FIRST_NOW - 7 * DAY_MS, isDated: true },
    renewed: null,
    reason: "not_fetched",
    paths: ["/b", "/a"].map((path) => ({ path, fetched: [] })),
    ...change,
  });
  const unseen = [
    crawler("GPTBot", [changed("/told", "2026-03-09"), changed("/never", "2026-03-09", { reason: "never" })]),
  ];
  const found = (change: Partial<FixFacts> = {}) => fixCauses(facts({ ...known, unseen, fixes: [fix(change)] }));

  it("is a cause with what its pages are worth", () => {
    expect(found()).toEqual([
      {
        id: "fix:missing_h1",
        area: "fix",
        title: "A fix waits for crawlers",
        gain: { visits: 14, citations: 5, points: null },
        evidence: "Fixed on 2 pages by 2026-03-03: “No heading”. No verified crawler has read them since.",
        examples: ["/b", "/a"],
        todo: "Renew and submit these pages.",
        page: "/app/site/a.example/crawlers/fixes",
        weight: (7 + 10) * 0.25,
        strength: 3.8,
      },
    ]);
  });

  it("leaves out pages that were read, and those that are told as unseen", () => {
    const paths = [
      { path: "/read", fetched: [1] },
      { path: "/told", fetched: [] },
      ...["/never", "/1", "/2", "/3"].map((path) => ({ path, fetched: [] })),
    ];
    expect(found({ paths })[0]).toMatchObject({
      gain: { visits: 0, citations: 0 },
      evidence: expect.stringMatching(/^Fixed on 4 pages by/),
      examples: ["/never", "/1", "/2"],
    });
    expect(found({ paths: paths.slice(0, 3) })[0]!.evidence).toBe(
      "Fixed on 1 page by 2026-03-03: “No heading”. No verified crawler has read it since.",
    );
    expect(found({ paths: paths.slice(0, 2) })).toEqual([]);
  });

  it.each<[string, Partial<FixFacts>]>([
    ["for less than a week", { fixed: { to: FIRST_NOW - 7 * DAY_MS + 1, isDated: true } }],
    ["for less than a week since it was renewed", { renewed: { last: FIRST_NOW - 7 * DAY_MS + 1 } }],
    ["at no known time", { fixed: { to: 0, isDated: false } }],
    ["and can be judged", { reason: null }],
    ["and waits for something else", { reason: "days_left" }],
  ])("is none if it is there %s", (_, change) => expect(found(change)).toEqual([]));

  it("waits from the day on which its pages were renewed", () => {
    const [again] = found({ fixed: { to: 0, isDated: true }, renewed: { last: FIRST_NOW - 9 * DAY_MS } });
    expect(again!.evidence).toContain("by 2026-03-01:");
    expect(found({ renewed: { last: 0 } })[0]!.evidence).toContain("by 2026-03-03:");
  });
});

describe("searches and the pages that answer them", () => {
  const asked = (query: string, runs: number, covers: "none" | "partly" | "page" = "none") => ({ query, runs, covers });
  const none = noFacts.questions;

  it("are causes where no page covers them", () => {
    const long = "x".repeat(400);
    const questions = {
      ...none,
      pages: 1,
      runs: 40,
      questions: [asked("one", 1), asked(long, 6), asked("partly", 9, "partly"), asked("page", 9, "page")],
    };
    const same = {
      area: "question",
      title: "Assistants search for something that none of your pages covers",
      todo: "Write a page that answers it, and say it in its title.",
      page: "/app/site/a.example/mentions/questions",
    };
    expect(questionCauses(facts({ questions }))).toEqual([
      {
        ...same,
        id: "question:one",
        gain: { visits: 0, citations: 1, points: null },
        evidence: "Assistants searched for it for 1 answer in 30 days, and it does not cite you.",
        examples: ["one"],
        weight: 1.25,
        strength: 1 / 3,
      },
      {
        ...same,
        id: `question:${long.slice(0, 300)}`,
        gain: { visits: 0, citations: 6, points: null },
        evidence: "Assistants searched for it for 6 answers in 30 days, and none of them cites you.",
        examples: [long.slice(0, 300)],
        weight: 7.5,
        strength: 2,
      },
    ]);
    expect(questionCauses(facts({ questions: { ...questions, pages: 0 } }))).toEqual([]);
  });

  it("are one cause where the pages are unread", () => {
    const page = (path: string, runs: number, knownSince: string) => ({ path, runs, knownSince });
    const unread = [
      page("/1", 4, "2026-02-02"),
      page("/2", 3, "2026-01-31"),
      page("/3", 1, "2026-02-01"),
      page("/4", 1, "2026-02-03"),
    ];
    const unseen = [crawler("GPTBot", [])];
    const found = (own: typeof unread) =>
      unreadCauses(facts({ unseen, questions: { ...none, unread: own, runs: 30 } }));
    expect(found(unread)).toEqual([
      {
        id: "unread:pages",
        area: "unread",
        title: "Pages that answer assistants' searches are unread",
        gain: { visits: 0, citations: 9, points: null },
        evidence:
          "4 pages speak of searches of 9 answers; no verified crawler has read them, though they are there for a week or longer, the oldest since 2026-01-31.",
        examples: ["/1", "/2", "/3"],
        todo: "Link to these pages from pages that crawlers read, and renew and submit them.",
        page: "/app/site/a.example/mentions/questions",
        weight: 15,
        strength: 3,
      },
    ]);
    expect(found([])).toEqual([]);
    expect(found(unread.slice(3))[0]!.evidence).toMatch(/^1 page speaks of searches of 1 answer;/);
  });
});
