import type { ScryptOptions } from "node:crypto";

/** A hash takes a fifth of a second on purpose, and hundreds of test accounts need one each. */
const CHEAP: ScryptOptions = { N: 256, r: 8, p: 5 };

let hashes = 0;

/** Stands in for src/accounts/core/password-cost.ts. */
export function passwordCost(): ScryptOptions {
  hashes++;
  return CHEAP;
}

/** Passwords hashed by this Worker so far. */
export function hashesSoFar(): number {
  return hashes;
}
