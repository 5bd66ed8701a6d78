/**
 * Creates the state for test/e2e/upgrade.waiting.test.ts: `node test/support/make-kept-state.ts <checkout of a release>
 * <version>`. Fills the release with data, kills it in the middle of an audit, and packs its state with its responses.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { startStandIn } from "../../demo/stand-in/server.ts";
import { API_PROVIDERS, variableOf } from "../../src/lib/ai-providers.ts";
import { fillState, startKeptSite } from "./kept-state.ts";
import { startService } from "./service.ts";

const [checkout, version] = process.argv.slice(2);
if (!checkout || !version) throw new Error("usage: make-kept-state.ts <checkout> <version>");
const stateDir = mkdtempSync(path.join(os.tmpdir(), "crawlready-kept-"));
const site = await startKeptSite();
const standIn = await startStandIn();
const variables = API_PROVIDERS.flatMap((provider) => [
  [variableOf(provider, "API_KEY"), "sample"],
  [variableOf(provider, "BASE_URL"), standIn.baseUrls[provider]],
]);
const service = await startService(Object.fromEntries(variables) as Record<string, string>, {
  stateDir,
  cwd: checkout,
});
const answers = await fillState(service.base, site, standIn);
await service.kill();
const folder = path.resolve("test/fixtures/states");
mkdirSync(folder, { recursive: true });
writeFileSync(path.join(stateDir, "answers.json"), JSON.stringify(answers));
// Excludes Chromium's files and logs.
const packed = spawnSync(
  "tar",
  [
    "-czf",
    path.join(folder, `${version}.tgz`),
    "--exclude=*.log",
    "--exclude=tmp",
    "--exclude=.wrangler",
    "-C",
    stateDir,
    ".",
  ],
  { stdio: "inherit" },
);
await site.close();
await standIn.close();
process.exit(packed.status ?? 1);
