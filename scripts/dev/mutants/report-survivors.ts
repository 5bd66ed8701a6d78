import path from "node:path";
import { root } from "../config.ts";
import { NOT_CHOSEN } from "./only-chosen.ts";
import type { Mutant } from "./stryker.ts";

/** A reporter of Stryker that names each mutant that no test noticed as soon as that is known. */
export const strykerPlugins = [{ kind: "Reporter", name: "survivors", factory: () => ({ onMutantTested }) }];

/** A mutant after its tests. Lines count from 1. */
type Tested = Mutant & { status: string };

function onMutantTested({ fileName, location, mutatorName, replacement, status, statusReason }: Tested): void {
  if (statusReason === NOT_CHOSEN || isNoticed(status)) return;
  const place = `${path.relative(root, fileName)}:${location.start.line}:${location.start.column}`;
  console.log(`${status.padEnd(10)}  ${place}  ${mutatorName}: ${replacement.slice(0, 200)}`);
}

/** Whether a test failed, did not end because of the mutant, or could not even load the code. */
export function isNoticed(status: string): boolean {
  return status === "Killed" || status === "Timeout" || status === "RuntimeError";
}
