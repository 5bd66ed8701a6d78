import type { LabelledApplication } from "../unseen/application.ts";
import { FRAMEWORKS } from "./frameworks.ts";
import { GATES } from "./gates.ts";
import { KEPT } from "./kept.ts";
import { PLATFORM } from "./platform.ts";

/** Written and frozen before the first run: `npm run fidelity -- --third`. */
export const THIRD_APPLICATIONS: readonly LabelledApplication[] = [...FRAMEWORKS, ...KEPT, ...PLATFORM, ...GATES];
