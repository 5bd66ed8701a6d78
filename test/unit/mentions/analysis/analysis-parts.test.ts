import { describe, expect, it } from "vitest";
import { titledPages } from "../../../../src/mentions/core/analysis/citations";
import type { Judgement } from "../../../../src/mentions/core/analysis/judgement-schema";
import type { BrandHit } from "../../../../src/mentions/core/analysis/names/find";
import { isLinked } from "../../../../src/mentions/core/analysis/names/linked";
import { rankBrands } from "../../../../src/mentions/core/analysis/rank";
import { ratingsIn } from "../../../../src/mentions/core/analysis/tone/figures";
import { trustIn } from "../../../../src/mentions/core/analysis/trust";
import { foldTerm } from "../../../../src/mentions/core/analysis/words/fold";

/** Each rating as it is written, with its side. */
const ratings = (text: string) =>
  ratingsIn(text)
    .map(({ start, end, side }) => `${text.slice(start, end)} ${side}`)
    .join(", ");

describe("ratings", () => {
  it.each([
    ["4/5", "4/5 1"],
    ["3/5", ""],
    ["2.5/5", "2.5/5 -1"],
    ["2.6/5", ""],
    ["4.3/5", "4.3/5 1"],
    ["4,2/5", ""],
    ["8/10", "8/10 1"],
    ["7.9/10", ""],
    ["4.5 / 10", "4.5 / 10 -1"],
    ["4.6/10", ""],
    ["11/10", ""],
    ["since 9/10", ""],
    ["since 9.5/10", "9.5/10 1"],
    ["9 out of 10", "9 out of 10 1"],
    ["4 of 5 customers", ""],
    ["4 of 5 stars", "4 of 5 1"],
    ["4 of 5 in all", "4 of 5 1"],
    ["4.5 of 5 customers", "4.5 of 5 1"],
    ["5点満点中4.8", "5点満点中4.8 1"],
    ["满分10分，4分", "满分10分，4 -1"],
    ["9.2分（满分10分）", "9.2分（满分10 1"],
    ["★★★★☆", "★★★★☆ 1"],
    ["★★★☆☆", ""],
    ["★★☆☆☆", "★★☆☆☆ -1"],
    ["★★", ""],
    ["👍👍👎", "👍 1, 👎 -1"],
    ["👍👎👍", "👍 1, 👎 -1, 👍 1"],
    ["9/10, 2/10, 6/10", "9/10 1, 2/10 -1"],
  ])("%s", (text, found) => expect(ratings(text)).toBe(found));

  it("are read up to the sixtieth figure, and as many signs", () => {
    expect(ratingsIn("9/10 ".repeat(61))).toHaveLength(60);
    expect(ratingsIn("👍👎".repeat(61))).toHaveLength(120);
  });
});

it.each([
  ["1. Acme", 1],
  ["12) Acme", 12],
  ["No. 3: Acme", 3],
  ["IV. Acme", 4],
  ["IX) Acme", 9],
  ["XIV. Acme", 14],
  ["第三名Acme", 3],
  ["十、Acme", 10],
  ["十二、Acme", 12],
  ["二十一、Acme", 21],
  ["🥇 Acme", 1],
  ["🥉 Acme", 3],
  ["| Rank | Name |\n|---|---|\n| 7 | Acme |", 7],
  ["| Name | Rank |\n|---|---|\n| Acme | 7. |", 7],
  ["| Name | Price |\n|---|---|\n| Acme | 7 |", 1],
  ["| Name | Rank |\n|---|---|\n| Beta | 7 |\n\nAcme | 9", 1],
  ["In 2024 Acme", 1],
])("%j ranks Acme at %i", (text, rank) => {
  const start = text.indexOf("Acme");
  const hit = { start, end: start + 4, brand: { key: 0 } } as BrandHit;
  expect([...rankBrands({ text, starts: [], ends: [] }, [hit, hit])]).toEqual([[0, rank]]);
});

