import { sql } from "drizzle-orm";
import type { Db } from "../../db/client";
import { domain } from "../../db/schema";

/**
 * Ids of domains that have analysed answers, in order, starting after `after`. Each with the bytes of the names that its
 * analyses read, which SQLite knows without reading them.
 */
export function domainsWithAnswers(
  db: Db,
  after: string,
  limit: number,
): Promise<Array<{ id: string; bytes: number }>> {
  return db.all(sql`
    SELECT id, coalesce(octet_length(competitors), 0) + coalesce(octet_length(brand_aliases), 0)
      + coalesce(octet_length(exclude_phrases), 0) AS bytes
    FROM domain
    WHERE id > ${after} AND deleted_at IS NULL AND EXISTS (SELECT 1 FROM domain_answers a WHERE a.domain_id = domain.id)
    ORDER BY id LIMIT ${limit}`);
}

/** What the analyses of these domains read. */
export function subjectRows(db: Db, ids: readonly string[]) {
  const { id, domain: name, brandName, brandAliases, category, excludePhrases, competitors } = domain;
  return db
    .select({ id, domain: name, brandName, brandAliases, category, excludePhrases, competitors })
    .from(domain)
    .where(sql`${id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`)
    .all();
}

/** Which of these domains may have an analysis with another key. */
export async function domainsWithOtherRules(
  db: Db,
  keys: ReadonlyArray<{ domainId: string; rulesKey: string }>,
): Promise<string[]> {
  const rows = await db.values<[string]>(sql`
    SELECT a.domain_id FROM json_each(${JSON.stringify(keys)}) j CROSS JOIN domain_answers a
      ON a.domain_id = j.value ->> 'domainId' WHERE a.rules_key <> j.value ->> 'rulesKey'`);
  return rows.map(([domainId]) => domainId);
}
