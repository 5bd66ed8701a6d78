import { and, desc, eq, inArray, isNotNull, lt, notInArray } from "drizzle-orm";
import type { Db } from "../../db/client";
import { account, auditRun, domain } from "../../db/schema";
import { FINISHED } from "./runs";

/** The plan that a domain's account has; undefined: the domain is gone. */
export function planOfDomain(db: Db, domainId: string) {
  return db
    .select({ plan: account.plan, overrides: account.limitOverrides })
    .from(domain)
    .innerJoin(account, eq(account.id, domain.accountId))
    .where(eq(domain.id, domainId))
    .get();
}

/** Ids of a domain's runs that ended before `before`, without its latest finished one. */
export async function outdatedRuns(db: Db, domainId: string, before: number, limit: number): Promise<string[]> {
  const latest = db
    .select({ id: auditRun.id })
    .from(auditRun)
    .where(and(eq(auditRun.domainId, domainId), inArray(auditRun.status, [...FINISHED])))
    .orderBy(desc(auditRun.startedAt))
    .limit(1);
  const rows = await db
    .select({ id: auditRun.id })
    .from(auditRun)
    .where(
      and(
        eq(auditRun.domainId, domainId),
        isNotNull(auditRun.completedAt),
        lt(auditRun.completedAt, before),
        notInArray(auditRun.id, latest),
      ),
    )
    .limit(limit)
    .all();
  return rows.map((row) => row.id);
}

/** Deletes ended runs. Their usage stays booked. */
export async function dropRuns(db: Db, ids: readonly string[]): Promise<void> {
  await db.delete(auditRun).where(inArray(auditRun.id, [...ids]));
}