describe("how far a reply is believed", () => {
  type Sense = Judgement["names"][number]["sense"];
  const none = { claims: true, senses: false };
  const right = { claims: true, senses: true };
  const wrong = { claims: false, senses: false };
  /** What the rules read of one name, and what a reply claims of it. */
  const trust = (of: Array<[sense: Sense, likely: number, denied: number]>, passed?: boolean) => {
    const hits = of.map((_, i) => ({ start: 10 * i, end: 10 * i + 4, brand: { name: `Name ${i}` } }) as BrandHit);
    const names = of.map(([sense], i) => ({
      name: `name ${i} `,
      sense,
      recommended: false,
      rank: 0,
      start: 10 * i,
      end: 10 * i + 4,
    }));
    const judgement = { names, tone: null, further: [], ...(passed === undefined ? {} : { passed }) };
    return trustIn(judgement, {
      hits,
      likely: of.map(([, likely]) => likely),
      denied: new Map(hits.map((hit, i) => [hit, of[i]![2]])),
      rangeOf: ({ start, end }) => ({ start, end }),
    });
  };

  it.each<[Sense, number, number, typeof none]>([
    ["company", 0.97, 0.02, right],
    ["company", 0.96, 0.02, none],
    ["company", 0.97, 0.03, none],
    ["company", 0.01, 0, wrong],
    ["company", 0.02, 0, none],
    ["company", 0.99, 0.95, wrong],
    ["company", 0.99, 0.94, none],
    ["other", 0.01, 0, right],
    ["other", 0.02, 0, none],
    ["other", 0.97, 0.02, wrong],
    ["other", 0.97, 0.03, none],
    ["denied", 0.97, 0.95, right],
    ["denied", 0.97, 0.94, none],
    ["denied", 0.97, 0.02, wrong],
  ])("that says %s of a name that is meant by %d and denied by %d", (sense, likely, denied, expected) => {
    expect(trust([[sense, likely, denied]])).toEqual(expected);
  });

  it("follows what it is right about more often than wrong", () => {
    const [good, bad] = [
      ["company", 1, 0],
      ["other", 1, 0],
    ] as Array<[Sense, number, number]>;
    expect(trust([good!, bad!])).toEqual(wrong);
    expect(trust([good!, good!, bad!])).toEqual(right);
    expect(trust([good!, bad!], true)).toEqual(right);
    expect(trust([], true)).toEqual(right);
    expect(trust([good!, good!], false)).toEqual(wrong);
    expect(trust([])).toEqual(none);
  });
});

it.each([
  ["see acme.com.", true],
  ["acme.com", true],
  ["myacme.com", false],
  ["my-acme.com", false],
  ["acme.community", false],
  ["acme.com-shop", false],
  ["myacme.com and acme.com/x", true],
  ["", false],
])("whether %j has the host acme.com: %s", (text, linked) => {
  expect(isLinked(text, "acme.com")).toBe(linked);
  expect(isLinked(text, "")).toBe(false);
});

it("cited pages have the first title that a provider gave, cut at 300 signs", () => {
  const citations = [
    { url: "https://a.example/1" },
    { url: "https://www.a.example/1?utm_source=x#y", title: "t".repeat(301) },
    { url: "https://a.example/1", title: "Later" },
    { url: "nonsense", title: "Nonsense" },
  ];
  const found = {
    citedUrls: [
      { domain: "a.example", urls: ["https://a.example/1", "https://a.example/2"] },
      { domain: "b.example", urls: ["https://b.example/"] },
    ],
    ownCitations: ["https://b.example/"],
  };
  expect(titledPages(citations, found)).toEqual([
    { url: "https://a.example/1", domain: "a.example", title: "t".repeat(300), own: false },
    { url: "https://a.example/2", domain: "a.example", title: "", own: false },
    { url: "https://b.example/", domain: "b.example", title: "", own: true },
  ]);
});

it.each([
  ["a", "a"],
  ["Ø", "O"],
  ["ł", "l"],
  ["é", "e"],
  ["e\u0301", "e"],
  ["й", "й"],
  ["ё", "е"],
  ["が", "が"],
  ["ｶﾞ", "ガ"],
  ["①", "1."],
  ["⑳", "20."],
  ["1️⃣", "1."],
  ["™", ""],
  ["²", ""],
  ["\u200b", ""],
  ["\u00ad", ""],
  ["’", "'"],
  ["–", "-"],
  ["ﬁ", "fi"],
  ["ی", "ي"],
  ["दराज़", "दराज"],
])("%j is folded to %j", (written, folded) => {
  expect(foldTerm(written)).toBe(folded);
});

it("a name is folded without spaces around it and with one inside", () => {
  expect(foldTerm(" \tNestlé\u00a0 \n Café® ")).toBe("Nestle Cafe");
});
