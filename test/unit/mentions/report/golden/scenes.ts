import type { Provider } from "../../../../../src/mentions/core/provider";
import { windowOf, type ReportInput, type ReportPrompt } from "../../../../../src/mentions/core/report/figures/scene";
import type { AnswerFact, CitedDomain, NamedCompetitor } from "../../../../../src/mentions/core/statistics/fact";

export const NOW = Date.parse("2026-11-20T12:10:00Z");

const prompt = (id: string, text: string, tags: string[], change: Partial<ReportPrompt> = {}): ReportPrompt => ({
  id,
  text,
  intent: "comm",
  tags,
  branded: false,
  ...change,
});
const PROMPTS = [
  prompt("bank", "Which bank for a start-up?", ["bank", "small"]),
  prompt("card", "Which card for travel?", ["card"], { intent: "info" }),
  prompt("loan", "Where to get a loan?", ["loan", "small"], { intent: "trans" }),
  prompt("fees", "Which account has no fees?", ["fees"]),
  prompt("own", "Is Own any good?", ["bank"], { branded: true }),
  prompt("never", "Nobody asked this.", ["loan"]),
];

const ALPHA: NamedCompetitor = ["Alpha", 2, 1];
const BETA: NamedCompetitor = ["Beta Ltd", 1, 2];
const page = (n: number) => `https://own.example/${n}`;

/** What an answer says that is the `i`-th of its prompt on a day, which counts from 0. */
type Says = (day: number, i: number) => Partial<AnswerFact> | null;

/** An answer by each provider on each of the 14 days of two weeks that the prompt's rule gives. */
function answersTo(promptId: string, providers: readonly Provider[], says: Says): AnswerFact[] {
  return Array.from({ length: 14 }, (_, day) => day).flatMap((day) =>
    providers.flatMap((provider, i): AnswerFact[] => {
      const said = says(day, i);
      const dateUtc = `2026-11-${String(7 + day).padStart(2, "0")}`;
      return said === null
        ? []
        : [
            {
              runId: `${promptId}-${provider}-${day}`,
              promptId,
              provider,
              dateUtc,
              createdAt: Date.parse(`${dateUtc}T08:00:00Z`) + 60_000 * i,
              position: 0,
              sentiment: 0,
              ownUrls: [],
              competitors: [],
              cited: [],
              ...said,
            },
          ];
    }),
  );
}

const three: Provider[] = ["chatgpt", "claude", "gemini"];
const cites = (...domains: string[]): CitedDomain[] => domains.map((domain, i) => [domain, 1 + (i % 2)]);
const OTHERS = ["g2.com", "alpha.io", "news.example", "reddit.com", "bank.example", "own.example"];

/** A week in which much went wrong: visibility fell, a rival is new, pages are broken, crawlers are blocked. */
const FALLING: AnswerFact[] = [
  ...answersTo("bank", three, (day, i) => ({
    competitors: day < 7 ? [BETA] : [ALPHA, ["Newcomer", 1, 3]],
    cited: i === 0 ? cites("g2.com", "reddit.com") : cites(...OTHERS),
    ownUrls: i > 0 && day % 2 === 0 ? [page(1)] : [],
  })),
  ...answersTo("card", three, (day, i) => ({
    position: day < 7 || i === 0 ? 5 : 0,
    sentiment: day < 7 ? 0.4 : -0.5,
    competitors: [["Alpha", 1, 1], BETA],
    ownUrls: i === 0 && day >= 7 ? [page(2), page(3)] : [],
    cited: i === 0 && day >= 7 ? cites("own.example", "g2.com") : cites("g2.com"),
  })),
  ...answersTo("loan", three, (day, i) =>
    day % 3 === i ? { competitors: [BETA], cited: cites("youtube.com") } : null,
  ),
  ...answersTo("fees", three, (day, i) => ({
    position: day < 7 ? 1 : Number(i === 0),
    sentiment: i === 0 ? 0.1 : 0,
    competitors: day === 9 ? [["Stray", 1, 2]] : [],
  })),
  ...answersTo("own", three, (day) => (day > 5 ? { position: 1, sentiment: day > 10 ? 0.6 : 0 } : null)),
  ...answersTo("bank", ["google-ai-overviews"], (day) => (day > 11 ? { position: 2, competitors: [ALPHA] } : null)),
];

const base = {
  now: NOW,
  window: windowOf(NOW),
  domain: "own.example",
  brand: { name: "Own", aliases: ["Own Bank"] },
  competitors: [{ name: "Alpha", siteUrl: "https://www.alpha.io/en" }, { name: "Beta Ltd" }],
  prompts: PROMPTS,
  facts: FALLING,
  errors: [],
  openRuns: 0,
  models: [],
  crawl: { blockedAgents: [], brokenPages: [] },
  previousActions: [],
} satisfies ReportInput;

/** Its facts come in no order. */
export const falling: ReportInput = {
  ...base,
  facts: FALLING.toReversed(),
  errors: [
    { provider: "perplexity", runs: 3 },
    { provider: "gemini", runs: 30 },
    { provider: "claude", runs: 1 },
  ],
  openRuns: 2,
  models: [
    { provider: "claude", model: "c-1" },
    { provider: "chatgpt", model: "gpt-1" },
    { provider: "gemini", model: null },
  ],
  crawl: {
    blockedAgents: ["GPTBot", "ClaudeBot"],
    brokenPages: [{ url: page(2), problem: "http_4xx" }],
    funnel: {
      crawledPages: 12,
      citedPages: 3,
      citedAndCrawled: 2,
      checkedPages: 3,
      auditedPages: 2,
      soundPages: 1,
      auditKnown: true,
    },
  },
};

/** Everything goes well, and nothing is said of crawlers. Every prompt but one names the brand now. */
export const rising: ReportInput = {
  ...base,
  prompts: PROMPTS.slice(0, 4),
  facts: [
    ...answersTo("bank", ["chatgpt", "claude"], (day, i) => ({
      position: day < 7 ? 0 : 1 + i,
      sentiment: day < 7 ? 0 : 0.5,
      competitors: i === 1 || day < 7 ? [ALPHA] : [],
      ownUrls: day < 7 ? [] : [page(1)],
      cited: cites("own.example"),
    })),
    ...answersTo("card", ["chatgpt", "claude"], (day) => ({ position: Number(day > 5), sentiment: 0.25 })),
    ...answersTo("fees", ["perplexity"], () => ({ competitors: [ALPHA] })),
  ],
  crawl: {
    blockedAgents: [],
    brokenPages: [],
    funnel: { crawledPages: 0, citedPages: 1, citedAndCrawled: 0, checkedPages: 0, auditedPages: 0, soundPages: 0 },
  },
};

/** Only what people see, to a prompt that names the brand, in few answers and without a week before. */
export const few: ReportInput = {
  ...base,
  prompts: PROMPTS.slice(4, 5),
  facts: answersTo("own", ["google-ai-mode", "copilot"], (day) =>
    day > 9 ? { position: 1, sentiment: -0.3, competitors: [ALPHA] } : null,
  ),
};

/** One provider alone names the brand. */
export const single: ReportInput = {
  ...base,
  prompts: PROMPTS.slice(0, 3),
  facts: ["bank", "card", "loan"].flatMap((id) =>
    answersTo(id, ["chatgpt", "claude", "gemini"], (day, i) =>
      day < 7 ? null : { position: i === 0 ? 1 + (day % 2) : 0, competitors: i === 2 ? [ALPHA, BETA] : [] },
    ),
  ),
};
