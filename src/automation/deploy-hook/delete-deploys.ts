import type { Bindings } from "../../env";
import { ledgerOf } from "./ledger-of";

/** Deletes the ledger of a removed domain. */
export async function deleteDeploys(env: Pick<Bindings, "DEPLOY_LEDGER">, domainId: string): Promise<true> {
  await ledgerOf(env, domainId).purge();
  return true;
}
