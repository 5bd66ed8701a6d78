import { withFileTimes } from "./file-times.ts";
import { CHECK_LANES, runLanes } from "./steps.ts";

const passed = await withFileTimes((env) => runLanes(CHECK_LANES, env));
process.exit(passed ? 0 : 1);
