import { analyseByRules, compileRules } from "../../src/mentions/core/analysis/analyse";
import type { Citation } from "../../src/mentions/core/analysis/types";
import { buildReport } from "../../src/mentions/core/report/build-report";
import { fillEvidence } from "../../src/mentions/core/report/fill-evidence";
import type { AnsweredRun } from "../../src/mentions/core/report/quote";
import { windowOf, type Funnel, type ReportPrompt } from "../../src/mentions/core/report/figures/scene";
import type { ReportV3 } from "../../src/mentions/core/report/figures/schema";
import type { AnswerFact } from "../../src/mentions/core/statistics/fact";
import type { Provider } from "../../src/mentions/core/provider";
import { randomNumbers } from "./answer-history";

const DAY_MS = 86_400_000;
const PROVIDERS: readonly Provider[] = ["chatgpt", "claude", "perplexity", "gemini"];
const BRANDS = ["Veltora", "Quenby", "Marlowik", "Tessandre", "Brontifex"];
const RIVALS = ["Orvantis", "Plimsy", "Kestrova", "Dunmora", "Yalvex", "Hexwood"];
const SOURCES = ["softwarejournal.com", "reddit.com", "toolreviews.net", "wikipedia.org", "fieldnotes.blog"];
const QUESTIONS = [
  "Which software plans the routes of delivery vans best?",
  "What do small couriers use to track their parcels?",
  "Which dispatch tool works without internet?",
  "What is a cheap fleet planner for ten vans?",
  "Which route planner knows low-emission zones?",
  "How do bakeries organise their morning deliveries?",
  "Which courier app do drivers like most?",
  "What do flower shops use to plan deliveries?",
];
const PRAISE = [
  "{b} is excellent and reliable.",
  "Drivers love {b}; it is very easy to use.",
  "{b} is the best choice here.",
];
const BLAME = [
  "{b} is slow and unreliable.",
  "Many users complain that {b} is overpriced.",
  "{b} disappoints with frequent crashes.",
];
const PLAIN = ["{b} plans routes for vans.", "{b} is a company from Ghent.", "{b} offers a monthly plan."];

/** What is true of a generated history. */
export interface Truth {
  brand: string;
  /** Each prompt's chance that an answer names the brand: three weeks before, and the last week. */
  prompts: Array<{ text: string; branded: boolean; before: number; now: number }>;
  change: string;
  weakProvider: string | null;
  /** Chance that a naming answer praises or blames. */
  praise: number;
  blame: number;
  rivals: Array<{ name: string; tracked: boolean; chance: number; site: string }>;
  sources: Array<{ domain: string; chance: number }>;
  ownCited: number;
  audited: boolean;
  connected: boolean;
  newRival: string | null;
}

const CHANGES = ["none", "none", "all fall", "all rise", "one prompt lost", "one prompt won"] as const;

type Random = () => number;
const pick = <T>(random: Random, all: readonly T[]): T => all[Math.floor(random() * all.length)]!;
const shuffled = <T>(random: Random, all: readonly T[]): T[] =>
  all
    .map((value) => ({ value, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ value }) => value);
const round = (value: number) => Math.round(100 * value) / 100;
const clamp = (value: number) => round(Math.min(0.95, Math.max(0.02, value)));

function drawTruth(random: Random): Truth {
  const brand = pick(random, BRANDS);
  const change = pick(random, CHANGES);
  const questions = shuffled(random, QUESTIONS).slice(0, 4 + Math.floor(random() * 4));
  const level = 0.15 + 0.5 * random();
  const chosen = Math.floor(random() * questions.length);
  const asked = questions.map((text, i) => {
    const before = clamp(level + (random() - 0.5) * 0.5);
    const all = change === "all fall" ? -0.3 : change === "all rise" ? 0.3 : 0;
    const one = i === chosen ? (change === "one prompt lost" ? -0.7 : change === "one prompt won" ? 0.7 : 0) : 0;
    return { text, branded: false, before: clamp(before), now: clamp(before + all + one) };
  });
  const branded = shuffled(random, [`Is ${brand} any good?`, `What does ${brand} cost?`])
    .slice(0, Math.floor(random() * 3))
    .map((text) => ({ text, branded: true, before: 0.95, now: 0.95 }));
  const rivals = shuffled(random, RIVALS).slice(0, 4);
  const site = (name: string) =>
    pick(random, ["{n}.com", "get{n}.com", "{n}.io", "{n}app.com"]).replace("{n}", name.toLowerCase());
  return {
    brand,
    prompts: [...asked, ...branded],
    change,
    weakProvider: random() < 0.4 ? pick(random, PROVIDERS) : null,
    praise: round(0.5 * random()),
    blame: round(random() < 0.5 ? 0.05 : 0.4 * random()),
    rivals: rivals.map((name, i) => ({
      name,
      tracked: i < 3,
      chance: round(0.6 / (1 + i) + 0.2 * random()),
      site: site(name),
    })),
    sources: shuffled(random, SOURCES)
      .slice(0, 3)
      .map((domain, i) => ({ domain, chance: round(0.5 / (1 + i)) })),
    ownCited: round(0.4 * random()),
    audited: random() < 0.5,
    connected: random() < 0.6,
    newRival: random() < 0.3 ? rivals[3]! : null,
  };
}

