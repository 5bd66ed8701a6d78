import type puppeteer from "@cloudflare/puppeteer";
import { PuppeteerWorkers } from "@cloudflare/puppeteer/internal/cloudflare/PuppeteerWorkers.js";

/**
 * The driver without what the package's own entry adds, such as its table of devices. It is imported when a browser
 * starts, because no other request needs it.
 */
export const driver = new PuppeteerWorkers() as unknown as typeof puppeteer;
