import axe, { type AxeResults } from "axe-core";
import { gzipSync } from "node:zlib";
import type { Browser, BrowserContext, Page, Response } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { drawCharts, openBrowser, openDemo } from "../support/dashboard-browser.ts";
import { DASHBOARD_PAGES, type DashboardPage, type DashboardSample } from "../support/dashboard-pages.ts";
import { startService, type Service } from "../support/service.ts";
import { startSite, type SiteServer } from "../support/site-server.ts";

const DESKTOP = { width: 1280, height: 900 };
const PHONE = { width: 360, height: 740 };
const KIB = 1_024;

let service: Service;
let browser: Browser;
/** The browser of the demo account's owner. */
let demo: BrowserContext;
let sample: DashboardSample;

beforeAll(async () => {
  service = await startService({ DEMO: "1" });
  browser = await openBrowser();
  demo = await browser.newContext({ viewport: DESKTOP, baseURL: service.base });
  const page = await demo.newPage();
  sample = await openDemo(page, service.base, service.output());
  await page.close();
});
afterAll(async () => {
  await browser?.close();
  await service?.dispose();
});

/** What axe finds on the page as it stands: by all of its rules, or by some. */
async function axeFindings(page: Page, only?: string[]): Promise<string[]> {
  await page.evaluate(axe.source);
  const options = { resultTypes: ["violations"], ...(only && { runOnly: only }) };
  const found: AxeResults = await page.evaluate(`axe.run(document, ${JSON.stringify(options)})`);
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(" | ")}`);
}

/** What depends on colours and widths. */
const AXE_LOOKS = ["color-contrast", "link-in-text-block", "scrollable-region-focusable", "target-size"];

/** Bytes as Cloudflare sends them, compressed: of all that a page's first view loads, and of its scripts. */
async function weightOf(responses: readonly Response[]): Promise<{ all: number; scripts: number; chart: number }> {
  const weight = { all: 0, scripts: 0, chart: 0 };
  for (const response of responses) {
    const bytes = gzipSync(await response.body()).length;
    if (response.url().includes("/uPlot")) weight.chart += bytes;
    else weight.all += bytes;
    if (response.url().endsWith(".js") && !response.url().includes("/uPlot")) weight.scripts += bytes;
  }
  return weight;
}

/** Opens a page and collects what its rules look at. */
async function visit(entry: DashboardPage, context: BrowserContext) {
  const page = await context.newPage();
  const [complaints, responses]: [string[], Response[]] = [[], []];
  // The browser reports a breach of the Content-Security-Policy as an error in the console.
  page.on("console", (message) => {
    const isOwnStatus = message.location().url === page.url() && /status of 404/.test(message.text());
    if (message.type() === "error" && !isOwnStatus) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("response", (response) => responses.push(response));
  await page.goto(entry.path(sample));
  return { page, complaints, responses };
}

describe("a page of the dashboard", () => {
  it.each(DASHBOARD_PAGES)("$name is light, readable by everyone, and fits a phone", async (entry) => {
    const context = entry.signedOut ? await browser.newContext({ viewport: DESKTOP, baseURL: service.base }) : demo;
    const { page, complaints, responses } = await visit(entry, context);
    await drawCharts(page);
    const weight = await weightOf(responses);
    console.log(
      `${entry.name.padEnd(20)} ${(weight.all / KIB).toFixed(1)} KiB, scripts ${(weight.scripts / KIB).toFixed(1)} KiB`,
    );
    expect(weight.all).toBeLessThan(60 * KIB);
    expect(weight.scripts).toBeLessThan(25 * KIB);
    expect(await axeFindings(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: "dark" });
    await page.setViewportSize(PHONE);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
    expect(await axeFindings(page, AXE_LOOKS)).toEqual([]);
    expect(complaints).toEqual([]);
    await page.close();
    if (context !== demo) await context.close();
  });
});

describe("a morning", () => {
  let site: SiteServer;
  let page: Page;
  beforeAll(async () => {
    site = await startSite();
    site.routes = { "/": { body: "<title>Shop</title><h1>Shop</h1>" } };
    page = await (await browser.newContext({ viewport: DESKTOP, baseURL: service.base })).newPage();
  });
  afterAll(() => site?.close());

  it("begins with an account and a domain", async () => {
    await page.goto("/");
    await page.getByRole("link", { name: "Create an account" }).click();
    await page.getByLabel("Email").fill(`${crypto.randomUUID()}@example.com`);
    await page.getByLabel("Password").fill("a long password");
    await page.getByRole("button", { name: "Create the account" }).click();
    await page.getByLabel("Domain", { exact: true }).fill(site.host);
    await page.getByRole("button", { name: "Add the domain" }).click();
    await page.getByRole("button", { name: "Check now" }).click();
    expect(await page.locator(".seen").count()).toBe(3);
    const tag = await page.locator("#meta [data-copy]").getAttribute("data-copy");
    site.routes = { "/": { body: `<head>${tag}<title>Shop</title></head><h1>Shop</h1>` } };
    await page.getByRole("button", { name: "Check now" }).click();
    await page.getByText(`${site.host} is verified.`).waitFor();
    expect(await page.getByRole("link", { name: "Start an audit" }).count()).toBe(1);
  });

  it("ends with a sign-out", async () => {
    await page.locator(".account summary").click();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByText("You are signed out.").waitFor();
    await page.goto("/app");
    expect(new URL(page.url()).pathname).toBe("/app/sign-in");
  });
});

it("the worst issue's fix is at most three clicks from the sign-in", async () => {
  const context = await browser.newContext({ viewport: DESKTOP, baseURL: service.base });
  const page = await context.newPage();
  await page.goto("/app");
  await page.getByLabel("Email").fill("demo@crawlready.example");
  await page.getByLabel("Password").fill("demo-password");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("main").getByRole("link", { name: sample.domain }).click();
  await page.locator("#fix-first details[open] p").first().waitFor();
  expect(await page.locator("#fix-first details[open] p").first().innerText()).not.toBe("");
  await context.close();
});

it("a chart is drawn from figures that also stand in a table", async () => {
  const page = await demo.newPage();
  await page.goto(sample.site);
  expect(await drawCharts(page)).toBeGreaterThan(0);
  await page.getByText("Show the figures of").first().click();
  expect(await page.locator(".chart tbody tr").first().locator("td").count()).toBeGreaterThan(0);
  await page.close();
});

it("works without scripts", async () => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: service.base });
  const page = await context.newPage();
  await page.goto("/app/sign-in");
  await page.getByLabel("Email").fill("demo@crawlready.example");
  await page.getByLabel("Password").fill("demo-password");
  await page.getByRole("button", { name: "Sign in" }).click();
  expect(await page.locator("time[data-local]").first().innerText()).toContain("UTC");
  await page.getByRole("main").getByRole("link", { name: sample.domain }).click();
  expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe("Overview");
  await context.close();
});
