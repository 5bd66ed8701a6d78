import { windowOf, type ReportInput } from "../../src/mentions/core/report/figures/scene";
import { API_PROVIDERS as PROVIDERS } from "../../src/mentions/core/provider";
import type { AnswerFact } from "../../src/mentions/core/statistics/fact";
import { randomNumbers } from "./answer-history";

const DAY_MS = 86_400_000;
const DAYS = 30;
const NAMES = ["Alpha", "Beta", "Gamma", "Delta", "Epsilon"];

/** How the answers of an account vary although nothing changes. */
export const WORLDS = ["independent", "sticky", "daily", "rotating", "shared", "spells", "missing", "late"] as const;
export type World = (typeof WORLDS)[number];

export interface Simulated {
  world: World;
  prompts: number;
  seed: number;
  /** Added to each prompt's chance of a mention in the last seven days. */
  lift?: number;
}

/**
 * The input of a report on 30 days of answers. Each prompt and provider has its own chance of naming the brand.
 * `independent`: daily answers. `sticky`: half of the answers repeat the one before. `daily`: what a prompt's providers
 * find differs from day to day. `shared`: all prompts have the same good and bad days. `spells`: the same, and a good day follows a good one. `missing`: a third of the runs is
 * missing, and each provider fails on some days. `late`: half of the prompts were added within the last three weeks. `rotating`: half of the prompts are asked twice a day, the others every four days.
 */
export function simulatedAccount({ world, prompts, seed, lift = 0 }: Simulated, now: number): ReportInput {
  const random = randomNumbers(seed * 7_919 + prompts);
  const window = windowOf(now);
  const ids = Array.from({ length: prompts }, (_, i) => `p${i}`);
  const facts: AnswerFact[] = [];
  const draw = (size: number) => Array.from({ length: DAYS }, () => (random() - 0.5) * size);
  const common = draw(world === "shared" || world === "spells" ? 0.6 : 0);
  if (world === "spells")
    for (let day = 1; day < DAYS; day++) common[day] = 0.5 * common[day - 1]! + 0.87 * common[day]!;
  const down = PROVIDERS.map(
    () => new Set(world === "missing" ? draw(2).flatMap((value, day) => (value > 0.8 ? [day] : [])) : []),
  );
  for (const [index, promptId] of ids.entries()) {
    const base = random();
    const shocks = world === "daily" ? draw(0.6) : common;
    const firstDay = world === "late" && index % 2 === 0 ? 8 + Math.floor(random() * 14) : 0;
    for (const [turn, provider] of PROVIDERS.entries()) {
      const own = Math.min(0.98, Math.max(0.02, base + (random() - 0.5) * 0.5));
      let last = random() < own;
      for (let day = 0; day < DAYS; day++) {
        const often = world === "rotating" && index % 2 === 0 ? 2 : 1;
        if (day < firstDay || (world === "missing" && (down[turn]!.has(day) || random() < 0.33))) continue;
        if (world === "rotating" && often === 1 && (day + turn + index) % 4 !== 0) continue;
        for (let time = 0; time < often; time++) {
          const createdAt = now - (DAYS - 1 - day) * DAY_MS - (4 + 6 * time) * 60_000 - turn;
          const dateUtc = new Date(createdAt).toISOString().slice(0, 10);
          const chance = own + shocks[day]! + (dateUtc >= window.from ? lift : 0);
          last = world === "sticky" && random() < 0.5 ? last : random() < chance;
          const named = NAMES.filter((_, i) => random() < 0.5 / (i + 1));
          facts.push({
            runId: `${promptId}-${provider}-${day}-${time}`,
            promptId,
            provider,
            dateUtc,
            createdAt,
            position: last ? 1 + Math.floor(random() * 4) : 0,
            sentiment: last && random() < 0.5 ? Math.round(random() * 100) / 100 : 0,
            ownUrls: random() < own / 2 ? ["https://own.com/a"] : [],
            competitors: named.map((name, i) => [name, 1, i + 1]),
            cited: [["rev.io", 1]],
          });
        }
      }
    }
  }
  return {
    now,
    window,
    domain: "own.com",
    brand: { name: "Own", aliases: [] },
    competitors: [{ name: "Alpha" }],
    prompts: ids.map((id) => ({ id, text: `Question ${id}?`, intent: "comm", tags: [], branded: false })),
    facts,
    errors: [],
    openRuns: 0,
    models: [],
    crawl: { blockedAgents: [], brokenPages: [] },
    previousActions: [],
  };
}
