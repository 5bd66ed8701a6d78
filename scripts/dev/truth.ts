import { readFileSync } from "node:fs";
import path from "node:path";
import { PACKAGED_SITES } from "../../test/truth/packages.ts";
import { auditSealed, type SetName } from "../../test/truth/sealed/audit.ts";
import { compareSealed } from "../../test/truth/sealed/compare.ts";
import { CACHE, unpackDebian } from "../../test/truth/unseen/cache.ts";
import { fillUnseen } from "../../test/truth/unseen/sites.ts";
import { runLanes } from "./steps.ts";

const TRUTH = ["vitest", "run", "--project", "truth"] as const;
const env = { SITE: process.argv.slice(2).find((each) => !each.startsWith("-")) ?? "" };

/** A set that no rule was tuned on: measures and prints, where the comparison below asserts. */
async function measureUnseen(): Promise<boolean> {
  await fillUnseen();
  const passed = await runLanes([[["sites that no rule was tuned on", ...TRUTH, "test/truth/unseen.test.ts"]]], {
    ...env,
    TRUTH: "unseen",
  });
  console.log(readFileSync(path.join(CACHE, "unseen/table.txt"), "utf8"));
  return passed;
}

async function compare(): Promise<boolean> {
  for (const name of new Set(PACKAGED_SITES.map((site) => site.package))) unpackDebian(name);
  const passed = await runLanes([[["two audits compared", ...TRUTH, "test/truth/debian.test.ts"]]]);
  console.log(readFileSync(path.join(CACHE, "report.txt"), "utf8"));
  return passed;
}

/** html5lib's tests of tree construction. */
const conform = () =>
  runLanes([[["html5lib's tests", ...TRUTH, "test/truth/html5lib.test.ts"]]], { TRUTH: "html5lib" });

/** Sites that were frozen before their first run, audited by the real service and judged by definitions. */
async function measureSealed(set: SetName): Promise<boolean> {
  const options = process.argv.includes("--no-render") ? ["--no-render"] : [];
  if (!process.argv.includes("--compare")) await auditSealed(set, env.SITE === "" ? [] : [env.SITE], options);
  compareSealed(set);
  return true;
}

const CHOICES: Record<string, () => Promise<boolean>> = {
  "--sealed": () => measureSealed("sealed"),
  "--third": () => measureSealed("third"),
  "--unseen": measureUnseen,
  "--html5lib": conform,
};
const option = Object.keys(CHOICES).find((each) => process.argv.includes(each));
const chosen = option === undefined ? compare : CHOICES[option]!;
process.exit((await chosen()) ? 0 : 1);
