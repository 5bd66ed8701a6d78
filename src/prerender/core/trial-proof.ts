import { sha256Hex } from "../../lib/crypto/hash";

/** The header of a response to a test: what this service alone makes of the test's number. */
export const TRIAL_HEADER = "x-crawlready-trial";

/**
 * Tells a response of this service from one that only looks like it, such as one that a cache in front of the site has kept. It
 * hides nothing: who wants to deceive their own test can.
 */
export const proofOf = async (trial: string): Promise<string> =>
  (await sha256Hex(`crawlready trial ${trial}`)).slice(0, 32);
