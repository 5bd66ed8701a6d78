import type puppeteer from "@cloudflare/puppeteer";
import { PuppeteerWorkers } from "@cloudflare/puppeteer/internal/cloudflare/PuppeteerWorkers.js";

/**
 * The driver without the parts that the package's own entry adds, such as its table of devices. Imported at run time, by who
 * starts a browser: no other request needs it.
 */
export const { acquire, connect } = new PuppeteerWorkers() as unknown as typeof puppeteer;
