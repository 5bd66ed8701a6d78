import type { ScryptOptions } from "node:crypto";

// Uses 16 MiB of an isolate's 128 MB. PBKDF2 with more than 100,000 rounds fails in production Workers, so we use
// scrypt (OWASP: N=2^14, r=8, p=5).
const COST: ScryptOptions = { N: 16_384, r: 8, p: 5, maxmem: 64 * 1024 * 1024 };

/**
 * What one hash costs. Read once per hash. It reads no setting, so that no deployment can weaken its hashes; the tests in workerd
 * replace this file with another module (vitest.config.ts).
 */
export function passwordCost(): ScryptOptions {
  return COST;
}
