import { ApiError, schemaError, type SchemaIssue } from "../errors/api-error";
import type { Db } from "../db/client";
import type { Bindings } from "../env";
import { newSecret } from "../lib/token";
import { judgeDomain } from "./core/domain-rules";
import { isOwnOrigin } from "./core/origin-rules";
import {
  findDomain,
  findVerifiedDomain,
  insertDomain,
  markVerified,
  updateDomain,
  type DomainRow,
  type NewDomainRow,
} from "./domain-repo";
import { actionRow, type Action } from "./record-action";
import type { StoredRenderRule } from "./render-rule";
import { presentRules, sealRules } from "./seal-rules";
import type { DomainBody, DomainPatch } from "./domain-schemas";

export interface AddDomainInput extends DomainBody {
  accountId: string;
  verified: boolean;
  domainLimit: number;
  allowPrivateHosts: boolean;
}

/** The input once the header values of its rules are encrypted. */
type SealedInput = Omit<AddDomainInput, "renderRules"> & { renderRules?: StoredRenderRule[] };

/**
 * Adds a domain to an account. If the operator vouches for it (`verified`), it is verified at once; this also verifies
 * an unverified domain that the account already has and applies the given settings.
 * @throws ApiError `invalid_request`, `domain_taken`, `domain_limit_reached`.
 */
export async function addDomain(
  env: Pick<Bindings, "AUTH_SECRET">,
  db: Db,
  given: AddDomainInput,
  actor: Action["actor"],
  now: number,
): Promise<DomainRow> {
  const verdict = judgeDomain(given.domain, given.allowPrivateHosts);
  if (!verdict.ok) throw schemaError([{ path: "domain", message: `${given.domain} ${verdict.reason}` }]);
  refusePrivateUrls(given, given.allowPrivateHosts);
  const name = verdict.domain;
  const present = await findDomain(db, given.accountId, name);
  const { renderRules, ...others } = given;
  const owner = { accountId: given.accountId, domain: name };
  const rules = renderRules && (await sealRules(env, owner, renderRules, present?.renderRules ?? []));
  const input: SealedInput = { ...others, ...(rules && { renderRules: rules }) };
  if (present && (!input.verified || present.verifiedAt !== null))
    throw domainTaken(name, "is already in this account");
  if (input.verified && (await findVerifiedDomain(db, name))) throw domainTaken(name);
  if (present) return vouchFor(db, present, input, actor, now);
  const row = newRow(input, name, actor.kind, now);
  const { accountId, verified } = input;
  const action = { accountId, actor, action: "domain.added", target: name, detail: { verified } };
  if (!(await insertOrTaken(db, row, input.domainLimit, action, now))) {
    throw new ApiError("domain_limit_reached", `The plan allows ${input.domainLimit} domains.`);
  }
  return { ...row, ...NO_HISTORY };
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
    const detail = { ...settings, ...(settings.renderRules && { renderRules: presentRules(settings.renderRules) }) };
    const action = { ...event, action: "domain.changed", detail };
    const change = { ...settings, ...originChange(row.domain, input, "operator", input.allowPrivateHosts) };
    await updateDomain(db, row.id, change, actionRow(action, now));
  }
  const action = { ...event, action: "domain.verified", detail: { method: "operator" } };
  if (!(await markVerified(db, row.id, "operator", now, actionRow(action, now)))) throw domainTaken(name);
  return (await findDomain(db, accountId, row.domain)) ?? row;
}

/** When two requests add the same name at once, the unique index rejects one. */
async function insertOrTaken(db: Db, row: NewDomainRow, limit: number, action: Action, now: number): Promise<boolean> {
  try {
    return await insertDomain(db, row, limit, actionRow(action, now));
  } catch (error) {
    if (await findDomain(db, row.accountId, row.domain)) throw domainTaken(row.domain, "is already in this account");
    if (row.verifiedAt !== null && (await findVerifiedDomain(db, row.domain))) throw domainTaken(row.domain);
    throw error;
  }
}

export function domainTaken(name: string, why = "is verified by another account"): ApiError {
  return new ApiError("domain_taken", `${name} ${why}.`);
}

/**
 * The origin and the sitemap must be public too, because we fetch them for the customer.
 * @throws ApiError `invalid_request`.
 */
export function refusePrivateUrls(settings: DomainPatch, allowPrivateHosts: boolean): void {
  const issues: SchemaIssue[] = [];
  for (const path of ["origin", "sitemapUrl"] as const) {
    const url = settings[path] ? URL.parse(settings[path]) : null;
    const verdict = url && judgeDomain(url.host, allowPrivateHosts);
    if (verdict && !verdict.ok) issues.push({ path, message: `${url.host} ${verdict.reason}` });
  }
  if (issues.length > 0) throw schemaError(issues);
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

const NO_HISTORY = {
  deletedAt: null,
  suspendedAt: null,
  proofCheckedAt: null,
  proofSeenAt: null,
  proofLostAt: null,
  releasedAt: null,
  auditNotBefore: 0,
  purgeNotBefore: 0,
  upkeepNotBefore: 0,
};

function newRow(input: SealedInput, name: string, by: Action["actor"]["kind"], now: number): NewDomainRow {
  const change = originChange(name, input, by, input.allowPrivateHosts);
  return {
    id: crypto.randomUUID(),
    accountId: input.accountId,
    domain: name,
    origin: change.origin ?? null,
    wantedOrigin: change.wantedOrigin ?? null,
    originProof: change.originProof ?? null,
    sitemapUrl: input.sitemapUrl ?? null,
    brandName: input.brandName ?? null,
    brandAliases: input.brandAliases ?? null,
    category: input.category ?? null,
    excludePhrases: input.excludePhrases ?? null,
    competitors: input.competitors ?? null,
    snapshotTtlHours: input.snapshotTtlHours ?? 24,
    ignoredParameters: input.ignoredParameters ?? null,
    renderRules: input.renderRules ?? null,
    soft404: input.soft404 ?? "detect",
    markdown: input.markdown ?? false,
    llmsTxt: input.llmsTxt ?? false,
    auditFrequency: input.auditFrequency ?? "none",
    auditScope: input.auditScope ?? null,
    auditExtractors: input.auditExtractors ?? null,
    auditAccess: null,
    auditSince: 0,
    canonicalRedirects: input.canonicalRedirects ?? false,
    verificationToken: newSecret("crawlready-"),
    verificationMethod: input.verified ? "operator" : null,
    verifiedAt: input.verified ? now : null,
    createdAt: now,
  };
}
