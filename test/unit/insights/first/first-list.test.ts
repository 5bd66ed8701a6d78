import { describe, expect, it } from "vitest";
import { chooseFirst, type Entry, type FirstCause } from "../../../../src/insights/core/first.ts";
import { isOver, questionId, type Sight } from "../../../../src/insights/core/first-done.ts";
import type { FirstFacts } from "../../../../src/insights/core/first-facts.ts";
import { causesOf, firstReport, firstSentence } from "../../../../src/insights/core/first-report.ts";
import { numberOf, percentOf, sumOf } from "../../../../src/insights/core/first-words.ts";
import { noFacts, wrongFact } from "../../../support/first-facts.ts";

const facts = (change: Partial<FirstFacts>): FirstFacts => ({ ...noFacts, ...change });

const ISSUE = { id: "i", title: "t", fix: null, pages: 1, visits: 0, gain: 1, costsVisits: false, samplePaths: [] };
const CHANGED = { path: "/c", reason: "changed", visits: 1, citations: 0, change: { to: "2026-01-01" } } as const;
const FIX = {
  issueId: "f",
  title: "t",
  fixed: { to: 0, isDated: true },
  renewed: null,
  reason: "not_fetched",
  paths: [{ path: "/f", fetched: [] }],
};

describe("an entry that is no cause now", () => {
  const visits = { totalVisits: 1, reasons: [] };
  const audit = { runId: "r", issues: [] };
  const unseen = [{ crawler: "GPTBot", medianDays: null, pages: [] }];
  const asked = (covers: "none" | "partly" | "page") => ({
    questions: { ...noFacts.questions, questions: [{ query: "q", runs: 1, covers }] },
  });
  const wrong = { facts: [], answers: 1, paths: new Set(["/a", "/b"]) };
  const readPages = { questions: { ...noFacts.questions, readPages: new Set(["/a", "/b"]) } };

  it.each<[Entry["area"], boolean, Partial<FirstFacts>, Partial<Sight & Pick<Entry, "id" | "examples">>]>([
    ["issue", true, { audit }, {}],
    ["issue", false, { audit }, { sameView: false }],
    ["issue", false, {}, {}],
    ["fix", true, { audit }, {}],
    ["fix", false, {}, {}],
    ["waste", true, { waste: visits }, {}],
    ["waste", false, { waste: visits }, { sameView: false }],
    ["waste", false, {}, {}],
    ["violation", true, { waste: visits }, { sameView: false }],
    ["violation", false, {}, {}],
    ["unseen", true, { unseen, changed: new Set(["/a", "/b"]) }, {}],
    ["unseen", false, { unseen, changed: new Set(["/a"]) }, {}],
    ["unseen", false, { changed: new Set(["/a", "/b"]) }, {}],
    ["question", true, asked("partly"), { id: "question:q" }],
    ["question", true, asked("page"), { id: "question:q" }],
    ["question", false, asked("none"), { id: "question:q" }],
    ["question", false, asked("page"), { id: "question:p" }],
    ["question", false, {}, { id: "question:q" }],
    ["unread", true, readPages, {}],
    ["unread", false, readPages, { examples: ["/a", "/c"] }],
    ["fact", true, { wrong }, {}],
    ["fact", false, { wrong }, { examples: ["/a", "/c"] }],
    ["fact", false, { wrong: { ...wrong, answers: 0 } }, {}],
    ["stopped", true, {}, { id: "stopped:openai:search", came: new Set(["openai:search"]) }],
    ["stopped", false, {}, { id: "stopped:openai:search", came: new Set(["openai:llm-user"]) }],
    ["render", true, {}, { sameView: false }],
  ])("of %s is done: %s (%#)", (area, over, change, { id = "x", examples = ["/a", "/b"], ...sight }) => {
    const entry = { ...entryOf("x", area), id, examples };
    expect(isOver(entry, facts(change), { came: new Set(), sameView: true, ...sight })).toBe(over);
  });

  it("is a search by the first 300 characters", () => {
    expect(questionId("x".repeat(301))).toBe(`question:${"x".repeat(300)}`);
  });
});

