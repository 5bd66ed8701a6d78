import { CHECK_STEPS, runSteps } from "./steps.ts";

runSteps(CHECK_STEPS);
