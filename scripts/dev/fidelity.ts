import { runLanes } from "./steps.ts";

const FIDELITY = ["fidelity", "vitest", "run", "--project", "e2e", "test/fidelity/fidelity.test.ts"] as const;
process.exit((await runLanes([[[...FIDELITY]]], { FIDELITY: "1" })) ? 0 : 1);
