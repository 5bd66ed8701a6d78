import { CONNECTION_GUARDS } from "./guards/connections.ts";
import { EGRESS_GUARDS } from "./guards/egress.ts";
import type { GuardMutant } from "./guards/guard-mutant.ts";
import { LEASE_GUARDS } from "./guards/leases.ts";
import { ONCE_GUARDS } from "./guards/once.ts";
import { SHARE_GUARDS } from "./guards/shares.ts";
import { TENANT_GUARDS } from "./guards/tenants.ts";

/** Every guard that a fault of one customer, of a queue or of a clock runs into. `npm run mutants` takes them out one by one. */
export const GUARD_MUTANTS: readonly GuardMutant[] = [
  ...LEASE_GUARDS,
  ...ONCE_GUARDS,
  ...TENANT_GUARDS,
  ...CONNECTION_GUARDS,
  ...EGRESS_GUARDS,
  ...SHARE_GUARDS,
];
