import { ApiError, schemaError } from "../../errors/api-error";
import type { Db } from "../../db/client";
import { hostnameZoneOf, type Bindings, type HostnameZoneEnv } from "../../env";
import { newSecret } from "../../lib/crypto/token";
import { DAY_MS, SECOND_MS } from "../../lib/time/time";
import { isPublicName, judgeDomain } from "../core/domains/domain-rules";
import { refuseHostname, wakeHostnames } from "./wish-hostname";
import { turnoverOf, type Turnover } from "../core/domains/domain-turnover";
import { isOwnOrigin } from "../core/domains/origin-rules";
import {
  blankDomain,
  countDomains,
  findDomain,
  findVerifiedDomain,
  markVerified,
  updateDomain,
  type DomainRow,
} from "../repo/domains";
import { fillsTurnover, insertDomain, takenExternalIds, type AddLimits } from "../repo/added-domains";
import { rateLimitError } from "../throttle/limit-rate";
import { actionRow, type Action } from "../repo/record-action";
import { refuseOversized, refusePrivateUrls } from "../settings/refuse-settings";
import type { StoredRenderRule } from "../settings/render-rule";
import { sealRules } from "../settings/seal-rules";
import type { DomainBody, DomainPatch } from "../settings/domain-schemas";

export interface AddDomainInput extends DomainBody {
  accountId: string;
  verified: boolean;
  domainLimit: number;
  allowPrivateHosts: boolean;
}

export type AddEnv = Pick<Bindings, "AUTH_SECRET" | "HOUSEKEEPING_QUEUE"> & HostnameZoneEnv;

/** The input once the header values of its rules are encrypted. */
type SealedInput = Omit<AddDomainInput, "renderRules"> & { renderRules?: StoredRenderRule[] };

/**
 * Adds a domain to an account. If the operator vouches for it (`verified`), it is verified at once; this also verifies
 * an unverified domain that the account already has and applies the given settings.
 * @throws ApiError `invalid_request`, `domain_taken`, `domain_limit_reached`, `rate_limited`.
 */
export async function addDomain(
  env: AddEnv,
  db: Db,
  given: AddDomainInput,
  actor: Action["actor"],
  now: number,
): Promise<DomainRow> {
  const name = judgedName(given);
  const present = await findDomain(db, given.accountId, name);
  const input = await sealedInput(env, given, name, present?.renderRules ?? []);
  if (present && (!input.verified || present.verifiedAt !== null))
    throw domainTaken(name, "is already in this account");
  if (input.verified && (await findVerifiedDomain(db, name))) throw domainTaken(name);
  if (present) return vouchFor(db, present, input, actor, now);
  const row = newRow(env, input, name, actor.kind, now);
  const action = additionOf(row, actor);
  const turnover = actor.kind === "operator" ? null : turnoverOf(input.domainLimit, now);
  if (!(await insertOrTaken(db, row, { domains: input.domainLimit, turnover }, action, now))) {
    await refuseTakenId(db, row.accountId, row.externalId);
    throw await addRefusal(db, input, turnover, now);
  }
  if (row.customHostname) await wakeHostnames(env);
  return row;
}

/** The name of a domain that may be added with these settings. @throws ApiError `invalid_request`. */
export function judgedName(given: AddDomainInput): string {
  const verdict = judgeDomain(given.domain, given.allowPrivateHosts);
  if (!verdict.ok) throw schemaError([{ path: "domain", message: `${given.domain} ${verdict.reason}` }]);
  refusePrivateUrls(given, given.allowPrivateHosts);
  return verdict.domain;
}

export async function sealedInput(
  env: AddEnv,
  given: AddDomainInput,
  name: string,
  stored: readonly StoredRenderRule[],
): Promise<SealedInput> {
  const { renderRules, ...others } = given;
  const owner = { accountId: given.accountId, domain: name };
  return { ...others, ...(renderRules && { renderRules: await sealRules(env, owner, renderRules, stored) }) };
}

export function additionOf({ accountId, domain, verifiedAt }: DomainRow, actor: Action["actor"]): Action {
  return { accountId, actor, action: "domain.added", target: domain, detail: { verified: verifiedAt !== null } };
}

