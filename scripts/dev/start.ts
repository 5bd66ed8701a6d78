import net from "node:net";
import { prepareAssets } from "./assets.ts";
import "./end-with-parent.mjs";
import { chooseBrowser, installLauncher, type BrowserChoice } from "./browser.ts";
import { fail, readConfig, readDevVars, writeEnvFile, type DevConfig } from "./config.ts";
import { prepareDemo, type Demo } from "./demo.ts";
import { end, othersWith } from "./owned-processes.ts";
import { writePrivately } from "./private-folder.ts";
import { refuseNewerState, upgradeState } from "./state.ts";
import { startWrangler, stopWrangler, untilHealthy } from "./wrangler.ts";

const INSTALL_HINT =
  "Install one (Debian: apt-get install chromium; macOS: brew install --cask chromium), or set CHROME_PATH to its executable.";

function portFault(port: number): Promise<NodeJS.ErrnoException | null> {
  return new Promise((resolve) => {
    const probe = net.createServer();
    probe.once("error", resolve);
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(null)));
  });
}

/** How long a port of processes that were just killed may stay in use. */
const PORT_WAIT_MS = 5_000;

/** `wait`: what had the port may have been killed just now. */
async function refuseBusyPort(port: number, wait: boolean): Promise<void> {
  const endAt = Date.now() + (wait ? PORT_WAIT_MS : 0);
  for (;;) {
    const fault = await portFault(port);
    if (!fault) return;
    if (fault.code !== "EADDRINUSE") fail(`Can't listen on port ${port}: ${fault.message}`);
    if (Date.now() >= endAt) fail(`Port ${port} is in use. Choose another one: PORT=8800 npm start`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function browserNotice(choice: BrowserChoice): string {
  if (choice.kind === "system") return `Browser       ${choice.path}`;
  const reason =
    choice.kind === "missing"
      ? choice.message
      : "No Chrome or Chromium was found; the first render downloads one, if the network allows it.";
  return `Browser       none. ${reason}\n              ${INSTALL_HINT}\n              Everything else works; until then, crawlers get the origin's pages.`;
}

function announce(base: string, config: DevConfig, browser: BrowserChoice, demo: Demo | null, seconds: string): void {
  const token = config.adminTokenGenerated ? config.adminToken : "as set in ADMIN_TOKEN";
  console.log(`\nCrawlready is up after ${seconds} s: ${base}\n`);
  if (!demo) console.log(`Dashboard     ${base}/app`);
  console.log(`API           ${base}/docs`);
  console.log(`State         ${config.stateDir}`);
  if (!process.env["EMAIL_FROM"] && !readDevVars()["EMAIL_FROM"])
    console.log(`Mail          ${base}/api/admin/mails shows it to the operator; nothing is sent`);
  console.log(browserNotice(browser));
  console.log(`Operator      Authorization: Bearer ${token}`);
  if (config.adminTokenShort)
    console.log("              It has fewer than 24 characters: accepted here, but not by a deployed service.");
  if (demo) console.log(demo.message);
  console.log("\nCtrl-C ends it.");
}

async function main(): Promise<void> {
  const startedAt = Date.now();
  writePrivately();
  const config = readConfig(process.env);
  const { running, leftovers } = othersWith(config.stateDir);
  if (running !== null)
    fail(
      `Another service uses the state in ${config.stateDir}: process ${running}. End it, or choose another folder: STATE_DIR=/tmp/other npm start`,
    );
  refuseNewerState(config);
  end(leftovers);
  const hadLeftovers = leftovers.length > 0;
  if (hadLeftovers) console.log("Ended processes left over from an earlier run with this state.");
  await refuseBusyPort(config.port, hadLeftovers);
  const browser = chooseBrowser(process.env);
  const env = browser.kind === "system" ? installLauncher(browser.path, config.stateDir) : {};
  const demo = config.demo ? await prepareDemo(config) : null;
  prepareAssets();
  upgradeState(config);
  const envFiles = writeEnvFile(config, process.env, demo?.variables ?? {});
  const wrangler = startWrangler(config, envFiles, env);
  let stopping = false;
  const stop = async (code: number) => {
    if (stopping) return;
    stopping = true;
    await stopWrangler(wrangler.child, config.stateDir);
    demo?.close();
    process.exit(code);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void stop(0));
  wrangler.child.once("exit", () => {
    if (!stopping) console.error(`\nThe Worker stopped unexpectedly. See ${wrangler.logFile}.`);
    void stop(1);
  });
  const base = `http://127.0.0.1:${config.port}`;
  try {
    await untilHealthy(wrangler, base, 120_000);
    await demo?.seed(base);
    announce(base, config, browser, demo, ((Date.now() - startedAt) / 1000).toFixed(1));
    await demo?.recall(base);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    await stop(1);
  }
}

await main();
