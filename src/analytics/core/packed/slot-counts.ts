import { VERDICTS } from "../verdict";
import { agentOfName, verdictOfName } from "./cell-keys";

/** Visit counts of a crawler on a path. */
export interface SlotCount {
  agent: number;
  spoofed: boolean;
  cache: number;
  render: number;
}

/** Whether a name of a cell stands for spoofed visits. */
export const isSpoofed = (name: number): boolean => verdictOfName(name) === VERDICTS.spoofed;

/** A path's visits by crawler, of which one may occur more than once. `numbers`: name, cache and render of each. */
export function slotCounts(numbers: Uint32Array): SlotCount[] {
  return Array.from({ length: numbers.length / 3 }, (_, i) => {
    const name = numbers[i * 3]!;
    return {
      agent: agentOfName(name),
      spoofed: isSpoofed(name),
      cache: numbers[i * 3 + 1]!,
      render: numbers[i * 3 + 2]!,
    };
  });
}
