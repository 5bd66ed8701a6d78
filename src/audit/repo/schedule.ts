import { and, eq, getTableColumns, inArray, isNotNull, isNull, lt, ne, sql } from "drizzle-orm";
import type { Db } from "../../db/client";
import { account, auditRun, domain } from "../../db/schema";
import type { Frequency } from "../core/schedule";
import { ACTIVE, type RunRow } from "./runs";

/** Verified domains with a schedule whose turn has not been taken, and which have no run under way. */
export function dueDomains(db: Db, slots: Record<Frequency, string>, limit: number) {
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
        sql`NOT EXISTS (SELECT 1 FROM audit_run r WHERE r.domain_id = ${domain.id} AND (r.slot = ${slot} OR r.status IN ('queued', 'running')))`,
      ),
    )
    .orderBy(domain.id)
    .limit(limit)
    .all();
}

/** Runs under way that gave no sign since `before`. */
export function silentRuns(db: Db, before: number, limit: number): Promise<RunRow[]> {
  return db
    .select()
    .from(auditRun)
    .where(and(inArray(auditRun.status, [...ACTIVE]), lt(auditRun.heartbeatAt, before)))
    .orderBy(auditRun.heartbeatAt)
    .limit(limit)
    .all();
}
