import type { Proofs } from "../../catalogue/agents";
import type { VisitVerdict } from "../../core/verdict";

/** What each check says about a visit: true, false, or null if the check was not possible. */
export interface Evidence {
  /** Whether the request's signature is valid; undefined if it had none. */
  signature: boolean | null | undefined;
  /** Whether the address is in the operator's published ranges. */
  ranges: boolean | null;
  /** Whether the address's reverse DNS name belongs to the operator. */
  dns: boolean | null;
}

/**
 * One passed check proves the crawler. Otherwise the visit is spoofed only if its operator publishes ways to verify it
 * and every possible check was made and failed; if not, it is unknown.
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
