import { DAY_MS } from "../../../lib/time/time";

/** Another account may claim a domain whose proof has been missing for this long. */
export const CLAIMABLE_AFTER_MS = 14 * DAY_MS;

/** The result of looking for the proof. unclear: some place did not respond, so the proof may still be there. */
export type ProofState = "seen" | "gone" | "unclear";

/** What we know about a domain's proof (epoch ms). */
export interface ProofRecord {
  proofSeenAt: number | null;
  proofLostAt: number | null;
}

/**
 * The record after a check at `at`. An unclear result changes nothing at first; a site that has been unclear for as
 * long as a proof may be missing counts as one without a proof.
 */
export function proofAfter(record: ProofRecord, state: ProofState, at: number): ProofRecord {
  if (state === "seen") return { proofSeenAt: at, proofLostAt: null };
  const proofSeenAt = record.proofSeenAt ?? at;
  const gone = state === "gone" || proofSeenAt + CLAIMABLE_AFTER_MS <= at;
  return { proofSeenAt, proofLostAt: record.proofLostAt ?? (gone ? at : null) };
}

/**
 * Whether another account that proves the domain may take it. Domains that the operator vouches for can't be claimed.
 */
export function isClaimable(row: { verificationMethod: string | null; proofLostAt: number | null }, now: number) {
  return (
    row.verificationMethod !== "operator" && row.proofLostAt !== null && row.proofLostAt + CLAIMABLE_AFTER_MS <= now
  );
}