/** Verifies a domain on the operator's word, without a proof. */
async function vouchFor(
  db: Db,
  row: DomainRow,
  input: SealedInput,
  actor: Action["actor"],
  now: number,
): Promise<DomainRow> {
  const {
    accountId,
    verified: _verified,
    domainLimit: _limit,
    allowPrivateHosts: _hosts,
    domain: name,
    ...settings
  } = input;
  const event = { accountId, actor, target: row.domain };
  if (Object.keys(settings).length > 0) {
    const detail = { settings: Object.keys(settings) };
    const action = { ...event, action: "domain.changed", detail };
    const change = { ...settings, ...originChange(row.domain, input, "operator", input.allowPrivateHosts) };
    refuseOversized(row, change);
    await updateDomain(db, row.id, change, actionRow(action, now));
  }
  const action = { ...event, action: "domain.verified", detail: { method: "operator" } };
  if (!(await markVerified(db, row.id, "operator", now, actionRow(action, now)))) throw domainTaken(name);
  return (await findDomain(db, accountId, row.domain)) ?? row;
}

/** Which limit kept a domain from being added. */
export async function addRefusal(
  db: Db,
  { accountId, domainLimit }: Pick<AddDomainInput, "accountId" | "domainLimit">,
  turnover: Turnover | null,
  now: number,
): Promise<ApiError> {
  const filledAt = turnover && (await fillsTurnover(db, accountId, turnover));
  if (filledAt === null || (await countDomains(db, accountId, null)) >= domainLimit)
    return new ApiError(
      "domain_limit_reached",
      `The plan allows ${domainLimit === 1 ? "one domain" : `${domainLimit} domains`}. Remove one, or ask the operator for another plan.`,
    );
  const why = `The account may add ${turnover!.most} domains a day, removed ones included`;
  return rateLimitError(why, Math.ceil((filledAt + DAY_MS - now) / SECOND_MS));
}

/** When two requests add the same name at once, the unique index rejects one. */
async function insertOrTaken(db: Db, row: DomainRow, limits: AddLimits, action: Action, now: number): Promise<boolean> {
  try {
    return await insertDomain(db, row, limits, actionRow(action, now));
  } catch (error) {
    if (await findDomain(db, row.accountId, row.domain)) throw domainTaken(row.domain, "is already in this account");
    if (row.verifiedAt !== null && (await findVerifiedDomain(db, row.domain))) throw domainTaken(row.domain);
    throw error;
  }
}

/** @throws ApiError `external_id_taken`. */
export async function refuseTakenId(db: Db, accountId: string, id: string | null | undefined): Promise<void> {
  if (!id || !(await takenExternalIds(db, accountId, [id])).has(id)) return;
  throw externalIdTaken(id);
}

export const externalIdTaken = (id: string) =>
  new ApiError("external_id_taken", `Another domain of the account has the external id ${id}.`);

export function domainTaken(name: string, why = "is verified by another account"): ApiError {
  return new ApiError("domain_taken", `${name} ${why}.`);
}

/**
 * What a new origin changes. An origin under the domain's own registered name, or one the operator vouches for, is used
 * at once; any other waits for its proof. Returns no changes if no origin is set.
 */
export function originChange(
  domain: string,
  { origin }: Pick<DomainPatch, "origin">,
  by: Action["actor"]["kind"],
  allowPrivateHosts: boolean,
): Partial<Pick<DomainRow, "origin" | "wantedOrigin" | "originProof">> {
  if (origin === undefined) return {};
  if (origin === null || isOwnOrigin(domain, origin, allowPrivateHosts))
    return { origin, wantedOrigin: null, originProof: null };
  return by === "operator"
    ? { origin, wantedOrigin: null, originProof: by }
    : { origin: undefined, wantedOrigin: origin };
}

/**
 * The row of a new domain: the given settings, and the default of every other column.
 * @throws ApiError `invalid_request`, `custom_hostnames_unavailable`.
 */
export function newRow(
  env: HostnameZoneEnv,
  input: SealedInput,
  name: string,
  by: Action["actor"]["kind"],
  now: number,
): DomainRow {
  const { verified, domainLimit: _, allowPrivateHosts, ...settings } = input;
  const { origin = null, ...change } = originChange(name, input, by, allowPrivateHosts);
  const row = {
    ...blankDomain(),
    ...settings,
    ...change,
    id: crypto.randomUUID(),
    domain: name,
    origin,
    auditSince: 0,
    verificationToken: newSecret("crawlready-"),
    verificationMethod: verified ? "operator" : null,
    verifiedAt: verified ? now : null,
    createdAt: now,
    customHostname: input.customHostname ?? (isPublicName(name) && hostnameZoneOf(env) !== null),
  };
  if (input.customHostname) refuseHostname(env, name);
  refuseOversized({}, row);
  return row;
}
