import { chromium, type Browser, type Page } from "playwright-core";
import { chooseBrowser } from "../../scripts/dev/browser.ts";
import type { DashboardSample } from "./dashboard-pages.ts";
import { ask, until } from "./service.ts";

/** The system's Chromium. */
export function openBrowser(): Promise<Browser> {
  const choice = chooseBrowser(process.env);
  if (choice.kind !== "system") throw new Error("These tests need a Chrome or Chromium.");
  return chromium.launch({ executablePath: choice.path, args: ["--no-sandbox"] });
}

/** The address in the start message that signs the reader in to the demo account. */
export function doorIn(output: string): string {
  const url = /^Dashboard +(http\S+)$/m.exec(output)?.[1];
  if (!url) throw new Error(`the start message names no dashboard: ${output}`);
  return url;
}

/** Signs in to the demo, and waits until its audit has ended. */
export async function openDemo(page: Page, base: string, output: string): Promise<DashboardSample> {
  await page.goto(doorIn(output));
  const cookies = await page.context().cookies(base);
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  const read = async (path: string) => (await ask(base, "GET", path, { headers: { cookie } })).body;
  const [{ domain }] = (await read("/api/account/domains")).domains;
  const run = await until(async () => {
    const { runs } = await read("/api/seo-spider/runs");
    return runs.find(({ completedAt }: { completedAt: number | null }) => completedAt !== null);
  }, 60_000);
  const { issues } = await read(`/api/seo-spider/runs/${run.id}/issues`);
  return { site: `/app/site/${domain}`, domain, runId: run.id, issueId: issues[0].id };
}

/** Brings every chart of the page into view, where it is drawn. Returns how many there are. */
export async function drawCharts(page: Page): Promise<number> {
  const charts = await page.locator("[data-chart]").all();
  for (const chart of charts) {
    await chart.scrollIntoViewIfNeeded();
    await chart.locator("canvas").waitFor();
  }
  return charts.length;
}
