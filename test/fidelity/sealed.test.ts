import { writeFileSync } from "node:fs";
import path from "node:path";
import { describe, it } from "vitest";
import { CACHE, fillWith } from "./applications/cache.ts";
import type { EngineName } from "./applications/engines.ts";
import { SEALED_PACKAGES } from "./sealed/frameworks.ts";
import { SEALED_APPLICATIONS } from "./sealed/index.ts";
import { expectWholeOrRefused } from "./unseen/expect-whole.ts";
import { judgeApplications, seePatiently } from "./unseen/measure.ts";

const only = process.env["APPLICATION"];
const wanted = SEALED_APPLICATIONS.filter(({ name }) => !only || new RegExp(only, "i").test(name));
const engine = (process.env["ENGINE"] ?? "ours") as EngineName;

/** `npm run fidelity -- --sealed` only: it needs packages from the npm registry. */
describe.runIf(process.env["FIDELITY"] === "sealed")("applications that were frozen before their first run", () => {
  it("are stored whole or refused", { timeout: 1_800_000 }, async () => {
    fillWith(wanted, "sealed", SEALED_PACKAGES);
    const { seen, lacking } = await seePatiently(wanted, 18_000);
    const verdicts = process.env["LABELS"] === "1" ? [] : await judgeApplications(engine, wanted, seen);
    writeFileSync(path.join(CACHE, "sealed-verdicts.json"), JSON.stringify({ lacking, verdicts }, null, 1));
    console.log(lacking.join("\n"));
    expectWholeOrRefused(verdicts);
  });
});
