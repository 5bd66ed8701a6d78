import { describe, expect, it } from "vitest";
import { buildReport } from "../../../../src/mentions/core/report/build-report";
import { quoteOf } from "../../../../src/mentions/core/report/quote";
import { reportEvents } from "../../../../src/mentions/core/report/report-events";
import { siteFinder, siteOwners } from "../../../../src/mentions/core/statistics/competitors";
import type { AnswerFact } from "../../../../src/mentions/core/statistics/fact";
import { falling, few, rising } from "./golden/scenes";

/** The quote of an answer in which the rules found these names, in order. */
function quoted(text: string, ...names: string[]): string {
  const mentions = names.map((name) => ({ name, start: text.indexOf(name), end: text.indexOf(name) + name.length }));
  return quoteOf({ id: "", text, mentions, citedUrls: [] }, "Own");
}
const words = (n: number) => "word ".repeat(n);

describe("a quote", () => {
  it.each<[string, string, string[], string]>([
    [
      "is of the brand, not of the name before it",
      `Beta is cheap. Own is dear. ${words(12)}`,
      ["Beta", "Own"],
      `Own is dear. ${words(12)}`,
    ],
    [
      "finds a brand that has no place",
      `${words(14)}end. Own is what ${words(12)}`,
      ["Beta"],
      `Own is what ${words(12)}`,
    ],
    ["is of another name", `${words(14)}end. Beta is what ${words(12)}`, ["Beta"], `Beta is what ${words(12)}`],
    ["passes a heading, up to the last line", "Version 1.5\nThe last line.", [], "The last line."],
    ["of no sentence is the first line", "\n\nA heading\nAnother one", [], "A heading"],
    [
      "goes on in a line of small letters",
      "Own is a bank\nthat has no fees.\nIt is old.",
      ["Own"],
      "Own is a bank that has no fees.",
    ],
    ["of 59 signs brings the next along", `Own ${"a".repeat(54)}. Next.`, ["Own"], `Own ${"a".repeat(54)}. Next.`],
    ["of 60 signs stands alone", `Own ${"a".repeat(55)}. Next.`, ["Own"], `Own ${"a".repeat(55)}.`],
    ["has 240 signs with the next", `Own is it. B${"b".repeat(227)}.`, ["Own"], `Own is it. B${"b".repeat(227)}.`],
    ["leaves out a next one that is longer", `Own is it. B${"b".repeat(228)}.`, ["Own"], "Own is it."],
    ["of 240 signs is whole", `Own ${"b".repeat(235)}.`, ["Own"], `Own ${"b".repeat(235)}.`],
    ["begins with its sentence 160 signs before the name", `${words(32)}Own wins.`, ["Own"], `${words(32)}Own wins.`],
    ["begins near a name further behind", `words ${words(31)}Own wins.`, ["Own"], `…${words(15)}Own wins.`],
    ["begins at a name without a space before it", `${"a".repeat(200)}Own is`, ["Own"], "…Own is"],
    ["loses the mark of an item", "Shops:\n  12) Own , the best\n* Beta", ["Own"], "Own, the best"],
    ["parts the cells of a table", "| a || Own |", ["Own"], "a · Own"],
  ])("%s", (_, text, names, quote) => {
    expect(quoted(text, ...names)).toBe(quote.trim());
  });
});

describe("the events of a report", () => {
  const domain = { id: "d1", accountId: "a1" };
  const made = { reportId: "r1", day: "2026-11-20", now: 7 };
  const about = { accountId: "a1", domainId: "d1", at: 7 };
  const ready = (visibility: number, answers: number) => ({
    ...about,
    id: "report.ready:d1:2026-11-20",
    type: "report.ready",
    data: { reportId: "r1", day: "2026-11-20", visibility, answers },
  });
  const dropped = {
    ...about,
    id: "visibility.dropped:d1:2026-11-20",
    type: "visibility.dropped",
    data: { reportId: "r1", day: "2026-11-20", visibility: 20, previous: 60, shift: -33.33 },
  };

  it("tell of a clear drop once, and of no rise", () => {
    const { stats } = buildReport(falling);
    expect(reportEvents(domain, made, stats, false)).toEqual([ready(20, 70), dropped]);
    expect(reportEvents(domain, made, stats, true)).toEqual([ready(20, 70)]);
    expect(reportEvents(domain, made, buildReport(rising).stats, false)).toEqual([ready(80, 35)]);
    expect(reportEvents(domain, made, buildReport(few).stats, false)).toEqual([ready(100, 8)]);
  });

  it("tell of no drop that may be chance", () => {
    const { stats } = buildReport(falling);
    const visibility = { ...stats.headline!.change.visibility, significant: false };
    const unclear = { ...stats, headline: { ...stats.headline!, change: { ...stats.headline!.change, visibility } } };
    expect(reportEvents(domain, made, unclear, false)).toEqual([ready(20, 70)]);
  });
});

