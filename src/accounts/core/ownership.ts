import { DAY_MS } from "../../lib/time";

/** A domain whose proof is gone for so long may be claimed by another account that proves it. */
export const CLAIMABLE_AFTER_MS = 14 * DAY_MS;

/** What a look for the proof came to. unclear: some place did not answer, so the proof may still be there. */
export type ProofState = "seen" | "gone" | "unclear";

/** What is known of a domain's proof, epoch ms. */
export interface ProofRecord {
  proofSeenAt: number | null;
  proofLostAt: number | null;
}

/**
 * The record after a look at `at`. A look that is unclear changes nothing at first; a site that has told nothing for as long
 * as a proof may be gone counts as one without.
 */
export function proofAfter(record: ProofRecord, state: ProofState, at: number): ProofRecord {
  if (state === "seen") return { proofSeenAt: at, proofLostAt: null };
  const proofSeenAt = record.proofSeenAt ?? at;
  const gone = state === "gone" || proofSeenAt + CLAIMABLE_AFTER_MS <= at;
  return { proofSeenAt, proofLostAt: record.proofLostAt ?? (gone ? at : null) };
}

/** Whether another account that proves the domain may have it. What the operator vouches for never lapses. */
export function isClaimable(row: { verificationMethod: string | null; proofLostAt: number | null }, now: number) {
  return (
    row.verificationMethod !== "operator" && row.proofLostAt !== null && row.proofLostAt + CLAIMABLE_AFTER_MS <= now
  );
}
