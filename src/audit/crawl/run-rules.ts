import { openAccess } from "../../accounts";
import { settingsOf, type Bindings } from "../../env";
import { egressRules, withAccess, type EgressRules } from "../../web";
import type { RunConfig } from "../model/run/run-state";

/**
 * What a run may request, and with which headers.
 * @throws ApiError `stored_secret_unreadable`: the headers can't be decrypted.
 */
export async function runRules(env: Bindings, config: RunConfig): Promise<EgressRules> {
  const rules = egressRules(config, settingsOf(env).allowPrivateHosts);
  if (config.access === undefined) return rules;
  return withAccess(rules, config.domain, await openAccess(env, config.domainId, config.access));
}
