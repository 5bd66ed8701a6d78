import { openAccess } from "../../accounts";
import { settingsOf, signerOf, siteRequestsPerJobOf, type Bindings } from "../../env";
import { egressRules, withAccess } from "../../web";
import type { JobRules } from "./frontier/job-context";
import type { RunConfig } from "../model/run/run-state";

/**
 * What a job of a run may request, how often, and with which headers.
 * @throws ApiError `stored_secret_unreadable`: the headers can't be decrypted.
 */
export async function runRules(env: Bindings, config: RunConfig): Promise<JobRules> {
  const tally = { made: 0, most: siteRequestsPerJobOf(env) };
  const rules = { ...egressRules(config, settingsOf(env).allowPrivateHosts, signerOf(env)), tally };
  if (config.access === undefined) return rules;
  return { ...withAccess(rules, config.domain, await openAccess(env, config.domainId, config.access)), tally };
}
