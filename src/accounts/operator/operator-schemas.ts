import * as z from "zod";
import { IdCursor } from "../../http/id-cursor";
import { queryNumber } from "../../http/query-number";

export const PageQuery = z.object({
  accountId: z.string().min(1).max(100).optional().describe("Only entries of this account"),
  limit: queryNumber(1, 500).default(100).describe("Entries per response"),
  cursor: IdCursor,
});
export const DomainsQuery = PageQuery.extend({
  domain: z.string().min(1).max(300).optional().describe("Only this domain, in any account"),
});
export const SuspensionBody = z.strictObject({
  reason: z.string().trim().min(1).max(300).optional().describe("Shown to the account in every rejected request"),
});

export const AdminDomainList = z.object({
  domains: z.array(
    z.object({
      id: z.string(),
      accountId: z.string(),
      domain: z.string(),
      verified: z.boolean(),
      verificationMethod: z.string().nullable(),
      origin: z.string().nullable(),
      originProof: z.string().nullable(),
      wantedOrigin: z.string().nullable().describe("An origin that was set but is not proven yet"),
      proofSeenAt: z.int().nullable(),
      proofLostAt: z.int().nullable(),
      suspendedAt: z.int().nullable(),
      createdAt: z.int(),
    }),
  ),
  nextCursor: z.string().nullable(),
});
export const AdminKeyList = z.object({
  apiKeys: z.array(
    z.object({
      id: z.string(),
      accountId: z.string(),
      name: z.string(),
      domain: z.string().nullable(),
      prefix: z.string(),
      createdAt: z.int(),
      lastUsedAt: z.int().nullable(),
      revokedAt: z.int().nullable(),
    }),
  ),
  nextCursor: z.string().nullable(),
});
