import { sql, type SQL } from "drizzle-orm";

/** Whether no other domain of the account has this external id. Part of the statement that writes it. */
export function isFreeId(accountId: string, domainId: string, externalId: string | null | undefined): SQL {
  if (!externalId) return sql`1`;
  return sql`NOT EXISTS (SELECT 1 FROM domain AS other WHERE other.account_id = ${accountId} AND other.external_id = ${externalId}
    AND other.deleted_at IS NULL AND other.id <> ${domainId})`;
}
