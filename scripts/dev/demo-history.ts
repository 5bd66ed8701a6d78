import { readdirSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { makeFacts } from "./demo-facts.ts";
import { MOVED_PAGES, type DemoSite } from "../../demo/server.ts";

const DAY_MS = 86_400_000;
/** Audits that the history makes, the one of now included. */
export const DEMO_AUDITS = 5;
/** Days before now of the history's audits and answers, and how many pages the site's server rendered then. */
const STAGES = [
  { daysAgo: 28, moved: MOVED_PAGES - 6 },
  { daysAgo: 21, moved: MOVED_PAGES - 4 },
  { daysAgo: 14, moved: MOVED_PAGES - 3 },
  { daysAgo: 7, moved: MOVED_PAGES - 1 },
];
const VISIT_DAYS = 28;
const PATIENCE_MS = 60_000;
const EVERY_QUARTER = "*/15 * * * *";

const AGENTS: readonly (readonly [agent: string, first: number, growth: number])[] = [
  ["Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)", 6, 0.1],
  ["Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.3; +https://openai.com/gptbot)", 2, 0.25],
  ["Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)", 3, 0.05],
  ["Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ClaudeBot/1.0; +claudebot@anthropic.com)", 1, 0.15],
];
const PATHS = ["/", "/bikes", "/bikes/dyke-tourer", "/repairs", "/journal", "/journal/salt", "/rental", "/contact"];

export interface HistoryOf {
  base: string;
  domain: string;
  stateDir: string;
  site: DemoSite;
  /** Calls the API as the demo's owner. */
  call: (method: string, path: string, json?: unknown) => Promise<any>;
}

/** Visits that the site reported, growing from day to day. Their ids name them, so that sending them again adds none. */
export function demoVisits(
  now: number,
): { id: string; at: string; path: string; userAgent: string; servedBy: "cache" }[] {
  return Array.from({ length: VISIT_DAYS }, (_, i) => VISIT_DAYS - i).flatMap((daysAgo) =>
    AGENTS.flatMap(([userAgent, first, growth], agent) =>
      Array.from({ length: Math.round(first + growth * (VISIT_DAYS - daysAgo)) }, (_, n) => ({
        id: `demo-${daysAgo}-${agent}-${n}`,
        at: new Date(now - daysAgo * DAY_MS - n * 60_000).toISOString(),
        path: PATHS[(n * 3 + agent + daysAgo) % PATHS.length]!,
        userAgent,
        servedBy: "cache" as const,
      })),
    ),
  );
}

async function until(check: () => Promise<boolean>): Promise<void> {
  for (const endAt = Date.now() + PATIENCE_MS; !(await check());) {
    if (Date.now() > endAt) throw new Error("It took too long.");
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

/** Makes the demo's prompts due since the history began: the API knows no past. */
function askSince(stateDir: string, at: number): void {
  const folder = path.join(stateDir, "v3/d1/miniflare-D1DatabaseObject");
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".sqlite") && name !== "metadata.sqlite")) {
    const db = new DatabaseSync(path.join(folder, file), { timeout: 5_000 });
    db.prepare("UPDATE prompt_schedule SET next_run_at = ?, baseline_from = ?").run(at, at);
    db.close();
  }
}

/** A tick of the local service's cron at a time of the past: what it starts belongs to that time. */
async function tick(base: string, at: number): Promise<void> {
  const answer = await fetch(`${base}/cdn-cgi/handler/scheduled?cron=${encodeURIComponent(EVERY_QUARTER)}&time=${at}`);
  await answer.arrayBuffer();
}

/**
 * Gives the demo's account the weeks before and an audit of now: an audit and answers of every week, reports, and visits of every day. The service
 * does all of it itself, by ticks of the past. It can be repeated: each slot of a schedule has one audit and one answer. `begun` is called
 * once the first audit is under way.
 */
export async function makeHistory(
  { base, domain, stateDir, site, call }: HistoryOf,
  now: number,
  begun: () => void,
): Promise<void> {
  const settings = `/api/account/domains/${domain}`;
  const audits = async (): Promise<{ completedAt: number | null }[]> =>
    (await call("GET", `/api/seo-spider/runs?domain=${domain}&analyses=false`)).runs;
  const isIdle = async () => (await audits()).every(({ completedAt }) => completedAt !== null);
  const isAnswered = async () => {
    const { summary } = await call("GET", `/api/ai-mentions/runs?domain=${domain}&limit=1`);
    const { queued = 0, running = 0, answered = 0 } = summary.byStatus;
    return queued + running + answered === 0;
  };
  await call("POST", "/api/analytics/visits", { domain, events: demoVisits(now) });
  await makeFacts({ base, domain, stateDir, site, call }, now);
  await until(async () => (await isIdle()) && (await isAnswered()));
  askSince(stateDir, now - STAGES[0]!.daysAgo * DAY_MS);
  await call("PATCH", settings, { auditFrequency: "weekly" });
  try {
    for (const { daysAgo, moved } of STAGES) {
      const known = (await audits()).length;
      site.moved = moved;
      await tick(base, now - daysAgo * DAY_MS);
      await until(async () => (await audits()).length > known);
      begun();
      await until(async () => (await isIdle()) && (await isAnswered()));
      // The next tick makes the report of what was answered.
      await tick(base, now - daysAgo * DAY_MS + 900_000);
    }
  } finally {
    site.moved = MOVED_PAGES;
    await call("PATCH", settings, { auditFrequency: "none" });
  }
  await tick(base, now);
  await call("POST", "/api/seo-spider/runs", { domain, urls: [`http://${domain}/`], mode: "sitemap" });
  await until(async () => (await isIdle()) && (await isAnswered()));
  await tick(base, Date.now());
}
