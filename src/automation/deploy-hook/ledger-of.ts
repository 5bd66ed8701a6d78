import type { Bindings } from "../../env";
import { objectStub, type ObjectStub } from "../../lib/platform/object-stub";
import type { DeployLedger } from "./deploy-ledger.do";

export function ledgerOf(env: Pick<Bindings, "DEPLOY_LEDGER">, domainId: string): ObjectStub<DeployLedger> {
  return objectStub(env.DEPLOY_LEDGER, domainId);
}
