import { writeFileSync } from "node:fs";
import path from "node:path";
import { describe, it } from "vitest";
import { CACHE, fillWith } from "./applications/cache.ts";
import type { EngineName } from "./applications/engines.ts";
import { SEALED_PACKAGES } from "./sealed/frameworks.ts";
import { SEALED_APPLICATIONS } from "./sealed/index.ts";
import { THIRD_PACKAGES } from "./third/kept.ts";
import { THIRD_APPLICATIONS } from "./third/index.ts";
import { expectWholeOrRefused } from "./unseen/expect-whole.ts";
import { judgeApplications, seePatiently } from "./unseen/measure.ts";

const SETS = {
  sealed: { applications: SEALED_APPLICATIONS, packages: SEALED_PACKAGES },
  third: { applications: THIRD_APPLICATIONS, packages: THIRD_PACKAGES },
};
const asked = process.env["FIDELITY"] ?? "";
const isAsked = Object.hasOwn(SETS, asked);
const set = isAsked ? (asked as keyof typeof SETS) : "sealed";
const only = process.env["APPLICATION"];
const wanted = SETS[set].applications.filter(({ name }) => !only || new RegExp(only, "i").test(name));
const engine = (process.env["ENGINE"] ?? "ours") as EngineName;

/** `npm run fidelity -- --sealed` and `-- --third` only: they need packages from the npm registry. */
describe.runIf(isAsked)("applications that were frozen", () => {
  it("are stored whole or refused", { timeout: 1_800_000 }, async () => {
    fillWith(wanted, set, SETS[set].packages);
    const { seen, lacking } = await seePatiently(wanted, 18_000);
    const verdicts = process.env["LABELS"] === "1" ? [] : await judgeApplications(engine, wanted, seen);
    writeFileSync(path.join(CACHE, `${set}-verdicts.json`), JSON.stringify({ lacking, verdicts }, null, 1));
    console.log(lacking.join("\n"));
    expectWholeOrRefused(verdicts);
  });
});