/** One answer in one of the forms that assistants write. */
function answerText(random: Random, truth: Truth, names: readonly string[], urls: readonly string[]) {
  const about = (name: string) => {
    const at = random();
    const of =
      name !== truth.brand ? PLAIN : at < truth.praise ? PRAISE : at < truth.praise + truth.blame ? BLAME : PLAIN;
    return pick(random, of).replace("{b}", random() < 0.5 ? `**${name}**` : name);
  };
  const cites = urls.map((url) => `([source](${url}))`).join(" ");
  const opening = pick(random, ["It depends on your needs.", "Here are some options:", "A few tools stand out."]);
  if (names.length === 0) return `${opening} Most firms of this size use a spreadsheet or a plain map. ${cites}`;
  if (random() < 0.5)
    return `${opening}\n\n${names.map((name, i) => `${i + 1}. ${about(name)}`).join("\n")}\n\n${cites}`;
  return `## Short answer\n\n${opening} ${names.map(about).join(" ")} ${cites}`;
}

/** A month of answers to a few prompts, analysed by the rules, with its report, and what is true of it. */
export function knownHistory(seed: number, now: number): { truth: Truth; report: ReportV3; facts: AnswerFact[] } {
  const random = randomNumbers(seed);
  const truth = drawTruth(random);
  const domain = `${truth.brand.toLowerCase()}.com`;
  const window = windowOf(now);
  const competitors = truth.rivals.filter(({ tracked }) => tracked).map(({ name }) => ({ name, aliases: [] }));
  const subject = { brandName: truth.brand, aliases: [], domain, competitors, excludePhrases: [] };
  const rules = compileRules(subject);
  const prompts = truth.prompts.map(({ text, branded }, i): ReportPrompt => ({
    id: `prompt-${i}`,
    text,
    intent: "comm",
    tags: [],
    branded,
  }));
  const facts: AnswerFact[] = [];
  const runs: AnsweredRun[] = [];
  for (const [i, { before, now: lately }] of truth.prompts.entries())
    for (const [turn, provider] of PROVIDERS.entries())
      for (let day = 0; day < 28; day++) {
        const createdAt = now - (27 - day) * DAY_MS - 1_000 * (turn + 1) - i;
        const dateUtc = new Date(createdAt).toISOString().slice(0, 10);
        const isNow = dateUtc >= window.from;
        const weak = provider === truth.weakProvider && !truth.prompts[i]!.branded ? 0.2 : 1;
        const isNamed = random() < (isNow ? lately : before) * weak;
        const others = truth.rivals.filter(
          ({ name, chance }) => (name !== truth.newRival || isNow) && random() < chance,
        );
        const names = shuffled(random, [...(isNamed ? [truth.brand] : []), ...others.map(({ name }) => name)]);
        const urls = [
          ...truth.sources.filter(({ chance }) => random() < chance).map((each) => `https://${each.domain}/vans`),
          ...others.filter(() => random() < 0.5).map(({ site }) => `https://${site}/`),
          ...(random() < truth.ownCited ? [`https://${domain}/routes`] : []),
        ];
        const text = answerText(random, truth, names, urls);
        const citations: Citation[] = urls.map((url) => ({ url }));
        const analysis = analyseByRules(rules, { text, citations });
        const runId = `run-${i}-${turn}-${day}`;
        const extra = others.filter(({ tracked }) => !tracked);
        facts.push({
          runId,
          promptId: `prompt-${i}`,
          provider,
          dateUtc,
          createdAt,
          position: analysis.mentionPosition,
          sentiment: analysis.sentiment,
          toneFound: analysis.toneFound,
          ownUrls: analysis.ownCitations,
          // What a language model would have found besides the tracked names.
          competitors: [
            ...analysis.competitors.map(({ name, count, position }): [string, number, number] => [
              name,
              count,
              position,
            ]),
            ...extra.map(({ name }): [string, number, number] => [name, 1, names.indexOf(name) + 1]),
          ],
          cited: analysis.citedUrls.map(({ domain: of, urls: pages }): [string, number] => [of, pages.length]),
        });
        runs.push({ id: runId, text, mentions: analysis.mentions, citedUrls: analysis.citedUrls, citations });
      }
  const funnel: Funnel = {
    crawledPages: truth.connected ? 12 : 0,
    citedPages: 1,
    citedAndCrawled: truth.connected ? 1 : 0,
    checkedPages: truth.audited ? 1 : 0,
    auditedPages: truth.audited ? 1 : 0,
    soundPages: truth.audited ? 1 : 0,
    auditKnown: truth.audited,
  };
  const report = buildReport({
    now,
    window,
    domain,
    brand: { name: truth.brand, aliases: [] },
    competitors,
    prompts,
    facts,
    errors: [],
    openRuns: 0,
    models: PROVIDERS.map((provider) => ({ provider, model: `${provider}-model` })),
    crawl: { known: truth.audited, blockedAgents: [], brokenPages: [], funnel },
    previousActions: [],
  });
  return { truth, report: fillEvidence(report, runs), facts };
}
