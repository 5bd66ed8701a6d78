import { runLanes } from "./steps.ts";

const FIDELITY = ["fidelity", "vitest", "run", "--project", "e2e", "test/e2e/fidelity.test.ts"] as const;
process.exit((await runLanes([[[...FIDELITY]]], { FIDELITY: "1" })) ? 0 : 1);
