import { writeFileSync } from "node:fs";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { StandIn } from "../../demo/stand-in/server.ts";
import { drawnCharts, makeReports, openBrowser, readSample } from "../support/dashboard-browser.ts";
import { DASHBOARD_PAGES, type DashboardSample } from "../support/dashboard-pages.ts";
import {
  axeFindings,
  intrusions,
  MAX_PAGE,
  MAX_SCRIPTS,
  paperFaults,
  repeatedIds,
  timesOf,
  visit,
  weightOf,
} from "../support/dashboard-rules.ts";
import { crawl, HOSTILE, OPERATOR, seedHostileAccount, startProviders } from "../support/hostile-account.ts";
import { ADMIN_TOKEN, ask, startService, until, type Service } from "../support/service.ts";
import { startSite, type SiteServer } from "../support/site-server.ts";

const DESKTOP = { width: 1280, height: 900 };
const PHONE = { width: 360, height: 740 };
const isLong = process.env["TEST_LONG"] === "1";

let standIn: StandIn;
let service: Service;
let browser: Browser;
let hostile: SiteServer;
/** The browser of the owner of the hostile domain, and one that is not signed in. */
let owner: BrowserContext;
let stranger: BrowserContext;
let operator: BrowserContext;
let sample: DashboardSample;

const newContext = (more: object = {}) => browser.newContext({ viewport: DESKTOP, baseURL: service.base, ...more });

