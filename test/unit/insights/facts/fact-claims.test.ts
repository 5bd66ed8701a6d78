import { describe, expect, it } from "vitest";
import { claimsOf } from "../../../../src/insights/core/facts/claims.ts";
import { judgeAnswers } from "../../../../src/insights/facts/judge-answers.ts";
import { textLines } from "../../../../src/prerender/history/text-lines.ts";
import { pageText } from "../../../../src/prerender/core/page-text.ts";

const DAY = 86_400_000;
const BRAND = "Kelpworks";
const SITE = "https://kelp.example";
const RIVAL = "https://rival.example/review";

interface Said {
  at?: number;
  citations?: Array<{ url: string; start?: number; end?: number }>;
}

const answer = (text: string, { at = 60, citations = [] }: Said = {}) => ({
  id: "r",
  text,
  mentions: [BRAND, "Rivalco"].flatMap((name) =>
    Array.from(text.matchAll(new RegExp(name, "g")), ({ index }) => ({ name, start: index, end: index + name.length })),
  ),
  citedUrls: [],
  citations,
  provider: "chatgpt" as const,
  day: "2026-11-20",
  createdAt: at * DAY,
  ownUrls: [],
});

/** Judges an answer by the versions of a page, each from a day. */
function judged(text: string, pages: Array<[day: number, html: string]>, said: Said = {}, more: string[] = []) {
  const versions = pages.map(([day, html]) => ({
    path: "/pricing",
    at: day * DAY,
    status: 200,
    text: pageText(textLines(html), ""),
  }));
  const answers = [answer(text, said), ...more.map((other) => answer(other))];
  const keyOf = (url: string) => (url.startsWith(SITE) ? "/pricing" : undefined);
  const { claims } = judgeAnswers(answers, versions, { brand: BRAND, keyOf });
  return claims.filter((claim) => claim.answer === answers[0]);
}

const page = (price: string) => `<h1>Kelpworks pricing</h1><h2>Pro</h2><p>The Pro plan costs ${price}.</p>`;
const CHANGED: Array<[number, string]> = [
  [1, page("€49 per month")],
  [50, page("€59 per month")],
];
const outcomes = (found: ReturnType<typeof judged>) => found.map((each) => each.judged.outcome);

describe("an answer from before a change", () => {
  it.each([
    ["after it", 60, "stale"],
    ["on the instant", 50, "stale"],
    ["before it", 49, "was_right"],
    ["before versions were kept", 0, "unknown"],
  ])("%s", (_, at, outcome) =>
    expect(outcomes(judged("The Pro plan of Kelpworks costs €49 per month.", CHANGED, { at }))).toEqual([outcome]),
  );

  it.each([
    [60, "nowhere"],
    [2, "nowhere"],
    [0, "unknown"],
  ])("is not called from nowhere for a time of which no version was kept: day %i", (at, outcome) =>
    expect(outcomes(judged("The Pro plan of Kelpworks costs €31 per month.", CHANGED, { at }))).toEqual([outcome]),
  );
});

describe("what is no claim", () => {
  it.each([
    "Is it true that the Pro plan of Kelpworks costs €28 per month?",
    "The Pro plan of Kelpworks no longer costs €31 per month.",
    "The Pro plan of Kelpworks doesn't cost €31 per month.",
    "Some people wrongly say the Pro plan of Kelpworks costs €32 per month.",
    "Many users report that the Pro plan of Kelpworks costs €32 per month.",
    "If you pay yearly, the Pro plan of Kelpworks costs €29 per month.",
    "The Pro plan of Kelpworks would cost €29 per month with that code.",
    "The Pro plan of Kelpworks was €31 per month.",
    "Until May, the Pro plan of Kelpworks cost €31 per month.",
    "The Pro plan of Kelpworks may cost €31 per month.",
    "The Pro plan of Kelpworks costs ~~€31~~ per month.",
    "Kostet der Pro-Tarif von Kelpworks 28 € pro Monat?",
    "Der Pro-Tarif von Kelpworks kostet nicht 31 € pro Monat.",
    "Früher kostete der Pro-Tarif von Kelpworks 31 € pro Monat.",
    "Wenn Sie jährlich zahlen, kostet der Pro-Tarif von Kelpworks 29 € pro Monat.",
    "Le forfait Pro de Kelpworks ne coûte plus 31 € par mois.",
    "¿Cuesta el plan Pro de Kelpworks 28 € al mes?",
  ])("%s", (text) => expect(outcomes(judged(text, CHANGED))).toEqual([]));

  it.each([
    ["The Pro plan of Kelpworks costs €59 per month, not €31.", ["€59"]],
    ["The Pro plan of Kelpworks no longer costs €31 but €59 per month.", ["€59"]],
    ["Since May 2026, the Pro plan of Kelpworks costs €59 per month.", ["May 2026", "€59"]],
    ["The Pro plan of Kelpworks costs ~~€49~~ €59 per month.", ["€59"]],
  ])("but the rest of the sentence may be one: %s", (text, values) => {
    const { mentions, citations } = answer(text);
    const claims = claimsOf({ text, mentions, citations }, BRAND);
    expect(claims.map(({ quote, start, end }) => quote.slice(start, end))).toEqual(values);
  });
});

