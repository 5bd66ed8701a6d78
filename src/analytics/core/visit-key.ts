import { createHash } from "node:crypto";
import { RETENTION_DAYS } from "./window";

/**
 * A served visit counts only if it arrives within this time. That is longer than a queue keeps a message and shorter
 * than we remember its id.
 */
const SERVED_WITHIN_DAYS = 14;

/** For how many days a visit's id may arrive again. Sites may report their visits late. */
export function keptDays(isReported: boolean): number {
  return isReported ? RETENTION_DAYS : SERVED_WITHIN_DAYS;
}

/** The first 64 bits of a name's hash. With 100 million ids stored at once, the chance of any collision is 0.03 %. */
export function visitKey(name: string): string {
  return createHash("sha256").update(name).digest().readBigInt64BE(0).toString();
}