const causeOf = (id: string, area: Entry["area"], change: Partial<FirstCause> = {}): FirstCause => ({
  id,
  area,
  title: `title of ${id}`,
  gain: { visits: 1, citations: 0, points: null },
  evidence: "e",
  examples: [],
  todo: "t",
  page: "p",
  weight: 1,
  strength: 1,
  ...change,
});
const entryOf = (id: string, area: Entry["area"], since = "2026-03-01"): Entry => {
  const { strength: _, ...rest } = causeOf(id, area);
  return { ...rest, since };
};

describe("a list", () => {
  const day = "2026-03-10";
  const list = (causes: FirstCause[], before: Parameters<typeof chooseFirst>[1], over: readonly string[] = []) =>
    chooseFirst(causes, before, { day, isOver: ({ id }) => over.includes(id) });

  it("has whole entries with the day of their coming, and what is done for seven days", () => {
    const before = {
      entries: [entryOf("held", "waste"), entryOf("gone", "fix"), entryOf("out", "render")],
      done: [
        { id: "week", area: "fix" as const, title: "w", day: "2026-03-04" },
        { id: "old", area: "fix" as const, title: "o", day: "2026-03-03" },
        { id: "gone", area: "fix" as const, title: "again", day: "2026-03-08" },
        { id: "back", area: "issue" as const, title: "b", day: "2026-03-09" },
      ],
    };
    expect(list([causeOf("held", "waste", { strength: 0.5 }), causeOf("back", "issue")], before, ["gone"])).toEqual({
      entries: [entryOf("held", "waste"), entryOf("back", "issue", day)],
      done: [
        { id: "gone", area: "fix", title: "title of gone", day },
        { id: "week", area: "fix", title: "w", day: "2026-03-04" },
      ],
    });
  });

  it("names seven done entries at most, the latest first", () => {
    const ids = Array.from({ length: 9 }, (_, i) => `d${i}`);
    const done = ids.map((id) => ({ id, area: "fix" as const, title: id, day: "2026-03-09" }));
    const found = list([], { entries: [entryOf("gone", "fix")], done }, ["gone"]);
    expect(found.done.map(({ id }) => id)).toEqual(["gone", ...ids.slice(0, 6)]);
  });

  it("orders newcomers by weight, then by id, behind those that are held", () => {
    const held = { entries: [entryOf("h", "waste")], done: [] };
    const causes = [
      causeOf("h", "waste"),
      causeOf("b", "fix"),
      causeOf("a", "fix"),
      causeOf("c", "issue", { weight: 1.2 }),
    ];
    expect(list(causes, held).entries.map(({ id }) => id)).toEqual(["h", "c", "a", "b"]);
    expect(list(causes, null).entries.map(({ id }) => id)).toEqual(["c", "a", "b", "h"]);
  });

  it.each([
    [1.25, ["one", "two"]],
    [1.26, ["two", "one"]],
  ])("lets a held entry, and a newcomer, overtake from more than a quarter: %d", (weight, order) => {
    const one = causeOf("one", "waste");
    const two = causeOf("two", "fix", { weight });
    const both = { entries: [entryOf("one", "waste"), entryOf("two", "fix")], done: [] };
    expect(list([one, two], both).entries.map(({ id }) => id)).toEqual(order);
    expect(list([one, two], { ...both, entries: both.entries.slice(0, 1) }).entries.map(({ id }) => id)).toEqual(order);
  });

  it("does not put a newcomer above a heavier newcomer that had to wait behind a held entry", () => {
    const held = { entries: [entryOf("h", "waste")], done: [] };
    const causes = [causeOf("h", "waste", { weight: 10 }), causeOf("x", "fix", { weight: 11 }), causeOf("y", "issue")];
    expect(list(causes, held).entries.map(({ id }) => id)).toEqual(["h", "x", "y"]);
  });

  it("does not call done what left it without a cause for that, or what waits below the others", () => {
    const causes = ["a", "b", "c", "d"].map((id) => causeOf(id, "waste"));
    const found = list(causes, { entries: [entryOf("d", "waste"), entryOf("e", "fix")], done: [] });
    expect(found).toMatchObject({ entries: [{ id: "d" }, { id: "a" }, { id: "b" }], done: [] });
  });
});

