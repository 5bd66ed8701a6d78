import { readFileSync } from "node:fs";
import path from "node:path";
import type { DashboardPage, DashboardSample } from "./dashboard-pages.ts";
import { ask, until } from "./service.ts";

/** What only an account with answers of AI providers has. */
interface DemoAnswers {
  promptId: string;
  answerId: string;
  /** Of the latest report. */
  date: string;
}

/** Pages below the account's and the sample domain's. `{run}` and the like stand for an id of the demo. */
const PATHS: Record<string, string> = {
  bots: "/bots",
  account: "/app/account",
  "account-keys": "/app/account/keys",
  "account-members": "/app/account/members",
  "account-security": "/app/account/security",
  "account-log": "/app/account/log",
  "account-data": "/app/account/data",
  audits: "{site}/audits",
  "audits-new": "{site}/audits/new",
  "audits-robots": "{site}/audits/robots",
  run: "{site}/audits/{run}",
  "run-issues": "{site}/audits/{run}/issues",
  "run-issue": "{site}/audits/{run}/issues/{issue}",
  "run-pages": "{site}/audits/{run}/pages",
  "run-page": "{site}/audits/{run}/page?path=/repairs",
  "run-compare": "{site}/audits/{run}/compare",
  cache: "{site}/cache",
  "cache-renders": "{site}/cache/renders",
  "cache-page": "{site}/cache/page?path=/repairs",
  "cache-refresh": "{site}/cache/refresh",
  "cache-rules": "{site}/cache/rules",
  "cache-rule": "{site}/cache/rules/edit",
  "cache-connect": "{site}/cache/connect",
  crawlers: "{site}/crawlers",
  "crawlers-paths": "{site}/crawlers/paths",
  "crawlers-unseen": "{site}/crawlers/unseen",
  "crawlers-waste": "{site}/crawlers/waste",
  "crawlers-fixes": "{site}/crawlers/fixes",
  "crawlers-policy": "{site}/crawlers/policy",
  "crawlers-people": "{site}/crawlers/people",
  "crawlers-share": "{site}/crawlers/share",
  "crawlers-import": "{site}/crawlers/import",
  mentions: "{site}/mentions",
  prompts: "{site}/mentions/prompts",
  "prompt-new": "{site}/mentions/prompts/new",
  prompt: "{site}/mentions/prompts/{prompt}",
  "prompt-edit": "{site}/mentions/prompts/{prompt}/edit",
  answer: "{site}/mentions/answers/{answer}",
  competitors: "{site}/mentions/competitors",
  citations: "{site}/mentions/citations",
  funnel: "{site}/mentions/funnel",
  questions: "{site}/mentions/questions",
  "cache-ledger": "{site}/cache/ledger?path=/repairs",
  facts: "{site}/mentions/facts",
  reports: "{site}/mentions/reports",
  report: "{site}/mentions/reports/{date}",
  inspect: "{site}/inspect",
  "inspect-address": "{site}/inspect?url=/repairs",
  settings: "{site}/settings",
  "settings-site": "{site}/settings/site",
  "settings-audits": "{site}/settings/audits",
  "account-webhooks": "/app/account/webhooks",
  "settings-ownership": "{site}/settings/ownership",
};

/** The pages of every area, with the demo's own prompts, answers and reports. */
export function demoPages(answers: DemoAnswers): DashboardPage[] {
  return Object.entries(PATHS).map(([name, pattern]) => ({
    name,
    path: ({ site, runId, issueId }: DashboardSample) => {
      const ids: Record<string, string> = {
        site,
        run: runId,
        issue: issueId,
        prompt: answers.promptId,
        answer: answers.answerId,
        date: answers.date,
      };
      return pattern.replace(/\{(\w+)\}/g, (_, key: string) => ids[key]!);
    },
  }));
}

/** Waits until a prompt of the demo is answered, and has the nightly jobs write the report. */
export async function untilAnswered(base: string, domain: string, cookie: string): Promise<DemoAnswers> {
  const read = async (path: string) =>
    (await ask(base, "GET", `/api/ai-mentions/${path}domain=${domain}`, { headers: { cookie } })).body;
  const tick = (cron: string) =>
    ask(base, "GET", `/cdn-cgi/handler/scheduled?cron=${encodeURIComponent(cron)}&time=${Date.now()}`);
  const answer = await until(async () => {
    const { runs } = await read("runs?limit=50&");
    return runs?.find(({ status }: { status: string }) => status === "ok");
  }, 60_000);
  await tick("10 0 * * *");
  const report = await until(async () => {
    const [latest] = (await read("reports?")).reports ?? [];
    if (!latest) await tick("*/15 * * * *");
    return latest;
  }, 60_000);
  return { promptId: answer.promptId, answerId: answer.id, date: report.dateUtc };
}

/** Waits until the demo has the weeks before, which it makes after its start. */
export const untilRecalled = (stateDir: string) =>
  until(
    () =>
      Promise.resolve("historyAt" in (JSON.parse(readFileSync(path.join(stateDir, "demo.json"), "utf8")) as object)),
    300_000,
  );
