import { expect, it } from "vitest";
import { fixSentence, type FixJudgement } from "../../../src/insights/core/fix-words.ts";
import { routerSentence, type RouterJudgement } from "../../../src/insights/core/router-words.ts";

const means = { before: 1.25, after: 2 };
const fix = {
  pages: 1,
  controls: 1,
  fixed: { before: 1.234, after: 5 },
  others: means,
  effect: 1,
  low: -0.5,
  high: 2.555,
  p: 0.5,
};
const numbers =
  "the fixed pages went from 1.23 to 5 citations per page in 28 days, comparable pages 1.25 to 2; difference -0.5 to 2.56.";

it.each<[Partial<FixJudgement>, typeof fix | null, string]>([
  [{ verdict: "worked" }, fix, `It worked: ${numbers}`],
  [{ verdict: "worse" }, fix, `It did not help: ${numbers}`],
  [{ verdict: "unclear" }, fix, `No effect is visible: ${numbers}`],
  [
    { reason: "not_fetched" },
    null,
    "Too early to tell: no crawler of an assistant has read half of the fixed pages since the audit that found them fixed.",
  ],
  [
    { reason: "days_left", daysLeft: 9 },
    null,
    "Too early to tell: citations are compared 28 days after crawlers read the fix, in 9 days.",
  ],
  [{ reason: "few_answers" }, null, "Cannot tell: there are too few answers before the fix or after it."],
  ...(
    [
      ["no_pages_to_compare", fix],
      [null, null],
    ] as const
  ).map(([reason, effect]): [Partial<FixJudgement>, typeof fix | null, string] => [
    { reason },
    effect,
    "Cannot tell: too few of the fixed pages have comparable ones that were cited and not fixed.",
  ]),
])("a fix of %j is said in a sentence (%#)", (judgement, effect, sentence) => {
  expect(fixSentence({ verdict: "too_early", reason: null, daysLeft: null, ...judgement }, effect, 28)).toBe(sentence);
});

const sums = { pages: 8, before: 10, after: 2.26 };
const routed = { routed: sums, others: { ...sums, after: 9 }, effect: -7, low: -9.04, high: -5, p: 0.001 };
const visits = (who: string, what: string) =>
  `crawlers of ${who} went from 10 to 2.3 visits per page in 28 days on ${what}, from 10 to 9 on those left alone; difference -9 to -5.`;

it.each<[Partial<RouterJudgement>, typeof routed | null, string]>([
  [{ verdict: "fewer" }, routed, `It saves visits: ${visits("search engines", "pages that are gone")}`],
  [
    { verdict: "more", action: "redirect", kind: "llm-search" },
    routed,
    `It costs visits: ${visits("AI search", "redirected pages")}`,
  ],
  [
    { verdict: "unclear", kind: "llm-training" },
    routed,
    `No effect is visible: ${visits("AI training", "pages that are gone")}`,
  ],
  [
    { reason: "no_pages", kind: "llm-user" },
    null,
    "Nothing to compare: no page that is gone was known when it was switched on. The switch is on for crawlers of AI assistants that fetch for people.",
  ],
  [
    { reason: "no_pages", action: "redirect" },
    null,
    "Nothing to compare: no page to redirect was known when it was switched on. The switch is on for crawlers of search engines.",
  ],
  [
    { reason: "days_left", daysLeft: 1 },
    null,
    "Too early to tell: half of the pages are left as they are for 28 days. The comparison is due tomorrow.",
  ],
  [
    { reason: "days_left", daysLeft: 2 },
    null,
    "Too early to tell: half of the pages are left as they are for 28 days. The comparison is due in 2 days.",
  ],
  ...(
    [
      ["few_pages", routed],
      [null, null],
    ] as const
  ).map(([reason, effect]): [Partial<RouterJudgement>, typeof routed | null, string] => [
    { reason },
    effect,
    "Cannot tell: too few pages and visits to compare. The switch stays on for crawlers of search engines.",
  ]),
])("a switch of %j is said in a sentence (%#)", (judgement, effect, sentence) => {
  const own = {
    action: "gone",
    kind: "search",
    verdict: "too_early",
    reason: null,
    daysLeft: null,
    ...judgement,
  } as const;
  expect(routerSentence(own, effect, 28)).toBe(sentence);
});