describe("a report", () => {
  it("finds causes of every area", () => {
    const everything = facts({
      audit: { runId: "r", issues: [{ ...ISSUE }] },
      waste: { totalVisits: 9, reasons: [{ reason: "error", visits: 9, paths: 1, top: [] }] },
      unseen: [{ crawler: "GPTBot", medianDays: null, pages: [{ ...CHANGED }] }],
      fixes: [{ ...FIX }],
      questions: {
        questions: [{ query: "q", runs: 1, covers: "none" }],
        unread: [{ path: "/u", runs: 1, knownSince: "2026-01-01" }],
        readPages: new Set(),
        runs: 2,
        pages: 1,
      },
      wrong: { facts: [wrongFact({})], answers: 3, paths: new Set() },
      violations: [{ crawler: "c", path: "/", visits: 1, rule: { pattern: "/", line: 1 }, lastDate: "2026-03-09" }],
      stopped: [{ provider: "p", kind: "search", daysSilent: 1, daysBefore: 9, visitsPerDay: 1 }],
      paused: [{ path: "/p", tries: 2, reason: "timeout" }],
    });
    const areas = ["issue", "waste", "unseen", "fix", "question", "unread", "fact", "violation", "stopped", "render"];
    expect(causesOf(everything).map(({ area }) => area)).toEqual(areas);
  });

  it("has its list and its sentence, and knows what is done", () => {
    const paused = [{ path: "/p", tries: 2, reason: "timeout" }];
    const now = { day: "2026-03-10", came: new Set<string>(), sameView: true };
    const first = firstReport(facts({ paused, visits: new Map([["/p", 5]]) }), null, now);
    expect(first).toMatchObject({ entries: [{ id: "render:paused", since: "2026-03-10" }], done: [] });
    expect(first.sentence).toBe("1 thing to do first.");
    expect(firstReport(noFacts, first, { ...now, day: "2026-03-11" })).toEqual({
      entries: [],
      done: [{ id: "render:paused", area: "render", title: "Pages cannot be rendered", day: "2026-03-11" }],
      sentence:
        "Nothing can be said yet. Not known: no audit has finished, no crawler was counted in 30 days, no search of an assistant is known.",
    });
  });

  it.each([
    [
      { audited: true, visits: 1, searches: 1 },
      "There is nothing to do. Nothing costs visits or citations in what is known: the latest audit, 1 crawler visit in 30 days, 1 search of assistants.",
    ],
    [
      { audited: false, visits: 2_000, searches: 0 },
      "There is nothing to do. Nothing costs visits or citations in what is known: 2,000 crawler visits in 30 days. Not known: no audit has finished, no search of an assistant is known.",
    ],
    [
      { audited: false, visits: 0, searches: 2 },
      "There is nothing to do. Nothing costs visits or citations in what is known: 2 searches of assistants. Not known: no audit has finished, no crawler was counted in 30 days.",
    ],
  ])("of nothing says what it looked at: %j", (looked, sentence) => {
    expect(firstSentence({ entries: [] }, looked)).toBe(sentence);
  });

  it("of entries says how many", () => {
    const entries = [entryOf("a", "fix"), entryOf("b", "fix")];
    expect(firstSentence({ entries }, { audited: false, visits: 0, searches: 0 })).toBe("2 things to do first.");
  });
});

it("numbers of causes have words, sums and shares", () => {
  expect([numberOf(1, "page", "pages"), numberOf(1_500, "page", "pages")]).toEqual(["1 page", "1,500 pages"]);
  expect(sumOf([1, 2, 3], (n) => n * 2)).toBe(12);
  expect([percentOf(1, 3), percentOf(2, 1), percentOf(0, 5), percentOf(5, 0)]).toEqual([33.3, 200, 0, 0]);
});
