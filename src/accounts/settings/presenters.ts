import { maskCredentials, maskUrls } from "../../lib/hosts/url";
import { limitsOf, type Limits } from "../core/plans";
import { dnsNameOf, VERIFICATION_META, VERIFICATION_PATH } from "../core/domains/verification";
import type { DomainRow } from "../repo/domains";
import { presentRules } from "./seal-rules";
import { nameWarnings } from "../core/domains/name-warnings";
import type { AccountRow } from "../repo/accounts";

/** An account as operators see it. */
export function presentAccount(row: AccountRow) {
  const overrides = row.limitOverrides as Partial<Limits> | null;
  return {
    id: row.id,
    plan: row.plan,
    limits: limitsOf(row.plan, overrides),
    overrides: overrides ?? {},
    createdAt: row.createdAt,
    suspendedAt: row.suspendedAt,
    suspendedReason: row.suspendedReason,
    deletedAt: row.deletedAt,
  };
}

/** The service never returns the credentials in a URL. */
export const masked = (url: string | null) => url && maskCredentials(url);

/** A domain with its settings and the records that prove its ownership. */
export function presentDomain(row: DomainRow) {
  return {
    domain: row.domain,
    externalId: row.externalId,
    customHostname: row.customHostname,
    verified: row.verifiedAt !== null,
    verificationMethod: row.verificationMethod,
    origin: masked(row.wantedOrigin ?? row.origin),
    originProven: row.wantedOrigin === null,
    sitemapUrl: masked(row.sitemapUrl),
    brandName: row.brandName,
    brandAliases: row.brandAliases ?? [],
    category: row.category,
    excludePhrases: row.excludePhrases ?? [],
    warnings: nameWarnings(row),
    competitors: maskUrls(row.competitors ?? []),
    snapshotTtlHours: row.snapshotTtlHours,
    ignoredParameters: row.ignoredParameters ?? [],
    renderRules: presentRules(row.renderRules ?? []),
    soft404: row.soft404,
    markdown: row.markdown,
    llmsTxt: row.llmsTxt,
    canonicalRedirects: row.canonicalRedirects,
    auditFrequency: row.auditFrequency,
    auditRendering: row.auditRendering,
    auditScope: row.auditScope,
    auditExtractors: row.auditExtractors ?? [],
    auditAccess: row.auditAccess && { headers: row.auditAccess.headers, basicAuth: row.auditAccess.basicAuth },
    proofLostAt: row.proofLostAt,
    createdAt: row.createdAt,
    verification: presentVerification(row),
  };
}

/** Where and what to publish to prove a domain. */
export function presentVerification(row: Pick<DomainRow, "domain" | "verificationToken">) {
  return {
    dnsTxt: { name: dnsNameOf(row.domain), value: row.verificationToken },
    file: { path: VERIFICATION_PATH, content: row.verificationToken },
    meta: `<meta name="${VERIFICATION_META}" content="${row.verificationToken}">`,
  };
}

/** A user as sign-in responses show it. */
export function presentUser({ userId, email, name }: { userId: string; email: string; name: string }) {
  return { id: userId, email, name };
}
