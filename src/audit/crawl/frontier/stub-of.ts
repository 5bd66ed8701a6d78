import type { Bindings } from "../../../env";
import { objectStub, type ObjectStub } from "../../../lib/platform/object-stub";
import type { DomainAudit } from "./domain-audit.do";

/** The domain's object: the lock of its audits and the pages of its latest runs. */
export function stubOf(env: Pick<Bindings, "DOMAIN_AUDIT">, domainId: string): ObjectStub<DomainAudit> {
  return objectStub(env.DOMAIN_AUDIT, domainId);
}
