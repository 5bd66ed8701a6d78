import { GUIDE_PATHS, REWRITTEN_PATHS } from "../../demo/guides.ts";
import { MOVED_PAGES, RENEWED_PATHS, type DemoSite } from "../../demo/server.ts";
import { DEMO_ADDRESSES } from "../../demo/stand-in/proofs.ts";
import { dateGuides, FIX, plantCitations } from "./demo-effect.ts";
import { makeFacts } from "./demo-facts.ts";
import { dateRenders } from "./demo-ledger.ts";
import { dateSwitch, OLD_PATHS, oldShopVisits } from "./demo-router.ts";
import { DAY_MS } from "../../src/lib/time/time.ts";
import { inD1 } from "./demo-state.ts";

/** Audits that the history makes, the one of now included. */
export const DEMO_AUDITS = 5;
/** Days before now of the history's audits and answers, how many pages the site's server rendered then, and whether its guides were new. */
const STAGES = [
  { daysAgo: FIX.before, moved: MOVED_PAGES - 4, isRewritten: false },
  { daysAgo: FIX.after, moved: MOVED_PAGES - 4 },
  { daysAgo: 14, moved: MOVED_PAGES - 3 },
  { daysAgo: 7, moved: MOVED_PAGES - 1 },
];
const VISIT_DAYS = 28;
/** How long a step may take on a busy machine. */
const PATIENCE_MS = 180_000;
const LISTS_MS = 5_000;
const EVERY_QUARTER = "*/15 * * * *";

const GOOGLEBOT = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";
const GPTBOT = "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.3; +https://openai.com/gptbot)";
const AGENTS: readonly (readonly [agent: string, ip: string, first: number, growth: number])[] = [
  [GOOGLEBOT, DEMO_ADDRESSES["google-common"], 6, 0.1],
  [GPTBOT, DEMO_ADDRESSES["openai-gptbot"], 2, 0.25],
  ["Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)", DEMO_ADDRESSES.bing, 3, 0.05],
  [
    "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ClaudeBot/1.0; +claudebot@anthropic.com)",
    DEMO_ADDRESSES.anthropic,
    1,
    0.15,
  ],
];
/** Addresses that crawlers still ask for in vain: pages of the old shop, and copies of a list in another order. */
const GONE = ["/old-shop", "/old-shop/lights", "/sale-2019"];
export const DEMO_COPIES = ["/bikes?sort=price", "/bikes?sort=weight", "/journal?sort=oldest"];
const PATHS = ["/", "/bikes", "/bikes/dyke-tourer", "/repairs", "/journal", "/journal/salt", "/rental", "/contact"];

export interface HistoryOf {
  base: string;
  domain: string;
  stateDir: string;
  site: DemoSite;
  /** Calls the API as the demo's owner. */
  call: (method: string, path: string, json?: unknown) => Promise<any>;
  importLog: (text: string) => Promise<unknown>;
}

/** Visits that the site reported, growing from day to day. Their ids name them, so that sending them again adds none. */
export function demoVisits(
  now: number,
): { id: string; at: string; path: string; userAgent: string; ip: string; servedBy: "cache" }[] {
  return Array.from({ length: VISIT_DAYS }, (_, i) => VISIT_DAYS - i).flatMap((daysAgo) =>
    AGENTS.flatMap(([userAgent, ip, first, growth], agent) =>
      Array.from({ length: Math.round(first + growth * (VISIT_DAYS - daysAgo)) }, (_, n) => ({
        id: `demo-${daysAgo}-${agent}-${n}`,
        at: new Date(now - daysAgo * DAY_MS - n * 60_000).toISOString(),
        path: PATHS[(n * 3 + agent + daysAgo) % PATHS.length]!,
        userAgent,
        ip,
        servedBy: "cache" as const,
      })),
    ),
  );
}

const stamp = (at: number) => {
  const [, day, month, year, time] = /, (\d+) (\w+) (\d+) (\S+)/.exec(new Date(at).toUTCString())!;
  return `${day}/${month}/${year}:${time} +0000`;
};
const lineOf = (agent: number, at: number, path: string, status: number) =>
  `${AGENTS[agent]![1]} - - [${stamp(at)}] "GET ${path} HTTP/1.1" ${status} 512 "-" "${AGENTS[agent]![0]}"`;

/** Lines of the site's access log: crawlers waste visits, and read the guides. Importing them again adds none. */
export function demoLog(now: number): string {
  const lines: string[] = [];
  for (const { path, daysAgo, status } of oldShopVisits(now))
    lines.push(lineOf(1, now - daysAgo * DAY_MS, path, status));
  for (const [i, path] of GUIDE_PATHS.entries())
    for (const [agent] of AGENTS.entries())
      for (const daysAgo of [FIX.before + 9, FIX.fetched - (agent % 2), 20 + agent])
        lines.push(lineOf(agent, now - daysAgo * DAY_MS - (i * 10 + agent) * 60_000, path, 200));
  for (let daysAgo = VISIT_DAYS; daysAgo > 0; daysAgo--)
    for (const [i, path] of [...GONE, ...DEMO_COPIES].entries())
      for (const [agent] of AGENTS.entries()) {
        if ((daysAgo + i + agent) % 3 !== 0) continue;
        const at = now - daysAgo * DAY_MS - (i * 10 + agent) * 60_000;
        lines.push(lineOf(agent, at, path, GONE.includes(path) ? 404 : 200));
      }
  return lines.join("\n");
}

