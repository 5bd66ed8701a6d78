import { mkdirSync } from "node:fs";
import path from "node:path";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { drawnCharts, openBrowser, openDemo } from "../../test/support/dashboard-browser.ts";
import { DASHBOARD_PAGES } from "../../test/support/dashboard-pages.ts";
import { demoPages, untilAnswered, untilRecalled } from "../../test/support/demo-pages.ts";
import { ADMIN_TOKEN, emptyState, startService } from "../../test/support/service.ts";
import { root } from "./config.ts";
import { pictureDocuments } from "./pictures/in-documents.ts";

/** Outside git. */
const FOLDER = path.join(root, ".wrangler", "screenshots");

const LOOKS: Record<string, BrowserContextOptions> = {
  light: { viewport: { width: 1280, height: 900 }, colorScheme: "light" },
  dark: { viewport: { width: 1280, height: 900 }, colorScheme: "dark" },
  phone: { viewport: { width: 360, height: 740 }, colorScheme: "light" },
};

type Session = BrowserContextOptions["storageState"];

/** One window per look, with the session and without. */
async function openLooks(browser: Browser, session: Session) {
  const open = async (options: BrowserContextOptions) => (await browser.newContext(options)).newPage();
  return Promise.all(
    Object.entries(LOOKS).map(async ([look, options]) => ({
      look,
      member: await open({ ...options, storageState: session }),
      stranger: await open(options),
    })),
  );
}

async function picture(page: Page, url: string, file: string): Promise<void> {
  const answer = await page.goto(url);
  await drawnCharts(page);
  await page.evaluate("scrollTo(0, 0)");
  await page.screenshot({ path: file, fullPage: true });
  const wide = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
  if (Number(wide) > 0) console.log(`  ${path.basename(file)} scrolls sideways by ${String(wide)} px`);
  if (answer && answer.status() >= 400) console.log(`  ${path.basename(file)} answered ${answer.status()}`);
}

/**
 * `npm run screenshots [-- <parts of pages' names>]`: every page of the demo's dashboard, light, dark and on a phone; `-- --docs`: the
 * pictures in the documents of what is seen elsewhere.
 */
async function main(...parts: string[]): Promise<void> {
  if (parts.includes("--docs")) return pictureDocuments();
  mkdirSync(FOLDER, { recursive: true });
  const service = await startService({ DEMO: "1" }, { stateDir: emptyState() });
  const browser = await openBrowser();
  try {
    await untilRecalled(service.stateDir);
    const first = await browser.newContext();
    const sample = await openDemo(await first.newPage(), service.base, service.output());
    // Its cookie is for the operator's pages alone.
    await first.request.post(`${service.base}/app/operator/sign-in`, {
      form: { token: ADMIN_TOKEN },
      headers: { origin: service.base },
    });
    const session = await first.storageState();
    const cookie = session.cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
    const areas = demoPages(await untilAnswered(service.base, sample.domain, cookie));
    const windows = await openLooks(browser, session);
    const named = new Map([...areas, ...DASHBOARD_PAGES].map((page) => [page.name, page]));
    for (const { name, path: pathOf, signedOut } of named.values()) {
      if (parts.length > 0 && !parts.some((part) => name.includes(part))) continue;
      console.log(name);
      await Promise.all(
        windows.map(({ look, member, stranger }) =>
          picture(
            signedOut ? stranger : member,
            service.base + pathOf(sample),
            path.join(FOLDER, `${name}-${look}.png`),
          ),
        ),
      );
    }
    console.log(`The pictures are in ${FOLDER}.`);
  } finally {
    await browser.close();
    await service.dispose();
  }
}

await main(...process.argv.slice(2));
