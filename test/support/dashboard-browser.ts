import { chromium, type Browser, type BrowserContext, type Page } from "playwright-core";
import { chooseBrowser } from "../../scripts/dev/browser.ts";
import type { DashboardSample } from "./dashboard-pages.ts";
import { ask, until } from "./service.ts";

/** One process for the pages of a site: starting one, and compiling axe in it, takes longer than the rules of a page. */
const FLAGS = ["--no-sandbox", "--disable-gpu", "--process-per-site"];

/** The system's Chromium. */
export function openBrowser(): Promise<Browser> {
  const choice = chooseBrowser(process.env);
  if (choice.kind !== "system") throw new Error("These tests need a Chrome or Chromium.");
  return chromium.launch({ executablePath: choice.path, args: FLAGS });
}

/** The address in the start message that signs the reader in to the demo account. */
export function doorIn(output: string): string {
  const url = /^Dashboard +(http\S+)$/m.exec(output)?.[1];
  if (!url) throw new Error(`the start message names no dashboard: ${output}`);
  return url;
}

/** Runs the cron job that makes reports whose answers are complete. */
export const makeReports = (base: string) =>
  ask(base, "GET", `/cdn-cgi/handler/scheduled?cron=${encodeURIComponent("*/15 * * * *")}&time=${Date.now()}`);

/** Waits until the only domain of a signed-in account has an audit, answers and a report, and creates a public link. */
export async function readSample(context: BrowserContext, base: string): Promise<DashboardSample> {
  const cookies = await context.cookies(base);
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  const call = async (method: string, path: string, json?: unknown) =>
    (await ask(base, method, path, { headers: { cookie, origin: base }, json })).body;
  const read = (path: string) => call("GET", path);
  const [{ domain }] = (await read("/api/account/domains")).domains;
  const run = await until(async () => {
    const { runs } = await read("/api/seo-spider/runs");
    return runs.find(({ completedAt }: { completedAt: number | null }) => completedAt !== null);
  }, 60_000);
  const { issues } = await read(`/api/seo-spider/runs/${run.id}/issues`);
  const answer = await until(async () => {
    const { runs, summary } = await read(`/api/ai-mentions/runs?domain=${domain}`);
    const { queued = 0, running = 0, answered = 0 } = summary.byStatus;
    return queued + running + answered === 0 && runs.find(({ status }: { status: string }) => status === "ok");
  }, 60_000);
  await makeReports(base);
  const report = await until(async () => (await read(`/api/ai-mentions/reports?domain=${domain}`)).reports[0], 60_000);
  const { token } = await call("POST", "/api/account/stats-tokens", { domain });
  return {
    site: `/app/site/${domain}`,
    domain,
    runId: run.id,
    issueId: issues[0].id,
    promptId: answer.promptId,
    answerId: answer.id,
    reportDate: report.dateUtc,
    share: `/app/share/${domain}/${token}`,
    consent: await consentOf(base),
  };
}

/** Registers an app; returns the path to which it sends a person. */
async function consentOf(base: string): Promise<string> {
  const redirectUri = "https://assistant.example/callback";
  const app = { client_name: "An assistant", redirect_uris: [redirectUri] };
  const { body } = await ask(base, "POST", "/oauth/register", { json: app });
  const query = new URLSearchParams({
    response_type: "code",
    client_id: body.client_id,
    redirect_uri: redirectUri,
    code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
    code_challenge_method: "S256",
  });
  return `/app/authorize?${query.toString()}`;
}

/** Signs in to the demo, and waits until its audit and its answers are there. */
export async function openDemo(page: Page, base: string, output: string): Promise<DashboardSample> {
  await page.goto(doorIn(output));
  return readSample(page.context(), base);
}

/** How many charts the page has, each with its drawing. */
export async function drawnCharts(page: Page): Promise<number> {
  const charts = await page.locator("[data-chart]").all();
  for (const chart of charts) await chart.locator(".plot-area").first().waitFor();
  return charts.length;
}
