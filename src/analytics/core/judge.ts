import type { Proofs } from "../catalogue/agents";
import type { VisitVerdict } from "./verdict";

/** What each way of proving a crawler says of one visit: true, false, or null where it could not be asked. */
export interface Evidence {
  /** A signature that the request carried; undefined: it carried none. */
  signature: boolean | null | undefined;
  /** The address lies in the ranges that the operator publishes. */
  ranges: boolean | null;
  /** The address's own name belongs to the operator. */
  dns: boolean | null;
}

/**
 * One proof is enough. Without any, a visit is spoofed only when its operator publishes how its crawler is known and all of
 * that could be asked and denies it; else nobody can tell.
 */
export function judge(proofs: Proofs | null, evidence: Evidence): VisitVerdict {
  if (evidence.signature === true) return "verified";
  if (!proofs) return "unknown";
  const asked = [
    ...(proofs.ranges ? [evidence.ranges] : []),
    ...(proofs.dns ? [evidence.dns] : []),
    ...(proofs.signedBy ? [evidence.signature ?? null] : []),
  ];
  if (asked.includes(true)) return "verified";
  return asked.length === 0 || asked.includes(null) ? "unknown" : "spoofed";
}
