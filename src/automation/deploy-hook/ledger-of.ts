import type { Bindings } from "../../env";
import type { DeployLedger } from "./deploy-ledger.do";

export function ledgerOf(env: Pick<Bindings, "DEPLOY_LEDGER">, domainId: string): DurableObjectStub<DeployLedger> {
  return env.DEPLOY_LEDGER.getByName(domainId);
}
