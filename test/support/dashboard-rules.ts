import axe, { type AxeResults } from "axe-core";
import { gzipSync } from "node:zlib";
import type { BrowserContext, Page, Response } from "playwright-core";
import { drawnCharts } from "./dashboard-browser.ts";

const KIB = 1_024;
export const MAX_PAGE = 60 * KIB;
export const MAX_SCRIPTS = 25 * KIB;

/** What axe finds on the page as it stands. `contrast`: also of its colours, which takes most of axe's time. */
export async function axeFindings(page: Page, contrast = true): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  // The frames of a cached page show a stranger's pages.
  const rules = { "color-contrast": { enabled: contrast } };
  const options = { resultTypes: ["violations"], iframes: false, rules };
  const found: AxeResults = await page.evaluate(`axe.run(document, ${JSON.stringify(options)})`);
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(" | ")}`);
}

export interface Weight {
  all: number;
  scripts: number;
}

/** Bytes as Cloudflare sends them, compressed: of all that a page's first view loads, and of its scripts. */
export async function weightOf(responses: readonly Response[]): Promise<Weight> {
  const weight = { all: 0, scripts: 0 };
  for (const response of responses) {
    const bytes = gzipSync(await response.body()).length;
    weight.all += bytes;
    if (response.url().endsWith(".js")) weight.scripts += bytes;
  }
  return weight;
}

export interface Visit {
  page: Page;
  status: number;
  /** Errors in the console, of scripts, and breaches of the Content-Security-Policy. */
  complaints: string[];
  /** Of the page itself, without the frames that show a stranger's. */
  responses: Response[];
}

/** Opens a page and collects what its rules look at. */
export async function visit(context: BrowserContext, path: string): Promise<Visit> {
  const page = await context.newPage();
  const [complaints, responses]: [string[], Response[]] = [[], []];
  // The browser reports a breach of the Content-Security-Policy as an error in the console.
  page.on("console", (message) => {
    const isOwnStatus = message.location().url === page.url() && /status of 404/.test(message.text());
    const inFrame = new URL(message.location().url || page.url()).origin !== new URL(page.url()).origin;
    // The browser tells of all that a snapshot's own policy keeps from it.
    const isKept = /\/cache\/page\/frame\?/.test(message.text() + message.location().url);
    if (message.type() === "error" && !isOwnStatus && !inFrame && !isKept)
      complaints.push(`${message.text()} (${message.location().url})`);
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("dialog", (dialog) => {
    complaints.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("response", (response) => {
    if (response.frame() === page.mainFrame()) responses.push(response);
  });
  const status = (await page.goto(path))!.status();
  await drawnCharts(page);
  return { page, status, complaints, responses };
}

/** What a stranger's texts have achieved on the page: nothing, if it is sound. */
export async function intrusions(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    if ("hostile" in window) found.push("a script ran");
    for (const element of document.querySelectorAll("[data-hostile]")) found.push(element.outerHTML.slice(0, 200));
    for (const element of document.querySelectorAll("[href], [src], [action]"))
      for (const name of ["href", "src", "action"])
        if (/^\s*(?:javascript|data|vbscript):/i.test(element.getAttribute(name) ?? ""))
          found.push(element.outerHTML.slice(0, 200));
    const marks = /[\u202A-\u202E\u2066-\u2069]/;
    const walker = document.createTreeWalker(document, NodeFilter.SHOW_TEXT);
    while (walker.nextNode())
      // A form gives back what its reader has typed.
      if (marks.test(walker.currentNode.nodeValue ?? "") && !walker.currentNode.parentElement?.matches("textarea"))
        found.push(`a direction mark in ${walker.currentNode.parentElement?.outerHTML.slice(0, 300)}`);
    if (document.querySelectorAll("main").length !== 1) found.push("no main");
    return found;
  });
}

/** Ids that stand twice, which lead labels and links astray. axe no longer looks for them. */
export const repeatedIds = (page: Page) =>
  page.evaluate(() => {
    const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id);
    return ids.filter((id, i) => ids.indexOf(id) !== i);
  });

/** Milliseconds until the first byte of a page and until it was loaded. */
export const timesOf = (page: Page) =>
  page.evaluate(() => {
    const [entry] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
    return { firstByte: entry!.responseStart - entry!.requestStart, load: entry!.loadEventEnd - entry!.startTime };
  });

/** A4 without its margins, in pixels. */
export const PAPER = { width: 688, height: 1_016 };

/** What is wrong with the page on paper: wider than it, buttons, or words of tables and figures that break within. */
export async function paperFaults(page: Page): Promise<string[]> {
  await page.emulateMedia({ media: "print" });
  await page.setViewportSize(PAPER);
  const faults = await page.evaluate(() => {
    const found: string[] = [];
    const wide = document.documentElement.scrollWidth - innerWidth;
    if (wide > 0) found.push(`${wide} px wider than paper`);
    for (const button of document.querySelectorAll("button"))
      if (button.checkVisibility()) found.push(`a button: ${button.outerHTML.slice(0, 100)}`);
    const range = document.createRange();
    const walker = document.createTreeWalker(document.querySelector("main")!, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode;
      const parent = node.parentElement!;
      if (
        !parent.closest(".data, .stat-value") ||
        parent.closest("bdi, code, .excerpt, .token") ||
        !parent.checkVisibility()
      )
        continue;
      for (const { index, 0: word } of (node.nodeValue ?? "").matchAll(/[\p{L}\d]+/gu)) {
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const lines = new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top)));
        if (lines.size > 1) found.push(`the word “${word}” breaks`);
      }
    }
    return found;
  });
  await page.emulateMedia({ media: "screen" });
  return faults;
}
