import type { Bindings } from "../env";

/** What reading a domain's visits needs. */
export type VisitsEnv = Pick<Bindings, "DOMAIN_VISITS">;

/** The object that keeps a domain's visits. */
export function visitsOf(env: VisitsEnv, domainId: string) {
  return env.DOMAIN_VISITS.getByName(domainId);
}
