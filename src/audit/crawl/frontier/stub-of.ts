import type { Bindings } from "../../../env";
import type { DomainAudit } from "./domain-audit.do";

/** The domain's object: the lock of its audits and the pages of its latest runs. */
export function stubOf(env: Pick<Bindings, "DOMAIN_AUDIT">, domainId: string): DurableObjectStub<DomainAudit> {
  return env.DOMAIN_AUDIT.getByName(domainId);
}
