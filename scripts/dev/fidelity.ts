import { fillCache } from "../../test/fidelity/applications/cache.ts";
import { runLanes, type Step } from "./steps.ts";

const RUN = ["vitest", "run", "--project", "e2e"] as const;
const PATTERNS: Step = ["patterns", ...RUN, "test/fidelity/fidelity.test.ts"];
const APPLICATIONS: Step = ["applications", ...RUN, "test/fidelity/applications.test.ts"];

/** Applications with labels that no rule of the renderer was tuned on. */
if (process.argv.includes("--unseen")) {
  const LABELLED: Step = ["applications with labels", ...RUN, "--retry=0", "test/fidelity/unseen.test.ts"];
  process.exit((await runLanes([[LABELLED]], { FIDELITY: "unseen" })) ? 0 : 1);
}

/** The same with sets that were written and frozen later. */
const frozen = ["sealed", "third"].find((each) => process.argv.includes(`--${each}`));
if (frozen !== undefined) {
  const FROZEN: Step = ["frozen applications", ...RUN, "--retry=0", "test/fidelity/sealed.test.ts"];
  process.exit((await runLanes([[FROZEN]], { FIDELITY: frozen })) ? 0 : 1);
}

/** Whether an unchanged page makes the same bytes again, which a render then does not write. */
if (process.argv.includes("--twice")) {
  const TWICE: Step = ["applications, twice", ...RUN, "--retry=0", "test/fidelity/twice.test.ts"];
  process.exit((await runLanes([[TWICE]], { FIDELITY: "twice" })) ? 0 : 1);
}

const env = { FIDELITY: "1", RESUME: process.argv.includes("--resume") ? "1" : "0" };

console.log("▸ packages from the npm registry");
fillCache();
// The applications are measured even if a pattern fails.
const patterns = await runLanes([[PATTERNS]], env);
const applications = await runLanes([[APPLICATIONS]], env);
process.exit(patterns && applications ? 0 : 1);
