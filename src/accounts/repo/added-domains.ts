import { and, desc, eq, getTableColumns, gt, isNull, ne, sql, type SQL } from "drizzle-orm";
import { runBatch, type Db } from "../../db/client";
import { actionLog, domain } from "../../db/schema";
import type { Turnover } from "../core/domains/domain-turnover";
import { isFreeId } from "./external-id";
import { logIfChanged, runLogged, type ActionRow } from "./actions";
import type { DomainRow } from "./domains";

/** What an account may add. A null turnover is not limited. */
export interface AddLimits {
  domains: number;
  turnover: Turnover | null;
}

/** The log entry that fills a day's turnover: no domain may be added until it is a day old. Null: there is room. */
export async function fillsTurnover(db: Db, accountId: string, { most, since }: Turnover): Promise<number | null> {
  const row = await db
    .select({ at: actionLog.at })
    .from(actionLog)
    .where(
      and(
        eq(actionLog.accountId, accountId),
        eq(actionLog.action, "domain.added"),
        ne(actionLog.actorKind, "operator"),
        gt(actionLog.at, since),
      ),
    )
    .orderBy(desc(actionLog.at))
    .limit(1)
    .offset(most - 1)
    .get();
  return row?.at ?? null;
}

/**
 * Inserts a domain if the account may have one more; the counts and the insert are one statement. Returns false if a
 * limit is reached or the external id is taken. Throws on the unique indexes when the name is taken.
 */
export function insertDomain(db: Db, row: DomainRow, limits: AddLimits, action: ActionRow): Promise<boolean> {
  return runLogged(db, insertion(row, limits), action);
}

/**
 * The same for many in one transaction, each with its own limits and log entry. Returns which of them were inserted; a name or
 * external id that is taken is left out.
 */
export async function insertDomains(
  db: Db,
  rows: readonly DomainRow[],
  limits: AddLimits,
  actions: readonly ActionRow[],
): Promise<boolean[]> {
  const [first] = rows;
  if (!first) return [];
  const statements = (each: AddLimits | null) =>
    rows.flatMap((row, i) => [sql`${insertion(row, each)} ON CONFLICT DO NOTHING`, logIfChanged(actions[i]!)]);
  // Counted once if all fit: an account may have a hundred thousand domains. If they don't, that statement fails, and with it
  // the transaction, so each is counted by itself.
  const fits = isWithin(first.accountId, limits, rows.length);
  const [, ...results] = await runBatch(db, [
    sql`SELECT json(CASE WHEN ${fits} THEN '1' ELSE '' END)`,
    ...statements(null),
  ]).catch((error: unknown) => {
    if (/malformed JSON/i.test(String(error))) return runBatch(db, [sql`SELECT 1`, ...statements(limits)]);
    throw error;
  });
  return rows.map((_, i) => results[2 * i]!.meta.changes > 0);
}

/** Whether the account may add so many. */
function isWithin(accountId: string, { domains, turnover }: AddLimits, count: number): SQL {
  const present = sql`(SELECT count(*) FROM domain WHERE account_id = ${accountId} AND deleted_at IS NULL)`;
  const added = sql`(SELECT count(*) FROM action_log WHERE account_id = ${accountId} AND action = 'domain.added' AND actor_kind <> 'operator' AND at > ${turnover?.since ?? 0})`;
  return sql`(${present} + ${count} <= ${domains} AND ${turnover ? sql`${added} + ${count} <= ${turnover.most}` : sql`1`})`;
}

/** Null: the limits were checked before. */
function insertion(row: DomainRow, limits: AddLimits | null): SQL {
  const entries = Object.entries(getTableColumns(domain)).filter(([key]) => key !== "suspendedAt");
  const names = sql.raw(entries.map(([, column]) => column.name).join(", "));
  const values = entries.map(([key, column]) => {
    const value = row[key as keyof DomainRow];
    return value === null ? sql`NULL` : sql.param(value, column);
  });
  return sql`
    INSERT INTO domain (${names}, suspended_at)
    SELECT ${sql.join(values, sql`, `)}, (SELECT suspended_at FROM account WHERE id = ${row.accountId})
    WHERE ${limits ? isWithin(row.accountId, limits, 1) : sql`1`}
      AND EXISTS (SELECT 1 FROM account WHERE id = ${row.accountId} AND deleted_at IS NULL)
      AND ${isFreeId(row.accountId, row.id, row.externalId)}`;
}

/** Which of these external ids domains of the account have. */
export async function takenExternalIds(db: Db, accountId: string, ids: readonly string[]): Promise<Set<string>> {
  const among = sql`${domain.externalId} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;
  const rows = await db
    .select({ id: domain.externalId })
    .from(domain)
    .where(and(eq(domain.accountId, accountId), isNull(domain.deletedAt), among))
    .all();
  return new Set(rows.map(({ id }) => id!));
}
