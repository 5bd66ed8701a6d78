import { describe, expect, it } from "vitest";
import type { FirstFacts, WrongFact } from "../../../../src/insights/core/first-facts.ts";
import { wrongCauses } from "../../../../src/insights/core/first-wrong.ts";
import { FIRST_NOW, noFacts, wrongFact } from "../../../support/first-facts.ts";

const facts = (change: Partial<FirstFacts>): FirstFacts => ({ ...noFacts, ...change });

describe("wrong facts", () => {
  const found = (own: WrongFact[], answers = 40) =>
    wrongCauses(facts({ wrong: { facts: own, answers, paths: new Set() } }));

  it.each([
    [
      "stale",
      FIRST_NOW,
      "Answers tell what a page of yours said before",
      "Renew and submit the page, so that crawlers read what it says now.",
      ", given after the page changed; it says something else since 2026-03-10.",
    ],
    [
      "elsewhere",
      null,
      "Answers tell of you what another site is cited for",
      "Open the facts, and ask the site that is cited for a correction.",
      "; no kept version of your pages says so, and the page says something else.",
    ],
    [
      "nowhere",
      null,
      "Answers tell of you what no page of yours says",
      "Say it in one plain sentence on the page that is about it.",
      "; no kept version of your pages says so, and the page says something else.",
    ],
  ] as const)("that are %s are one cause per page", (outcome, until, title, todo, end) => {
    const own = [
      wrongFact({ outcome, until, assistants: ["Gemini", "ChatGPT"] }),
      wrongFact({ outcome, until: until && until - 9e9, answers: 1, assistants: ["ChatGPT", "Claude"] }),
      wrongFact({ outcome, until, path: "/b", answers: 1 }),
    ];
    const cause = { area: "fact", title, todo, page: "/app/site/a.example/mentions/facts" };
    expect(found(own)).toEqual([
      {
        ...cause,
        id: `fact:${outcome}:/a`,
        gain: { visits: 0, citations: 4, points: null },
        evidence: `4 answers of ChatGPT, Claude and Gemini in 30 days${end}`,
        examples: ["/a"],
        weight: 5,
        strength: 4 / 3,
      },
      {
        ...cause,
        id: `fact:${outcome}:/b`,
        gain: { visits: 0, citations: 1, points: null },
        evidence: `1 answer of ChatGPT in 30 days${end}`,
        examples: ["/b"],
        weight: 1.25,
        strength: 1 / 3,
      },
    ]);
  });

  it("are of no more answers than were read, and have a short id", () => {
    const path = `/${"x".repeat(400)}`;
    const [cause] = found([wrongFact({ path, answers: 9 }), wrongFact({ path, answers: 9 })], 10);
    expect(cause).toMatchObject({ gain: { citations: 10 }, weight: 50, id: `fact:nowhere:${path.slice(0, 300)}` });
  });
});
