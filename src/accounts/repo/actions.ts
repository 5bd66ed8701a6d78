import { and, desc, eq, or, sql, type SQLWrapper } from "drizzle-orm";
import { runBatch, type Db } from "../../db/client";
import { actionLog } from "../../db/schema";

export type ActionRow = typeof actionLog.$inferInsert;
export type ActionRecord = typeof actionLog.$inferSelect;

export async function insertAction(db: Db, row: ActionRow): Promise<void> {
  await db.insert(actionLog).values(row);
}

/**
 * Runs one write and, if it changed a row, appends to the action log in the same transaction. Returns whether it did.
 */
export async function runLogged(db: Db, write: SQLWrapper, row: ActionRow): Promise<boolean> {
  const [result] = await runBatch(db, [write.getSQL(), logIfChanged(row)]);
  return result!.meta.changes > 0;
}

/** Appends to the log if the preceding statement changed a row: `changes()` refers to that statement. */
export function logIfChanged(row: ActionRow) {
  const detail = row.detail ? JSON.stringify(row.detail) : null;
  return sql`
    INSERT INTO action_log (id, account_id, actor_kind, actor_id, action, target, detail, at)
    SELECT ${row.id}, ${row.accountId}, ${row.actorKind}, ${row.actorId ?? null}, ${row.action}, ${row.target ?? null}, ${detail}, ${row.at}
    WHERE changes() > 0`;
}

/**
 * A part of an account's actions, or of one user's, newest first; `before` is the position to continue from. `action`: only
 * this one (`api_key.created`), or those of an area (`api_key`).
 */
export function listActions(
  db: Db,
  { accountId, userId, action }: { accountId: string; userId: string | null; action: string | undefined },
  before: { at: number; id: string } | null,
  limit: number,
): Promise<ActionRecord[]> {
  const wanted =
    action &&
    or(eq(actionLog.action, action), sql`substr(${actionLog.action}, 1, ${action.length + 1}) = ${`${action}.`}`);
  const older = before && sql`(${actionLog.at}, ${actionLog.id}) < (${before.at}, ${before.id})`;
  const byUser = userId === null ? undefined : and(eq(actionLog.actorKind, "user"), eq(actionLog.actorId, userId));
  return db
    .select()
    .from(actionLog)
    .where(and(eq(actionLog.accountId, accountId), byUser, wanted || undefined, older ?? undefined))
    .orderBy(desc(actionLog.at), desc(actionLog.id))
    .limit(limit)
    .all();
}
