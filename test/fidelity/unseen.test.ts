import { describe, it } from "vitest";
import type { EngineName } from "./applications/engines.ts";
import { expectWholeOrRefused } from "./unseen/expect-whole.ts";
import { fillUnseenApplications, judgeApplications, seePatiently, UNSEEN_APPLICATIONS } from "./unseen/measure.ts";

const only = process.env["APPLICATION"];
const wanted = UNSEEN_APPLICATIONS.filter(({ name }) => !only || new RegExp(only, "i").test(name));
const engine = (process.env["ENGINE"] ?? "ours") as EngineName;

/** `npm run fidelity -- --unseen` only: it needs packages from the npm registry. */
describe.runIf(process.env["FIDELITY"] === "unseen")("applications with labels", () => {
  it.runIf(process.env["LABELS"] === "1")("have labels that a patient reader sees", { timeout: 600_000 }, async () => {
    fillUnseenApplications();
    console.log((await seePatiently(wanted, 20_000)).lacking.join("\n"));
  });

  it("are stored whole or refused", { timeout: 1_800_000 }, async () => {
    fillUnseenApplications();
    const verdicts = await judgeApplications(engine, wanted);
    expectWholeOrRefused(verdicts);
  });
});
