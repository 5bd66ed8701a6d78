import { ApiError, schemaError } from "../errors/api-error";
import type { Db } from "../db/client";
import { newSecret } from "../lib/token";
import { judgeDomain } from "./core/domain-rules";
import { findDomain, findVerifiedDomain, insertDomain, type DomainRow } from "./repo";
import type { DomainBody } from "./schemas";

export interface AddDomainInput extends DomainBody {
  accountId: string;
  verified: boolean;
  domainLimit: number;
  allowPrivateHosts: boolean;
}

/**
 * Adds a domain to an account, verified only where the operator vouches for it.
 * @throws ApiError `invalid_request`, `domain_taken`, `domain_limit_reached`.
 */
export async function addDomain(db: Db, input: AddDomainInput, now: number): Promise<DomainRow> {
  const verdict = judgeDomain(input.domain, input.allowPrivateHosts);
  if (!verdict.ok) throw schemaError([{ path: "domain", message: `${input.domain} ${verdict.reason}` }]);
  const name = verdict.domain;
  if (await findDomain(db, input.accountId, name))
    throw new ApiError("domain_taken", `${name} is already in this account.`);
  if (input.verified && (await findVerifiedDomain(db, name))) {
    throw new ApiError("domain_taken", `${name} is verified by another account.`);
  }
  const row = newRow(input, name, now);
  if (!(await insertDomain(db, row, input.domainLimit))) {
    throw new ApiError("domain_limit_reached", `The plan allows ${input.domainLimit} domains.`);
  }
  const stored = await findDomain(db, input.accountId, name);
  if (!stored) throw new Error("the domain row vanished after its insert");
  return stored;
}

function newRow(input: AddDomainInput, name: string, now: number) {
  return {
    id: crypto.randomUUID(),
    accountId: input.accountId,
    domain: name,
    origin: input.origin ?? null,
    sitemapUrl: input.sitemapUrl ?? null,
    brandName: input.brandName ?? null,
    brandAliases: input.brandAliases ?? null,
    competitors: input.competitors ?? null,
    snapshotTtlHours: input.snapshotTtlHours ?? 24,
    ignoredParameters: input.ignoredParameters ?? null,
    soft404: input.soft404 ?? ("detect" as const),
    markdown: input.markdown ?? false,
    llmsTxt: input.llmsTxt ?? false,
    auditFrequency: input.auditFrequency ?? ("none" as const),
    verificationToken: newSecret("crawlready-"),
    verificationMethod: input.verified ? "operator" : null,
    verifiedAt: input.verified ? now : null,
    createdAt: now,
  };
}
