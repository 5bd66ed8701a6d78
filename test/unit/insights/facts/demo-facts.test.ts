import { describe, expect, it } from "vitest";
import { CHECK_PRICE, DEMO_PAGES, EARLIER_CHECK_PRICE } from "../../../../demo/pages.ts";
import { sampleAnswer } from "../../../../demo/stand-in/answers.ts";
import { factSentence } from "../../../../src/insights/core/facts/fact-words.ts";
import { givenTo } from "../../../../src/insights/core/facts/given.ts";
import { judgeAnswers } from "../../../../src/insights/facts/judge-answers.ts";
import { pageText } from "../../../../src/prerender/core/page-text.ts";

const DAY = 86_400_000;
const BRAND = "Saltmarsh Bikes";
const RIVALS = ["Fenland Cycles", "Breckland Wheelworks", "Marshlight Velo"];

const pageSaying = (price: number) =>
  DEMO_PAGES["/repairs"]!.blocks.map(
    ({ h1, h4, p = "" }) => h1 ?? h4 ?? p.replace(String(CHECK_PRICE), String(price)),
  ).join("\n");

describe("the demo's story of a fact", () => {
  it("is a price that was raised and that answers still have", () => {
    const text = sampleAnswer("chatgpt", "Which shop repairs a bicycle?")
      .parts.map((part) => part.text)
      .join("");
    expect(text).toContain(`A yearly check at ${BRAND} costs €${EARLIER_CHECK_PRICE}.`);
    const mentions = [BRAND, ...RIVALS].flatMap((name) =>
      Array.from(text.matchAll(new RegExp(name, "g")), ({ index }) => ({
        name,
        start: index,
        end: index + name.length,
      })),
    );
    const answer = {
      id: "r",
      text,
      mentions,
      citedUrls: [],
      citations: [],
      provider: "chatgpt" as const,
      day: "2026-11-20",
      createdAt: 60 * DAY,
      ownUrls: [],
    };
    const versions = [EARLIER_CHECK_PRICE, CHECK_PRICE].map((price, i) => ({
      path: "/repairs",
      at: [20, 50][i]! * DAY,
      status: 200,
      text: pageText(pageSaying(price), ""),
    }));
    const { claims } = judgeAnswers([answer], versions, { brand: BRAND, keyOf: () => undefined });
    expect(claims).toMatchObject([
      {
        judged: {
          outcome: "stale",
          now: { path: "/repairs", value: `€${CHECK_PRICE}` },
          said: { from: 20 * DAY, to: 50 * DAY },
        },
      },
    ]);
  });
});

describe("crawlers that were given a version", () => {
  const reads = [20, 21, 35, 50, 51].map((day) => ({ path: "/a", token: "GPTBot", day }));
  const version = { path: "/a", from: 20 * DAY + 5, to: 50 * DAY + 5 };

  it("are those that read it on a day between, not on the days of its change", () => {
    expect(givenTo(version, ["GPTBot", "OAI-SearchBot"], reads)).toEqual([{ crawler: "GPTBot", day: 35, since: 51 }]);
    const edges = reads.filter(({ day }) => day === 20 || day === 50);
    expect(givenTo(version, ["GPTBot"], edges)).toEqual([]);
    expect(givenTo({ ...version, path: "/b" }, ["GPTBot"], reads)).toEqual([]);
  });

  it("are named in the sentence", () => {
    const story = {
      outcome: "elsewhere" as const,
      by: ["ChatGPT", "Claude"],
      claimed: "€49",
      now: { path: "/a", value: "€59" },
      said: null,
      others: "sentence" as const,
      given: null,
      knownSince: "2026-06-01",
    };
    expect(factSentence(story)).toBe(
      "ChatGPT and Claude say €49. No kept version of your pages says so; /a, of which versions are kept since 2026-06-01, says €59. Another site is cited for it, which was not read.",
    );
    expect(factSentence({ ...story, others: "answer" })).toMatch(
      /No other site is cited at that place; the answer cites some/,
    );
    const then = { ...story, outcome: "was_right" as const, said: { path: "/a", until: "2026-11-19" } };
    expect(factSentence(then)).toBe(
      "ChatGPT and Claude said €49, which was right until 2026-11-19: /a said so then; now /a says €59.",
    );
  });
});
