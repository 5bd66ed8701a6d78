import http from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openBrowser } from "../../support/dashboard-browser.ts";
import { axeFindings } from "../../support/dashboard-rules.ts";
import { ask, until } from "../../support/service.ts";
import { base } from "../../support/shared-service.ts";

const GOOGLEBOT = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";
const TEXT = "We build, mend and sell bicycles for long ways along the coast. ".repeat(12);

type Handler = (request: http.IncomingMessage, response: http.ServerResponse, next: () => void) => void;

/** An application whose text only its script writes, on the owner's own server. */
interface Shop {
  host: string;
  /** What the owner puts into the head. */
  head: string;
  /** Puts the middleware that the owner copied before the site. */
  install: (code: string) => Promise<void>;
  close: () => void;
}

async function openShop(): Promise<Shop> {
  let middleware: Handler = (_request, _response, next) => next();
  const server = http.createServer((request, response) =>
    middleware(request, response, () => {
      response.writeHead(request.url === "/" ? 200 : 404, { "content-type": "text/html; charset=utf-8" });
      const script = `document.getElementById("root").innerHTML = "<h1>Saltmarsh Bikes</h1><p>${TEXT}</p>"`;
      response.end(
        `<!doctype html><html lang="en"><head><title>Bikes</title>${shop.head}</head><body><div id="root"></div><script>${script}</script></body></html>`,
      );
    }),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const shop: Shop = {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    head: "",
    install: async (code) => {
      const copied = `data:text/javascript,${encodeURIComponent(code)}`;
      const { crawlready } = (await import(/* @vite-ignore */ copied)) as { crawlready: Handler };
      middleware = crawlready;
    },
    close: () => server.close(),
  };
  return shop;
}

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

async function signUp(page: Page): Promise<void> {
  await page.goto("/app/sign-up");
  await page.getByLabel("Email").fill(`${crypto.randomUUID()}@example.com`);
  await page.getByLabel("Password").fill("a long password");
  await page.getByRole("button", { name: "Create the account" }).click();
}

async function proveDomain(page: Page, shop: Shop): Promise<void> {
  await page.getByLabel("Domain", { exact: true }).fill(shop.host);
  await page.getByRole("button", { name: "Add the domain" }).click();
  shop.head = (await page.locator("#meta [data-copy]").getAttribute("data-copy"))!;
  await page.getByRole("button", { name: "Check now" }).click();
  await page.getByText("Its first audit has started.").waitFor();
}

/** The step of the setup whose name has this text, once it is in this state. */
const step = (page: Page, name: string, state: string) =>
  until(async () => {
    const found = page.locator(".setup li").filter({ hasText: name }).filter({ hasText: state });
    if (await found.isVisible()) return true;
    await page.reload();
    return false;
  }, 30_000);

it("a newcomer comes from the sign-up to a crawler's first snapshot without reading documents", async () => {
  const shop = await openShop();
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, baseURL: base });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(15_000);
    await signUp(page);
    await proveDomain(page, shop);
    await step(page, "Audit the site", "done");
    await page.getByRole("link", { name: "Connect", exact: true }).click();

    await page.getByRole("button", { name: "Make a key" }).click();
    await page.getByText("The key is in the code below.").waitFor();
    await page.getByText("Express", { exact: true }).click();
    const code = page.getByRole("region", { name: "Express" }).getByLabel("Copy the middleware");
    const copied = (await code.getAttribute("data-copy"))!;
    expect(copied).toMatch(/crk_(?!YOUR_KEY)\w+/);

    // Too early: the page says what is missing, and keeps the key.
    await page.getByRole("button", { name: "Test now" }).click();
    await page.getByText("Your site answered Googlebot itself.").waitFor();
    expect(await code.getAttribute("data-copy")).toBe(copied);

    await shop.install(copied);
    await page.getByRole("button", { name: "Test again" }).click();
    await page.getByText("Connected: Googlebot gets the snapshot.").waitFor({ timeout: 30_000 });
    const seen = await page.getByRole("table", { name: "before and after" }).innerText();
    expect(seen).toMatch(/x-crawlready-cache\s+–\s+miss/);
    expect(await axeFindings(page)).toEqual([]);
    // A test is nobody's visit.
    await page.getByText("Waiting for the first crawler.").waitFor();

    const crawler = await ask(`http://${shop.host}`, "GET", "/", { headers: { "user-agent": GOOGLEBOT } });
    expect([crawler.status, crawler.headers.get("x-crawlready-cache")]).toEqual([200, "hit"]);
    expect(crawler.body).toContain("Saltmarsh Bikes");
    await page.getByText("Connected: 1 request of crawlers came").waitFor({ timeout: 30_000 });
    // The page told it by itself, and still shows the key.
    expect(await code.getAttribute("data-copy")).toBe(copied);

    await page.getByRole("link", { name: "See who they are" }).click();
    expect(await page.getByRole("table", { name: "Visits by operator and purpose" }).innerText()).toContain("Google");
    await page.getByRole("link", { name: "Today", exact: true }).click();
    await step(page, "See the first crawler", "done");
    await step(page, "Connect the site", "done");
  } finally {
    await context.close();
    shop.close();
  }
}, 60_000);

it("a stranger sees a page of theirs as GPTBot, and goes on to the sign-up", async () => {
  const shop = await openShop();
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, baseURL: base });
  try {
    const page = await context.newPage();
    await page.goto("/");
    await page.getByLabel("A page of your site").fill(shop.host);
    await page.getByRole("button", { name: "See it as GPTBot" }).click();
    await page.getByText("GPTBot finds next to no text. It runs no scripts").waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole("link", { name: "Create an account" }).click();
    await page.getByRole("heading", { name: "Create an account" }).waitFor();
  } finally {
    await context.close();
    shop.close();
  }
});
