import { chooseBrowser } from "./browser.ts";
import { CHECK_STEPS, runSteps, SLOW_STEPS } from "./steps.ts";

const browser = chooseBrowser(process.env);
if (browser.kind !== "system") {
  console.error(
    "The end-to-end tests need a Chrome or Chromium (Debian: apt-get install chromium), or CHROME_PATH set to one.",
  );
  process.exit(1);
}
runSteps([...CHECK_STEPS, ...SLOW_STEPS]);