it("the quality of a report follows the numbers of prompts and answers", () => {
  const quality = (prompts: number, answers: number) => {
    const [fact] = few.facts;
    return buildReport({
      ...few,
      prompts: Array.from({ length: prompts }, (_, i) => ({ ...few.prompts[0]!, id: `p${i}`, branded: false })),
      facts: Array.from({ length: answers }, (_, i) => ({ ...fact!, runId: `r${i}`, promptId: `p${i % prompts}` })),
    }).method.quality;
  };
  expect([quality(49, 1000), quality(50, 999), quality(50, 1000)]).toEqual(["exploratory", "directional", "decision"]);
});

const fact = (change: Partial<AnswerFact>): AnswerFact => ({ ...few.facts[0]!, competitors: [], cited: [], ...change });

describe("the sites of competitors", () => {
  const facts = [
    fact({
      cited: [
        ["delta.org", 1],
        ["delta.com", 2],
        ["gamma.net", 1],
      ],
    }),
    fact({
      cited: [
        ["gamma.info", 1],
        ["delta.org", 3],
      ],
      competitors: [["Untracked Ltd", 1, 1]],
    }),
  ];
  const tracked = [
    { name: "Alpha", siteUrl: "alpha.io/en" },
    { name: "Beta", siteUrl: "HTTP://beta.example" },
    { name: "Acme GmbH", siteUrl: "https://shop.acme-tools.co.uk/de" },
    { name: "Abc" },
    { name: "Booking.com" },
    { name: "!" },
  ];

  it("are those given, or else the cited one with the name and most pages", () => {
    const siteOf = siteFinder(facts, tracked);
    expect(["Alpha", "Beta", "Delta", "Gamma", "Abc"].map(siteOf)).toEqual([
      "https://alpha.io/en",
      "HTTP://beta.example",
      "https://delta.org",
      "https://gamma.info",
      "",
    ]);
  });

  const affixed = "get try use go join my the hello with".split(" ").map((word) => `${word}acme.com`);
  const followed = "app hq inc group shop store online official software cloud io ai gmbh".split(" ");
  it.each([
    ...affixed,
    ...followed.map((word) => `acme${word}.de`),
    "acme.org",
    "acme-gmbh.de",
    "acme-tools.co.uk",
    "acmetools.com",
    "alpha.com",
    "abc.com",
    "booking.com",
    "untracked.eu",
    "untrackedltd.eu",
  ])("have %s among them", (domain) => expect(siteOwners(facts, tracked)(domain)).toBe(true));

  it.each(["getabc.com", "abcapp.com", "acmefans.com", "buyacme.com", "delta.com", "uk", "", "beta-fans.example"])(
    "do not have %j among them",
    (domain) => expect(siteOwners(facts, tracked)(domain)).toBe(false),
  );
});

describe("what stands first", () => {
  const day = (n: number, change: Partial<AnswerFact>) =>
    fact({
      runId: `r${n}`,
      dateUtc: "2026-11-20",
      createdAt: n,
      position: 0,
      sentiment: 0,
      provider: "chatgpt",
      ...change,
    });
  const scene = (facts: AnswerFact[]) => ({
    ...falling,
    facts,
    errors: [],
    openRuns: 0,
    crawl: { blockedAgents: [], brokenPages: [] },
  });

  it("among findings of the same impact is the same in every report", () => {
    const facts = ["bank", "card", "fees", "loan"].flatMap((promptId, i) =>
      Array.from({ length: 4 }, (_, j) => day(4 * i + j, { promptId, competitors: [["Alpha", 1, 1]] })),
    );
    const absent = (of: AnswerFact[]) =>
      buildReport(scene(of))
        .actionItems.filter(({ rule }) => rule === "absent_prompt")
        .map(({ id }) => id);
    expect(absent(facts)).toHaveLength(4);
    expect(absent(facts)).toEqual(absent(facts).toSorted());
    expect(absent(facts.toReversed())).toEqual(absent(facts));
  });

  it("of two topics is told with answers that name others", () => {
    const facts = Array.from({ length: 4 }, (_, n) =>
      day(n, { promptId: "fees", competitors: n % 2 === 0 ? [["Alpha", 1, 1]] : [] }),
    );
    const dead = buildReport(scene(facts)).actionItems.find(({ rule }) => rule === "dead_topic")!;
    expect(dead.evidence.map(({ runId }) => runId)).toEqual(["r2", "r0"]);
  });

  it("of prompts that moved alike is in the order of their names, without one that is new", () => {
    const week = (promptId: string, position: number, from: number) =>
      Array.from({ length: 7 }, (_, n) => {
        const dateUtc = `2026-11-${String(from + n).padStart(2, "0")}`;
        return day(n, { runId: `${promptId}${from}${n}`, promptId, position, dateUtc, createdAt: from * 100 + n });
      });
    const facts = [
      ...["loan", "bank", "card"].flatMap((id) => week(id, 0, 7).concat(week(id, 1, 14))),
      ...week("fees", 1, 14),
    ];
    const rise = buildReport(scene(facts)).actionItems.find(({ rule }) => rule === "rising")!;
    expect(rise.promptIds).toEqual(["bank", "card", "loan"]);
  });
});
