import type { Bindings } from "../../env";
import { usedBy } from "../../usage/metered-env";
import { objectStub } from "../../lib/platform/object-stub";

/** What reading a domain's visits needs. */
export type VisitsEnv = Pick<Bindings, "DOMAIN_VISITS">;

/** The object that keeps a domain's visits. */
export function visitsOf(env: VisitsEnv, domainId: string) {
  return objectStub(usedBy(env, domainId).DOMAIN_VISITS, domainId);
}
