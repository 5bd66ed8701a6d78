import type { LabelledApplication } from "../unseen/application.ts";
import { FRAMEWORKS } from "./frameworks.ts";
import { GATES } from "./gates.ts";
import { PLATFORM } from "./platform.ts";

/** Written and frozen before the first run: `npm run fidelity -- --sealed`. */
export const SEALED_APPLICATIONS: readonly LabelledApplication[] = [...FRAMEWORKS, ...PLATFORM, ...GATES];