async function until(what: string, check: () => Promise<boolean>): Promise<void> {
  for (const endAt = Date.now() + PATIENCE_MS; !(await check());) {
    if (Date.now() > endAt) throw new Error(`It took too long: ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

/** Makes the demo's prompts due since the history began: the API knows no past. */
const askSince = (stateDir: string, at: number): void =>
  inD1(stateDir, (db) => db.prepare("UPDATE prompt_schedule SET next_run_at = ?, baseline_from = ?").run(at, at));

/** A tick of the local service's cron at a time of the past: what it starts belongs to that time. */
async function tick(base: string, at: number): Promise<void> {
  const answer = await fetch(`${base}/cdn-cgi/handler/scheduled?cron=${encodeURIComponent(EVERY_QUARTER)}&time=${at}`);
  await answer.arrayBuffer();
}

/**
 * Gives the demo's account the weeks before and an audit of now: an audit and answers of every week, reports, and visits of every day.
 * The service does all of it itself, by ticks of the past. It can be repeated with the same `now`: each slot of a schedule has one
 * audit and one answer.
 */
export async function makeHistory(
  { base, domain, stateDir, site, call, importLog }: HistoryOf,
  now: number,
): Promise<void> {
  const settings = `/api/account/domains/${domain}`;
  const audits = async (): Promise<{ completedAt: number | null; trigger: string }[]> =>
    (await call("GET", `/api/seo-spider/runs?domain=${domain}&analyses=false`)).runs;
  const scheduled = async () => (await audits()).filter(({ trigger }) => trigger === "schedule").length;
  const isDone = async () => {
    if ((await audits()).some(({ completedAt }) => completedAt === null)) return false;
    const { summary } = await call("GET", `/api/ai-mentions/runs?domain=${domain}&limit=1`);
    const { queued = 0, running = 0, answered = 0 } = summary.byStatus;
    return queued + running + answered === 0;
  };
  // Fetches the lists by which visits are verified, before the first of them is judged.
  await tick(base, now);
  const listed = new Promise((resolve) => setTimeout(resolve, LISTS_MS));
  await call("POST", "/api/analytics/errands", { domain, release: "last week" });
  await makeFacts({ domain, stateDir, site, call }, now);
  await listed;
  await call("POST", "/api/analytics/visits", { domain, events: demoVisits(now) });
  await importLog(demoLog(now));
  await until("the answers of today", isDone);
  plantCitations(stateDir, `http://${domain}`, now);
  askSince(stateDir, now - STAGES[0]!.daysAgo * DAY_MS);
  await call("PATCH", settings, { auditFrequency: "weekly" });
  try {
    for (const [i, { daysAgo, moved, isRewritten = true }] of STAGES.entries()) {
      Object.assign(site, { moved, isRewritten });
      await tick(base, now - daysAgo * DAY_MS);
      await until(`the beginning of audit ${i + 1}`, async () => (await scheduled()) > i);
      await until(`audit ${i + 1} and the answers of its week`, isDone);
      // The next tick makes the report of what was answered.
      await tick(base, now - daysAgo * DAY_MS + 900_000);
    }
  } finally {
    Object.assign(site, { moved: MOVED_PAGES, isRewritten: true });
    await call("PATCH", settings, { auditFrequency: "none" });
  }
  await tick(base, now);
  await call("POST", "/api/seo-spider/runs", { domain, urls: [`http://${domain}/`], mode: "sitemap" });
  await until("the audit of today", isDone);
  await tick(base, Date.now());
  await tellStories({ domain, stateDir, site, call }, now);
}

/**
 * What the reports that join areas have to show: pages that just changed, a fix that crawlers read, an agent's errands of two releases, a
 * switch whose effect can be told beside one of today, and a day that the ledger can close.
 */
async function tellStories(
  { domain, stateDir, site, call }: Pick<HistoryOf, "domain" | "stateDir" | "site" | "call">,
  now: number,
): Promise<void> {
  const render = (path: string) =>
    call("POST", "/api/prerender/cache/invalidate-page-cache", { domain, path, prewarm: true });
  for (const path of REWRITTEN_PATHS) await render(path).catch(() => {});
  dateGuides(stateDir, now);
  dateRenders(stateDir, now);
  site.isRenewed = true;
  await call("POST", "/api/deploys", { domain, urls: RENEWED_PATHS, audit: false });
  for (const path of RENEWED_PATHS) await render(path).catch(() => {});
  await call("POST", "/api/analytics/errands", { domain, release: "today" });
  dateSwitch(stateDir, domain, now);
  const switches = [
    { action: "gone", kind: "llm-training" },
    { action: "redirect", kind: "search" },
  ];
  await call("PUT", "/api/analytics/router", { domain, switches, gone: OLD_PATHS });
}
