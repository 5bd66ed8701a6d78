import { chooseBrowser } from "./browser.ts";
import { withFileTimes } from "./file-times.ts";
import { runLanes, TEST_PHASES } from "./steps.ts";

const browser = chooseBrowser(process.env);
if (browser.kind !== "system") {
  console.error(
    "The end-to-end tests need a Chrome or Chromium (Debian: apt-get install chromium), or CHROME_PATH set to one.",
  );
  process.exit(1);
}
// The long form: whole histories, full sizes, real waits.
const long: Record<string, string> = process.argv.includes("--long") ? { TEST_LONG: "1" } : {};
const passed = await withFileTimes(async (env) => {
  for (const lanes of TEST_PHASES) if (!(await runLanes(lanes, { ...env, ...long }))) return false;
  return true;
});
process.exit(passed ? 0 : 1);
