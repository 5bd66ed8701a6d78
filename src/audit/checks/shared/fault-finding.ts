import type { Faults } from "../../../web/html";
import type { Finding } from "../../model/issue";

/** What to say about elements that have a fault; null without any. */
export function faultFinding({ count, samples }: Faults, what: string, expected: string): Finding | null {
  return count > 0 ? { found: `${count} ${what}`, expected, count, samples } : null;
}