describe("a citation at the end of a sentence", () => {
  const text = "The Pro plan of Kelpworks costs €34 per month.";
  const link = `([rival.example](${RIVAL}))`;
  it.each([
    ["a link behind the full stop", `${text} ${link}`, []],
    ["a link in it", `The Pro plan of Kelpworks costs €34 per month ${link}.`, []],
    ["a naked address behind it", `${text} ${RIVAL}`, []],
    ["an annotation of the last characters", text, [{ url: RIVAL, start: text.length - 5, end: text.length }]],
    ["a point right behind it", text, [{ url: RIVAL, start: text.length, end: text.length }]],
    [
      "an annotation of the link behind it",
      `${text} ${link}`,
      [{ url: RIVAL, start: text.length + 1, end: text.length + link.length }],
    ],
    ["an annotation of all", text, [{ url: RIVAL, start: 0, end: text.length }]],
  ])("belongs to it: %s", (_, said, citations) =>
    expect(outcomes(judged(said, CHANGED, { citations }))).toEqual(["elsewhere"]),
  );

  it.each([
    ["of the sentence before", `Kelpworks grows kelp. ${link} ${text}`, []],
    ["of the next sentence", `${text} Rivals write of it ${link}.`, []],
    ["of the list of sources", `${text}\n\n${link}`, []],
  ])("and not one %s", (_, said, citations) =>
    expect(outcomes(judged(said, CHANGED, { citations }))).toEqual(["nowhere"]),
  );
});

describe("what a page says now", () => {
  const says = (html: string, text = "The Pro plan of Kelpworks costs €49 per month.") =>
    outcomes(judged(text, [[1, `<h1>Kelpworks pricing</h1>${html}`]], {}, ["Rivalco is another one."]));
  it.each([
    ["a sentence on before", "<p>The Pro plan costs €59 per month. Until today the Pro plan cost €49 per month.</p>"],
    ["a price struck out", "<p>The Pro plan costs <s>€49</s> €59 per month.</p>"],
    ["a price deleted", "<p>The Pro plan costs <del>€49 per month</del> <ins>€59 per month</ins>.</p>"],
    ["a table in a row", "<table><tr><td>Pro</td><td>Old price €49</td><td>New price €59</td></tr></table>"],
    [
      "a table under a head",
      "<table><tr><th>Plan</th><th>Old price</th><th>New price</th></tr><tr><td>Pro</td><td>€49</td><td>€59</td></tr></table>",
    ],
    ["was in brackets", "<p>The Pro plan costs €59 per month (was €49 per month).</p>"],
    ["statt", "<p>Pro: jetzt 59 € statt 49 € pro Monat</p>"],
    ["a rival's price", "<p>Kelpworks Pro €59</p><p>Rivalco Pro plan costs €49 per month.</p>"],
    ["a stranger's price", "<p>Kelpworks Pro €59</p><p>The Velomax Pro plan costs €49 per month.</p>"],
  ])("is not %s", (_, html) => {
    expect(says(html)).not.toContain("matches");
    expect(says(html, "The Pro plan of Kelpworks costs €59 per month.")).not.toContain("nowhere");
    expect(says(html, "The Pro plan of Kelpworks costs €59 per month.")).not.toContain("elsewhere");
  });

  it.each([
    ["a plain price", "<p>The Pro plan costs €49 per month.</p>"],
    ["a new price beside a struck one", "<p>The Pro plan costs <s>€39</s> €49 per month.</p>"],
    ["a limit that reads like a time", "<h2>Pro</h2><p>Bis 10 Nutzer</p><p>€49 per month</p>"],
    ["our own name in front", "<p>Rivalco asks for more.</p><p>Kelpworks Pro plan costs €49 per month.</p>"],
  ])("may be %s", (_, html) => expect(says(html)).toEqual(["matches"]));

  it("keeps the period of a price next to another", () =>
    expect(
      says("<p>The Pro plan costs <s>€49</s> €59 per month.</p>", "The Pro plan of Kelpworks costs €490 per year."),
    ).toEqual(["unknown"]));

  it("is out of date once the price is only struck out, and not a rival's when that has gone", () => {
    const text = "The Pro plan of Kelpworks costs €49 per month.";
    expect(
      outcomes(
        judged(text, [
          [1, page("€49 per month")],
          [50, page("<s>€49</s> €59 per month")],
        ]),
      ),
    ).toEqual(["stale"]);
    const rival = `${page("€59 per month")}<p>Rivalco Pro plan costs €49 per month.</p>`;
    expect(
      outcomes(
        judged(
          text,
          [
            [1, rival],
            [50, page("€59 per month")],
          ],
          {},
          ["Rivalco is another one."],
        ),
      ),
    ).toEqual(["unknown"]);
  });
});

describe("text that is made to take long", () => {
  it.each([
    "[](https://a.example)".repeat(1_400) + " x 5",
    `It costs €5. ${"[".repeat(20_000)}`,
    `It costs €5. ${"([a](https://a.example))".repeat(1_200)} €`,
    `It costs €5. ${"[1]".repeat(9_000)}x`,
    `~~${"€5 ".repeat(8_000)}`,
    `Kelpworks ${"A".repeat(500)}n €5`,
  ])("%.30s", (text) => {
    const began = performance.now();
    claimsOf({ text, mentions: [{ name: BRAND, start: 0, end: 1 }], citations: [] }, BRAND);
    expect(performance.now() - began).toBeLessThan(1_500);
  });
});
