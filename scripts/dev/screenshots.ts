import { mkdirSync } from "node:fs";
import path from "node:path";
import { drawCharts, openBrowser, openDemo } from "../../test/support/dashboard-browser.ts";
import { DASHBOARD_PAGES } from "../../test/support/dashboard-pages.ts";
import { emptyState, startService } from "../../test/support/service.ts";
import { root } from "./config.ts";

/** Outside git. */
const FOLDER = path.join(root, ".wrangler", "screenshots");

const LOOKS = [
  ["light", { viewport: { width: 1280, height: 900 }, colorScheme: "light" }],
  ["dark", { viewport: { width: 1280, height: 900 }, colorScheme: "dark" }],
  ["phone", { viewport: { width: 360, height: 740 }, colorScheme: "light" }],
] as const;

/** `npm run screenshots [-- <part of a page's name>]`: every page of the demo's dashboard, light, dark and on a phone. */
async function main(only = ""): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  const service = await startService({ DEMO: "1" }, { stateDir: emptyState() });
  const browser = await openBrowser();
  try {
    const first = await browser.newContext();
    const sample = await openDemo(await first.newPage(), service.base, service.output());
    const session = await first.storageState();
    for (const { name, path: pathOf, signedOut } of DASHBOARD_PAGES.filter((page) => page.name.includes(only))) {
      for (const [look, options] of LOOKS) {
        const context = await browser.newContext({ ...options, storageState: signedOut ? undefined : session });
        const page = await context.newPage();
        await page.goto(service.base + pathOf(sample), { waitUntil: "networkidle" });
        await drawCharts(page);
        await page.screenshot({ path: path.join(FOLDER, `${name}-${look}.png`), fullPage: true });
        await context.close();
      }
      console.log(name);
    }
    console.log(`The pictures are in ${FOLDER}.`);
  } finally {
    await browser.close();
    await service.dispose();
  }
}

await main(process.argv[2]);
