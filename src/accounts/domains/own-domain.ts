import { ApiError } from "../../errors/api-error";
import type { Db } from "../../db/client";
import { type Bindings, settingsOf } from "../../env";
import { normalizeDomain } from "../../lib/hosts/domain";
import { log } from "../../lib/text/log";
import { originChange, refuseTakenId } from "./add-domain";
import { refuseHostname, wakeHostnames } from "./wish-hostname";
import { sealAccess } from "../settings/access-seal";
import { reachesDomain, refuseBeyondScope } from "../callers/authorize-domain";
import { copyHost, forgetHost } from "./copy-host";
import type { Caller, SessionCaller } from "../core/caller";
import type { CrawlRouter } from "../core/domains/crawl-router";
import { findDomain, markDeleted, updateDomain, type DomainRow } from "../repo/domains";
import { actionRow, actorOf } from "../repo/record-action";
import { refuseOversized, refusePrivateUrls } from "../settings/refuse-settings";
import { sealRules } from "../settings/seal-rules";
import type { DomainPatch } from "../settings/domain-schemas";

/**
 * Returns a domain of the caller's account, verified or not. An unknown domain and another account's domain give the
 * same error.
 * @throws ApiError `api_key_domain_scope_mismatch`, `domain_not_owned`, `domain_access_forbidden`.
 */
export async function ownDomain(db: Db, caller: Caller, input: string): Promise<DomainRow> {
  const name = normalizeDomain(input) ?? input;
  if (caller.kind !== "session") refuseBeyondScope(caller, name);
  const row = await findDomain(db, caller.accountId, name);
  if (!row) throw domainGone(name);
  if (!reachesDomain(caller, row.domain)) {
    throw new ApiError("domain_access_forbidden", `You have no access to ${row.domain}.`);
  }
  return row;
}

function domainGone(name: string): ApiError {
  return new ApiError("domain_not_owned", `${name} is not a domain of this account.`);
}

/**
 * Re-analyses stored AI answers with the domain's new names. Passed in because the module that holds answers depends on
 * this one. Its daily cron catches lost messages.
 */
export type ReplayAnswers = (env: Bindings, domainId: string) => Promise<void>;

const READ_BY_ANALYSES = ["brandName", "brandAliases", "category", "excludePhrases", "competitors"] as const;

/** Changes a domain's settings. @throws ApiError `invalid_request`, `domain_not_owned`. */
export async function changeDomain(
  env: Bindings,
  db: Db,
  caller: SessionCaller,
  row: DomainRow,
  patch: DomainPatch,
  { now, replayAnswers }: { now: number; replayAnswers: ReplayAnswers },
): Promise<DomainRow> {
  const { allowPrivateHosts } = settingsOf(env);
  refusePrivateUrls(patch, allowPrivateHosts);
  const { accountId, domain } = row;
  const actor = actorOf(caller);
  const { renderRules: givenRules, auditAccess: givenAccess, ...settings } = patch;
  const rules = givenRules && (await sealRules(env, row, givenRules, row.renderRules ?? []));
  const auditAccess = givenAccess ? await sealAccess(env, row.id, givenAccess) : givenAccess;
  const origin = originChange(domain, patch, actor.kind, allowPrivateHosts);
  const isSwitched = patch.auditFrequency !== undefined && patch.auditFrequency !== row.auditFrequency;
  const schedule = isSwitched && { auditSince: 0 };
  const change = { ...settings, ...(rules && { renderRules: rules }), auditAccess, ...origin, ...schedule };
  refuseOversized(row, change);
  if (patch.customHostname) refuseHostname(env, domain);
  const detail = { settings: Object.keys(patch) };
  const action = { accountId, actor, action: "domain.changed", target: domain, detail };
  const changed = await updateDomain(db, row.id, change, actionRow(action, now));
  if (!changed) await refuseTakenId(db, accountId, patch.externalId);
  if (changed && patch.customHostname !== undefined) await wakeHostnames(env);
  const after = changed && (await findDomain(db, accountId, domain));
  if (!after) throw domainGone(domain);
  await copyHost(env, db, domain, now);
  if (READ_BY_ANALYSES.some((setting) => setting in patch)) {
    await replayAnswers(env, row.id).catch((error: unknown) => {
      log("warn", "replay_not_sent", { domainId: row.id, error: String(error) });
    });
  }
  return after;
}

/** Sets what verified crawlers get instead of pages that waste their visits. */
export async function routeCrawlers(
  env: Pick<Bindings, "KV">,
  db: Db,
  caller: SessionCaller,
  row: DomainRow,
  { crawlRouter, now }: { crawlRouter: CrawlRouter; now: number },
): Promise<void> {
  const { accountId, domain } = row;
  refuseOversized(row, { crawlRouter });
  const detail = { settings: ["crawlRouter"] };
  const action = { accountId, actor: actorOf(caller), action: "domain.changed", target: domain, detail };
  if (!(await updateDomain(db, row.id, { crawlRouter }, actionRow(action, now)))) throw domainGone(domain);
  await copyHost(env, db, domain, now);
}

/**
 * Removes a domain. The domain, its keys and its tokens are gone immediately, and it may be added again; its data is
 * deleted in the background. The cron resends lost messages.
 */
export async function removeDomain(
  env: Pick<Bindings, "PURGE_QUEUE" | "KV" | "HOUSEKEEPING_QUEUE">,
  db: Db,
  caller: SessionCaller,
  row: DomainRow,
  now: number,
): Promise<void> {
  const { accountId, domain } = row;
  const action = { accountId, actor: actorOf(caller), action: "domain.removed", target: domain };
  await forgetHost(env, domain);
  if (!(await markDeleted(db, row.id, now, actionRow(action, now)))) throw domainGone(domain);
  await copyHost(env, db, domain, now);
  if (row.customHostname) await wakeHostnames(env);
  try {
    await env.PURGE_QUEUE.send({ domainId: row.id, last: false });
  } catch (error) {
    log("warn", "purge_not_sent", { domainId: row.id, error: String(error) });
  }
}
