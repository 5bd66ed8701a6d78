import { and, eq, getTableColumns, inArray, isNotNull, isNull, lt, ne, sql, gt, lte } from "drizzle-orm";
import type { Db } from "../../db/client";
import { account, auditRun, domain } from "../../db/schema";
import type { AuditSlots } from "../model/run/schedule";
import { ACTIVE, FINISHED, type RunRow } from "./runs";

/** Domains that may be audited on a schedule and whose slot is neither taken nor blocked by an active run. */
function auditable(slots: AuditSlots) {
  // As `auditSlotOf` chooses it.
  const since = sql`iif(${domain.auditSince} = 0, ${slots.day}, ${domain.auditSince})`;
  const weekly = sql`${JSON.stringify(slots.weekly)} ->> (coalesce(${since}, 4) % 7)`;
  const day = sql`CAST(strftime('%d', coalesce(${since}, 0) * 86400, 'unixepoch') AS INTEGER)`;
  const slot = sql`CASE ${domain.auditFrequency} WHEN 'daily' THEN ${slots.daily} WHEN 'weekly' THEN ${weekly} ELSE ${JSON.stringify(slots.monthly)} ->> ${day} END`;
  return and(
    ne(domain.auditFrequency, "none"),
    isNotNull(domain.verifiedAt),
    isNull(domain.deletedAt),
    isNull(domain.suspendedAt),
    sql`NOT EXISTS (SELECT 1 FROM audit_run r WHERE r.domain_id = ${domain.id} AND (r.slot = ${slot} OR r.status IN ('queued', 'running')))`,
  );
}

/**
 * Ids of the domains whose scheduled audit is due. The first domain of each account comes before the second of any, so
 * that an account with many domains cannot delay the others. Within each round, the domain due longest comes first.
 */
export async function dueDomains(db: Db, slots: AuditSlots, now: number, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: domain.id })
    .from(domain)
    .where(and(lte(domain.auditNotBefore, now), auditable(slots)))
    .orderBy(
      sql`row_number() OVER (PARTITION BY ${domain.accountId} ORDER BY ${domain.auditNotBefore}, ${domain.id})`,
      domain.auditNotBefore,
      domain.id,
    )
    .limit(limit)
    .all();
  return rows.map(({ id }) => id);
}

/** The domains among `ids` that still wait for the message of the tick that postponed them until `lease`. */
export function domainsToAudit(db: Db, slots: AuditSlots, ids: readonly string[], lease: number) {
  return db
    .select({
      domain: getTableColumns(domain),
      plan: account.plan,
      overrides: account.limitOverrides,
      /** That of the domain's last finished run. */
      lastScopeKey: sql<string | null>`(
        SELECT ${auditRun.scopeKey} FROM ${auditRun} WHERE ${auditRun.domainId} = ${domain.id}
        AND ${inArray(auditRun.status, [...FINISHED])} ORDER BY ${auditRun.startedAt} DESC LIMIT 1)`,
    })
    .from(domain)
    .innerJoin(account, eq(account.id, domain.accountId))
    .where(
      and(
        sql`${domain.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
        eq(domain.auditNotBefore, lease),
        auditable(slots),
      ),
    )
    .all();
}

/** Begins the schedules of those domains that were switched on and had no audit yet. */
export async function beginSchedules(db: Db, ids: readonly string[], day: number): Promise<void> {
  await db.run(sql`
    UPDATE domain SET audit_since = ${day}
    WHERE audit_since = 0 AND id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`);
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
