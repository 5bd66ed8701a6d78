import { partialDeepStrictEqual } from "node:assert";
import type { PromptFacts, StatisticsQuestion, statistics } from "../../src/mentions/core/statistics/prompt-statistics";
import type { AnswerFact } from "../../src/mentions/core/statistics/fact";
import { generatedFacts } from "../../test/support/answer-history.ts";
import { plainStatistics } from "../../test/support/plain-statistics.ts";
import { defineBenchmark, measuresOf, OURS, type Figures } from "../harness/benchmark.ts";
import { importSources } from "../support/import-sources.ts";

interface Sources {
  statistics: typeof statistics;
  /** Its types need the Worker's settings. */
  buildReport: (input: object) => object;
  windowOf: (now: number) => object;
}

const DAY_MS = 86_400_000;
const DOMAIN = "own.example.com";
const COMPETITORS = ["Alpha", "Beta", "Gamma"];
const PROMPTS = 50;
const HISTORY_DAYS = 90;
const REPORT_DAYS = 30;

async function cpuOf(work: () => unknown): Promise<Figures> {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return { cpu: (user + system) / 1_000 };
}

const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const named = (runs: number) => `${runs.toLocaleString("en")} runs`;

export const visibility = defineBenchmark({
  name: "visibility",
  measures:
    "Computes the statistics of 50 prompts over 30 of 90 days, and a visibility report over 30 days, from analysed answers in memory. " +
    "The plain implementation computes the statistics directly from their definitions; both must agree.",
  peers: ["plain implementation", "the smallest history"],
  sizes: { short: { runs: [2_000, 20_000], rounds: 7 }, long: { runs: [2_000, 20_000, 200_000], rounds: 9 } },

  async run({ size: { runs, rounds }, inTurns }) {
    const { statistics, buildReport, windowOf } = await importSources<Sources>(
      "src/mentions/core/statistics/prompt-statistics",
      "src/mentions/core/report/build-report",
      "src/mentions/core/report/figures/scene",
    );
    const now = Math.floor(Date.now() / DAY_MS) * DAY_MS + DAY_MS / 2;
    const day = (ago: number) => new Date(now - ago * DAY_MS).toISOString().slice(0, 10);
    const ids = Array.from({ length: PROMPTS }, (_, i) => `prompt-${i}`);
    const prompts: PromptFacts[] = ids.map((id) => ({
      id,
      promptText: "Which?",
      intent: "info",
      aiProviders: [],
      tags: "",
      active: 1,
      lastRunAt: "",
    }));
    const [from, to] = [day(REPORT_DAYS), day(0)];
    const asked: StatisticsQuestion = {
      from,
      to,
      domain: DOMAIN,
      competitors: COMPETITORS.map((name) => ({ name, siteUrl: `https://${name.toLowerCase()}.com` })),
      now,
    };
    const plainly = (facts: AnswerFact[]) =>
      plainStatistics(facts, { promptIds: ids, from, to, ownDomain: "example.com", tracked: COMPETITORS, now });
    const report = (facts: AnswerFact[]) =>
      buildReport({
        now,
        window: windowOf(now),
        domain: DOMAIN,
        brand: { name: "Own", aliases: [] },
        competitors: asked.competitors,
        prompts: ids.map((id) => ({ id, text: "Which?", intent: "info", tags: [], branded: false })),
        facts,
        errors: [],
        openRuns: 0,
        models: [],
        crawl: { blockedAgents: [], brokenPages: [] },
        previousActions: [],
      });

    const histories = runs.map((count) => ({ count, facts: generatedFacts(count, PROMPTS, HISTORY_DAYS, now) }));
    const largest = histories.at(-1)!;
    for (const { facts } of histories)
      partialDeepStrictEqual(asJson(statistics(prompts, facts, asked).summary), asJson(plainly(facts).summary));
    const compared = await inTurns(rounds, {
      [OURS]: () => cpuOf(() => statistics(prompts, largest.facts, asked)),
      "plain implementation": () => cpuOf(() => plainly(largest.facts)),
    });
    const growing = (work: (facts: AnswerFact[]) => unknown) =>
      inTurns(
        rounds,
        Object.fromEntries(histories.map(({ count, facts }) => [named(count), () => cpuOf(() => work(facts))])),
      );
    const describe = (what: string) => ({
      cpu: { what, unit: "ms", better: "less" as const, shown: "picture" as const },
    });
    return [
      ...measuresOf(compared, describe(`CPU for statistics of ${named(largest.count)}`)),
      ...measuresOf(await growing((facts) => statistics(prompts, facts, asked)), describe("CPU for statistics")),
      ...measuresOf(
        await growing((facts) => report(facts.filter(({ dateUtc }) => dateUtc >= from))),
        describe("CPU for a visibility report"),
      ),
    ];
  },
});
