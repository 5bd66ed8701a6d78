import { limitsOf, type Limits } from "./core/plans";
import type { AccountRow, DomainRow } from "./repo";

export const VERIFICATION_PATH = "/.well-known/crawlready-verification.txt";

/** An account as the operator sees it. */
export function presentAccount(row: AccountRow) {
  const overrides = row.limitOverrides as Partial<Limits> | null;
  return {
    id: row.id,
    plan: row.plan,
    limits: limitsOf(row.plan, overrides),
    overrides: overrides ?? {},
    createdAt: row.createdAt,
  };
}

/** A domain with its settings and what proves its ownership (decisions.md 3). */
export function presentDomain(row: DomainRow) {
  return {
    domain: row.domain,
    verified: row.verifiedAt !== null,
    verificationMethod: row.verificationMethod,
    origin: row.origin,
    sitemapUrl: row.sitemapUrl,
    brandName: row.brandName,
    brandAliases: row.brandAliases ?? [],
    competitors: row.competitors ?? [],
    snapshotTtlHours: row.snapshotTtlHours,
    ignoredParameters: row.ignoredParameters ?? [],
    soft404: row.soft404,
    markdown: row.markdown,
    llmsTxt: row.llmsTxt,
    auditFrequency: row.auditFrequency,
    createdAt: row.createdAt,
    verification: {
      dnsTxt: { name: `_crawlready.${row.domain.replace(/:\d+$/, "")}`, value: row.verificationToken },
      file: { path: VERIFICATION_PATH, content: row.verificationToken },
      meta: `<meta name="crawlready-verification" content="${row.verificationToken}">`,
    },
  };
}
