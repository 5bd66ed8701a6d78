import { and, eq, getTableColumns, inArray, isNotNull, isNull, lt, ne, sql, gt, lte } from "drizzle-orm";
import type { Db } from "../../../db/client";
import { account, auditRun, domain } from "../../../db/schema";
import type { Frequency } from "../../model/run/schedule";
import { ACTIVE, type RunRow } from "./runs";

/**
 * Verified domains with a schedule whose slot is neither taken nor refused, and without an active run. The first domain
 * of each account comes before the second of any, so that an account with many domains cannot delay the others. Within
 * each round, the domain due longest comes first.
 */
export function dueDomains(db: Db, slots: Record<Frequency, string>, now: number, limit: number) {
  const slot = sql`CASE ${domain.auditFrequency} WHEN 'daily' THEN ${slots.daily} WHEN 'weekly' THEN ${slots.weekly} ELSE ${slots.monthly} END`;
  return db
    .select({ domain: getTableColumns(domain), plan: account.plan, overrides: account.limitOverrides })
    .from(domain)
    .innerJoin(account, eq(account.id, domain.accountId))
    .where(
      and(
        ne(domain.auditFrequency, "none"),
        isNotNull(domain.verifiedAt),
        isNull(domain.deletedAt),
        isNull(domain.suspendedAt),
        lte(domain.auditNotBefore, now),
        sql`NOT EXISTS (SELECT 1 FROM audit_run r WHERE r.domain_id = ${domain.id} AND (r.slot = ${slot} OR r.status IN ('queued', 'running')))`,
      ),
    )
    .orderBy(
      sql`row_number() OVER (PARTITION BY ${domain.accountId} ORDER BY ${domain.auditNotBefore}, ${domain.id})`,
      domain.auditNotBefore,
      domain.id,
    )
    .limit(limit)
    .all();
}

/** Postpones the scheduled audits of these domains. */
export async function postponeAudits(db: Db, turns: ReadonlyArray<{ id: string; notBefore: number }>): Promise<void> {
  await db.run(sql`
    UPDATE domain SET audit_not_before = j.value ->> 'notBefore' FROM json_each(${JSON.stringify(turns)}) j
    WHERE domain.id = j.value ->> 'id'`);
}

/** Active runs without a heartbeat since `before`, ordered by id, starting after the id `after`. */
export function silentRuns(db: Db, before: number, after: string, limit: number): Promise<RunRow[]> {
  return db
    .select()
    .from(auditRun)
    .where(and(inArray(auditRun.status, [...ACTIVE]), lt(auditRun.heartbeatAt, before), gt(auditRun.id, after)))
    .orderBy(auditRun.id)
    .limit(limit)
    .all();
}