async function signIn(page: Page): Promise<void> {
  await page.goto("/app/sign-in");
  await page.getByLabel("Email").fill(HOSTILE.email);
  await page.getByLabel("Password").fill(HOSTILE.password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

async function enterAsOperator(context: BrowserContext): Promise<void> {
  const page = await context.newPage();
  await page.goto("/app/operator");
  await page.getByLabel("Operator's token").fill(ADMIN_TOKEN);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("navigation", { name: "Operator" }).waitFor();
  await page.close();
}

beforeAll(async () => {
  const providers = await startProviders();
  standIn = providers.standIn;
  [service, browser] = await Promise.all([startService(providers.variables), openBrowser()]);
  hostile = await seedHostileAccount(service.base);
  [owner, stranger, operator] = await Promise.all([newContext(), newContext(), newContext()]);
  await enterAsOperator(operator);
  const page = await owner.newPage();
  await signIn(page);
  sample = await readSample(owner, service.base);
  await page.close();
});
afterAll(async () => {
  await browser?.close();
  await service?.dispose();
  await hostile?.close();
  await standIn?.close();
});

type Scheme = "light" | "dark";
/**
 * The pages that a browser opens: every second one, and the one that shows all colours. Colours come from few tokens
 * (test/contract/tokens.test.ts), so few of them are judged by their contrast. The long form opens every page, in the light and in the
 * dark, and on a desktop.
 */
const OPENED = DASHBOARD_PAGES.filter(({ name }, turn) => isLong || turn % 2 === 0 || name === "styles");

function schemesOf(name: string, turn: number): Scheme[] {
  if (isLong || name === "styles") return ["light", "dark"];
  return turn % 2 === 1 ? [] : turn % 4 === 0 ? ["light"] : ["dark"];
}

describe.concurrent("a page about a hostile site", () => {
  it.for(OPENED.map((entry, turn) => [entry.name, entry, schemesOf(entry.name, turn)] as const))(
    "%s is light, readable by everyone, fits a phone, and runs nothing of the site",
    async ([, entry, schemes], { expect }) => {
      const { page, status, complaints, responses } = await visit(
        entry.signedOut ? stranger : entry.operator ? operator : owner,
        entry.path(sample),
      );
      expect(status).toBe(entry.name === "not-found" ? 404 : 200);
      const weight = await weightOf(responses);
      expect(weight.all).toBeLessThan(MAX_PAGE);
      expect(weight.scripts).toBeLessThan(MAX_SCRIPTS);
      if (isLong) expect(await axeFindings(page)).toEqual([]);
      await page.setViewportSize(PHONE);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
      if (schemes.length === 0) expect(await axeFindings(page, false)).toEqual([]);
      for (const colorScheme of schemes) {
        await page.emulateMedia({ colorScheme });
        expect(await axeFindings(page), colorScheme).toEqual([]);
      }
      expect(await intrusions(page)).toEqual([]);
      expect(await repeatedIds(page)).toEqual([]);
      expect(await paperFaults(page)).toEqual([]);
      expect(complaints).toEqual([]);
      await page.close();
    },
  );
});

/** Enough words for a snapshot: a page with next to none is taken for a broken one. */
const TEXT = `<p>${"We build, mend and sell bicycles for long ways along the coast. ".repeat(12)}</p>`;

describe("a morning", () => {
  const email = `${crypto.randomUUID()}@example.com`;
  let site: SiteServer;
  let page: Page;
  const shop = (title: string, head = "") =>
    `<!doctype html><html lang="en"><head><title>${title}</title>${head}</head><body><h1>${title}</h1>${TEXT}<a href="/bikes">Bikes</a></body></html>`;
  const section = (name: string) =>
    page.getByRole("navigation", { name: site.host }).getByRole("link", { name, exact: true }).click();
  const tab = (label: string, name: string) =>
    page.getByRole("navigation", { name: label }).getByRole("link", { name, exact: true }).click();
  /** Loads the page again until it shows something. */
  const shows = (text: string | RegExp) =>
    until(async () => {
      if (await page.getByText(text, { exact: true }).first().isVisible()) return true;
      await page.reload();
      return false;
    }, 60_000);

  beforeAll(async () => {
    site = await startSite();
    site.routes = { "/": { body: shop("Shop") }, "/bikes": { body: shop("Bikes") } };
    page = await (await newContext()).newPage();
    page.setDefaultTimeout(15_000);
  });
  afterAll(() => site?.close());

  it("begins with an account and a domain", async () => {
    await page.goto("/");
    await page.getByRole("link", { name: "Create an account" }).click();
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password").fill("a long password");
    await page.getByRole("button", { name: "Create the account" }).click();
    await page.getByLabel("Domain", { exact: true }).fill(site.host);
    await page.getByLabel("Brand").fill("Saltmarsh Bikes");
    await page.getByRole("button", { name: "Add the domain" }).click();
    await page.getByRole("button", { name: "Check now" }).click();
    expect(await page.locator(".seen").count()).toBe(3);
    const tag = await page.locator("#meta [data-copy]").getAttribute("data-copy");
    site.routes["/"] = { body: shop("Shop", tag!) };
    await page.getByRole("button", { name: "Check now" }).click();
    await page.getByText(`${site.host} is verified.`).waitFor();
    // What follows takes more than the free plan has.
    const operator = { headers: OPERATOR };
    const { domains } = (await ask(service.base, "GET", `/api/admin/domains?domain=${site.host}`, operator)).body;
    const account = `/api/admin/accounts/${domains[0].accountId}`;
    const changed = await ask(service.base, "PATCH", account, { ...operator, json: { plan: "pro" } });
    expect(changed.status).toBe(200);
  });

  it("goes on from the mail that confirms the address", async () => {
    const token = await until(async () => {
      const path = `/api/admin/mails?to=${encodeURIComponent(email)}`;
      const { mails } = (await ask(service.base, "GET", path, { headers: OPERATOR })).body;
      return /verify-email\?token=(\w+)/.exec(mails[0]?.text ?? "")?.[1];
    }, 20_000);
    await page.goto(`/verify-email?token=${token}`);
    await page.getByRole("button", { name: "Confirm" }).click();
    await page.getByText("is confirmed").first().waitFor();
    await page.goto("/app");
    await page.getByRole("heading", { name: "Set the site up" }).waitFor();
    await section("Audits");
  });

  it("audits the site, follows the audit, and leads from an issue to its pages", async () => {
    // The first audit began by itself when the domain was verified.
    const start = page.getByRole("main").getByRole("link", { name: "Start an audit" }).first();
    await until(async () => (await start.isVisible()) || (await page.reload(), false), 60_000);
    await start.click();
    // The audit does not end before its reader has seen it.
    const seen = Promise.withResolvers<void>();
    site.routes["/bikes"] = { body: shop("Bikes"), after: seen.promise };
    await page.getByRole("button", { name: "Start the audit", exact: true }).click();
    await page.getByRole("heading", { name: "Audit in progress" }).waitFor();
    seen.resolve();
    // The page follows the audit by itself.
    await page.getByRole("heading", { name: "Result of the audit" }).waitFor({ timeout: 60_000 });
    await tab("Views of this audit", "Issues");
    const kind = page
      .getByRole("table")
      .getByRole("rowheader")
      .getByRole("link")
      .filter({ hasText: "description" })
      .first();
    await kind.click();
    expect(await page.locator("#fix").innerText()).toMatch(/^How to fix it: .{20}/);
    await page.getByRole("table").getByRole("link", { name: "/bikes" }).click();
    expect(await page.getByRole("heading", { level: 1 }).innerText()).toContain("/bikes");
  });

  it("prewarms a page, and removes it from the cache", async () => {
    await section("Cache");
    await page.getByText("Nothing is cached yet").waitFor();
    await tab("Parts of the cache", "Refresh");
    await page.getByLabel("Pages, one per line").fill("/bikes");
    await page.getByRole("button", { name: "Remove from the cache" }).click();
    await page.getByText("1 of 1 rendered again.").waitFor();
    await section("Cache");
    await page.getByRole("link", { name: "/bikes", exact: true }).click();
    await page.frameLocator("iframe[sandbox='']").getByRole("heading", { name: "Bikes" }).waitFor();
    await page.getByText("Remove from the cache…").click();
    await page.getByRole("button", { name: "Remove from the cache" }).click();
    await page.getByText("This page is not cached").waitFor();
  });

  it("sees the visit of a crawler", async () => {
    expect((await crawl(service.base, site.host, "/bikes")).status).toBe(200);
    await section("Crawlers");
    await shows("Who came");
    const operators = page.getByRole("table", { name: "Visits by operator and purpose" });
    expect(await operators.innerText()).toContain("Google");
    await drawnCharts(page);
  });

  it("asks AI assistants a question, and reads their answers and the report", async () => {
    await section("AI mentions");
    await tab("AI mentions", "Prompts");
    await page.getByRole("link", { name: "New prompt" }).first().click();
    await page.getByLabel("Question").fill("Where can I buy a touring bike near the coast?");
    await page.getByRole("button", { name: "Create and ask now" }).click();
    await page.getByText("4 assistants are being asked.").waitFor();
    await page.getByText("under way").waitFor({ state: "detached", timeout: 60_000 });
    const answers = page.getByRole("table", { name: "Answers, newest first" });
    expect(await answers.getByRole("row").count()).toBe(5);
    await answers.getByRole("link").first().click();
    await page.getByText("This is a sample answer").waitFor();
    await section("AI mentions");
    await tab("AI mentions", "Reports");
    await page.getByText("No report yet").waitFor();
    await makeReports(service.base);
    await shows("Made");
    await page.getByRole("table").getByRole("rowheader").getByRole("link").click();
    expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe("AI visibility of Saltmarsh Bikes");
  });

  it("shares the statistics with somebody who is not signed in", async () => {
    await section("Crawlers");
    await tab("Reports about crawlers", "Share");
    await page.getByRole("button", { name: "Create a link" }).click();
    const link = await page.getByRole("link", { name: "Open it" }).getAttribute("href");
    const guest = await stranger.newPage();
    await guest.goto(link!);
    expect(await guest.getByRole("heading", { level: 1 }).innerText()).toBe(`Crawlers of ${site.host}`);
    expect(await guest.getByRole("table", { name: "Most visited pages" }).innerText()).toContain("/bikes");
    await guest.close();
  });

  it("ends with a sign-out", async () => {
    await page.locator(".account summary").click();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByText("You are signed out.").waitFor();
    await page.goto("/app");
    expect(new URL(page.url()).pathname).toBe("/app/sign-in");
  });
});

it("the fix of the worst issue is at most three clicks from the sign-in", async () => {
  const context = await newContext();
  const page = await context.newPage();
  // The first click is the sign-in itself.
  await signIn(page);
  // The list is of all areas; this is its first issue of the audit.
  const issue = page.locator('#do-first section:has(a[href*="/issues/"])').first();
  await issue.waitFor();
  const told = (await issue.locator("details p").first().textContent())!;
  expect(told.length).toBeGreaterThan(20);
  await issue.locator("h3 a").click();
  expect(await page.locator("#fix").innerText()).toContain(told);
  await context.close();
});

/** What each task is pressed for, from Today; the last one is only looked for, because it changes something. */
const TASKS: [
  task: string,
  ...presses: [role: "link" | "button" | "summary" | "tab" | "view", name: string | RegExp][],
][] = [
  ["copy the fix of the worst issue for an AI builder", ["button", /^Copy for my AI builder/]],
  ["audit the site again", ["button", "Check again"]],
  ["see the pages of an issue", ["link", "All issues"], ["tab", /title/i], ["tab", /^\//]],
  ["see what an audit says of a page", ["link", "Audits"], ["tab", /\d/], ["link", "Pages"]],
  ["see a page as crawlers get it", ["link", "Cache"], ["tab", /^\//]],
  ["refresh pages", ["link", "Cache"], ["link", "Refresh"], ["button", "Remove from the cache"]],
  ["connect the site", ["link", "Cache"], ["link", "Connect"]],
  ["have the crawled pages as a file", ["link", "Crawlers"], ["link", "Pages"], ["link", /as CSV$/]],
  ["ask assistants something new", ["link", "AI mentions"], ["link", "New prompt"], ["button", "Create and ask now"]],
  ["read the latest report", ["link", "AI mentions"], ["link", "Reports"], ["tab", /\d/]],
  ["create an API key", ["summary", /^Account of/], ["link", "API keys"], ["button", "Create a key"]],
  ["change when audits start", ["link", "Settings"], ["view", "Audits"], ["button", "Save"]],
];

it.each(TASKS)("to %s takes at most three clicks", async (_task, ...presses) => {
  expect(presses.length).toBeLessThanOrEqual(3);
  const page = await owner.newPage();
  page.setDefaultTimeout(15_000);
  await page.goto(sample.site);
  const find = ([role, name]: (typeof presses)[number]) => {
    if (role === "summary") return page.locator("summary").filter({ hasText: name }).first();
    if (role === "tab") return page.getByRole("rowheader").getByRole("link", { name }).first();
    if (role === "view") return page.getByRole("main").getByRole("link", { name, exact: true });
    return page.getByRole(role, { name, exact: true }).filter({ visible: true }).first();
  };
  for (const press of presses.slice(0, -1)) await find(press).click();
  await find(presses.at(-1)!).waitFor();
  await page.close();
});

it("a list is sorted, narrowed and exported as it is shown, with scripts and without", async () => {
  const list = `${sample.site}/audits/${sample.runId}/issues`;
  const page = await owner.newPage();
  await page.goto(list);
  const all = await page.getByRole("rowheader").count();
  await page.getByLabel("Search issues").pressSequentially("title");
  await until(async () => (await page.getByRole("rowheader").count()) < all, 10_000);
  await until(async () => new URL(page.url()).searchParams.get("q") === "title", 10_000);
  // The list loads anew and takes the focus back.
  const hasFocus = () => page.getByLabel("Search issues").evaluate((field) => field === document.activeElement);
  await until(() => hasFocus().catch(() => false), 10_000);
  await page.getByRole("columnheader", { name: "Pages" }).getByRole("link").click();
  await page.locator("th[aria-sort=descending]").waitFor();
  const shown = await page.getByRole("rowheader").getByRole("link").allInnerTexts();
  const href = await page.getByRole("link", { name: "Export these as CSV" }).getAttribute("href");
  const csv = await (await owner.request.get(href!)).text();
  expect(csv.split("\r\n").length).toBe(shown.length + 2);
  await page.close();

  const plain = await newContext({ javaScriptEnabled: false, storageState: await owner.storageState() });
  const still = await plain.newPage();
  await still.goto(list);
  await still.getByLabel("Search issues").fill("title");
  await still.getByRole("button", { name: "Show", exact: true }).click();
  expect(await still.getByRole("rowheader").count()).toBe(shown.length);
  await plain.close();
});

it("a chart shows the figures under the pointer, which are also in a table", async () => {
  const page = await owner.newPage();
  await page.goto(sample.site);
  expect(await drawnCharts(page)).toBeGreaterThan(0);
  const chart = page.locator("[data-chart]").first();
  await chart.locator(".plot-area").first().hover();
  expect(await chart.locator("[data-chart-now]").innerText()).toMatch(/\d/);
  await page.getByText("Show the figures of").first().click();
  expect(await page.locator(".chart tbody tr").first().locator("td").count()).toBeGreaterThan(0);
  await page.close();
});

it("works without scripts", async () => {
  const context = await newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await signIn(page);
  expect(await page.locator("time[data-local]").first().innerText()).toContain("UTC");
  expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe("Today");
  await page.getByRole("link", { name: "Search", exact: true }).click();
  await page.getByLabel("Search for").fill("fresh for");
  await page.getByRole("button", { name: "Search" }).click();
  await page.getByRole("link", { name: /^Fresh for, in hours/ }).click();
  expect(await page.getByLabel("Fresh for, in hours").isVisible()).toBe(true);
  await context.close();
});

it("searches from any page with the keyboard alone", async () => {
  const page = await owner.newPage();
  await page.goto(sample.site);
  const box = page.getByRole("dialog", { name: "Search" });
  // A single key opens nothing: whoever dictates would press it unawares (WCAG 2.1.4).
  await page.keyboard.press("/");
  expect(await box.count()).toBe(0);
  await page.keyboard.press("Control+k");
  await box.getByText("What are you looking for?").waitFor();
  await page.keyboard.press("Escape");
  expect(await box.isVisible()).toBe(false);
  await page.keyboard.press("Control+k");
  await page.keyboard.type("webhooks");
  await box.getByRole("link", { name: /^Webhooks/ }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Account" }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/app/account/webhooks");
  await page.close();
});

it.runIf(isLong)("prints what each page weighs and how long it takes", async () => {
  const lines: string[] = [];
  for (const entry of DASHBOARD_PAGES) {
    // A context of its own: nothing is in the browser's cache.
    const context = await newContext({
      storageState: entry.signedOut ? undefined : await (entry.operator ? operator : owner).storageState(),
    });
    const { page, responses } = await visit(context, entry.path(sample));
    const { all, scripts } = await weightOf(responses);
    const { firstByte, load } = await timesOf(page);
    const figures = [all, scripts].map((bytes) => (bytes / 1_024).toFixed(1));
    const words = await page.evaluate(() => document.querySelector("main")!.innerText.split(/\s+/).length);
    const found = (await axeFindings(page)).length;
    lines.push(`| ${[entry.name, ...figures, found, words, firstByte.toFixed(0), load.toFixed(0)].join(" | ")} |`);
    expect([entry.name, found]).toEqual([entry.name, 0]);
    expect(all).toBeLessThan(MAX_PAGE);
    await context.close();
  }
  const table = lines.join("\n");
  console.log(table);
  if (process.env["DASHBOARD_TABLE"]) writeFileSync(process.env["DASHBOARD_TABLE"], `${table}\n`);
});
