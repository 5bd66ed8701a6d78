import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { chooseBrowser } from "./browser.ts";
import { withFileTimes } from "./file-times.ts";
import { runLanes, testPhases } from "./steps.ts";

const browser = chooseBrowser(process.env);
if (browser.kind !== "system") {
  console.error(
    "The end-to-end tests need a Chrome or Chromium (Debian: apt-get install chromium), or CHROME_PATH set to one.",
  );
  process.exit(1);
}
// The long form: whole histories, full sizes, real waits.
const isLong = process.argv.includes("--long");
const build = mkdtempSync(path.join(os.tmpdir(), "crawlready-build-"));
const passed = await withFileTimes(async (times) => {
  const env = { ...times, ...(isLong && { TEST_LONG: "1" }), BUILT_WORKER: path.join(build, "index.js") };
  for (const lanes of testPhases(isLong)) if (!(await runLanes(lanes, env))) return false;
  return true;
});
rmSync(build, { recursive: true, force: true });
process.exit(passed ? 0 : 1);
