import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Browser, Page } from "playwright-core";
import { openBrowser, openDemo } from "../../../test/support/dashboard-browser.ts";
import { emptyState, startService } from "../../../test/support/service.ts";
import { root } from "../config.ts";
import { commentPage } from "./comment-page.ts";
import { mailPages } from "./mail-pages.ts";

const FOLDER = path.join(root, "docs", "images");
const LOOK = { viewport: { width: 900, height: 700 }, colorScheme: "light" } as const;

/** The browser makes WebP of its own picture. */
async function save(page: Page, name: string, selector: string): Promise<void> {
  const png = (await page.locator(selector).screenshot()).toString("base64");
  const blank = await page.context().newPage();
  const webp = await blank.evaluate(async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const canvas = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height });
    canvas.getContext("2d")!.drawImage(image, 0, 0);
    return canvas.toDataURL("image/webp", 0.8).split(",")[1]!;
  }, png);
  await blank.close();
  const file = path.join(FOLDER, `${name}.webp`);
  writeFileSync(file, Buffer.from(webp, "base64"));
  console.log(`${path.relative(root, file)}: ${Math.round(statSync(file).size / 1024)} KiB`);
}

/** The page on which a person connects an app, as the demo's member sees it. */
async function consent(browser: Browser): Promise<void> {
  const service = await startService({ DEMO: "1" }, { stateDir: emptyState() });
  try {
    const page = await (await browser.newContext(LOOK)).newPage();
    const sample = await openDemo(page, service.base, service.output());
    await page.goto(service.base + sample.consent);
    await save(page, "consent", "main");
  } finally {
    await service.dispose();
  }
}

/** Pictures in the documents of what people see elsewhere: the consent page, the pull request comment and the weekly mail. */
export async function pictureDocuments(): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "crawlready-pictures-"));
  const browser = await openBrowser();
  try {
    const page = await (await browser.newContext({ ...LOOK, viewport: { width: 860, height: 700 } })).newPage();
    const { html, text } = await mailPages();
    await page.setContent(html);
    await save(page, "weekly-mail", "#picture");
    await page.setContent(text);
    await save(page, "weekly-mail-text", "#picture");
    await page.setContent(await commentPage(folder));
    await page.waitForFunction("document.title === 'drawn'");
    await save(page, "pull-request-comment", "#picture");
    await consent(browser);
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
