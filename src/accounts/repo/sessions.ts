import { and, desc, eq, gt, lt, ne, sql } from "drizzle-orm";
import type { Db } from "../../db/client";
import { deleteAllChunks, type QueryBudget } from "../../db/delete-chunks";
import { session, twoFactor, verification } from "../../db/schema";
import { LONGEST_SESSION_MS } from "../core/session-rules";

/** A user's active sessions, most recently used first. */
export function listSessions(db: Db, userId: string, now: number) {
  return db
    .select({
      id: session.id,
      createdAt: session.createdAt,
      updatedAt: session.updatedAt,
      expiresAt: session.expiresAt,
      ipAddress: session.ipAddress,
      userAgent: session.userAgent,
    })
    .from(session)
    .where(
      and(
        eq(session.userId, userId),
        gt(session.expiresAt, new Date(now)),
        gt(session.createdAt, new Date(now - LONGEST_SESSION_MS)),
      ),
    )
    .orderBy(desc(session.updatedAt), desc(session.id))
    .limit(200)
    .all();
}

/** Ends a user's oldest sessions, so that at most `most` remain. */
export async function endOldestSessions(db: Db, userId: string, most: number): Promise<void> {
  await db.run(sql`DELETE FROM session WHERE user_id = ${userId} AND id NOT IN (
    SELECT id FROM session WHERE user_id = ${userId} ORDER BY created_at DESC, rowid DESC LIMIT ${most})`);
}

/** Ends one session of a user. False: the user has none with this id. */
export async function deleteSession(db: Db, userId: string, id: string): Promise<boolean> {
  const gone = await db
    .delete(session)
    .where(and(eq(session.userId, userId), eq(session.id, id)))
    .returning({ id: session.id });
  return gone.length > 0;
}

/** Ends the session with this token. */
export async function deleteSessionByToken(db: Db, token: string): Promise<void> {
  await db.delete(session).where(eq(session.token, token));
}

/** Ends a user's sessions that started before `now`, except one. */
export async function deleteEarlierSessions(db: Db, userId: string, now: number, keptId: string): Promise<void> {
  const earlier = lt(session.createdAt, new Date(now));
  await db.delete(session).where(and(eq(session.userId, userId), earlier, ne(session.id, keptId)));
}

/**
 * Ends a user's sign-ins that wait for a code of the second factor. The auth library stores them with the user's id as their
 * value.
 */
export async function deleteChallenges(db: Db, userId: string): Promise<void> {
  await db.delete(verification).where(eq(verification.value, userId));
}

/** Until when the user of a waiting sign-in is refused codes, epoch ms; null: they are not. */
export async function lockedUntil(db: Db, waiting: string): Promise<number | null> {
  const row = await db
    .select({ until: twoFactor.lockedUntil })
    .from(verification)
    .innerJoin(twoFactor, eq(twoFactor.userId, verification.value))
    .where(eq(verification.identifier, waiting))
    .get();
  return row?.until?.getTime() ?? null;
}

/** Ends all sessions of a user except one; returns how many it ended. */
export async function deleteOtherSessions(db: Db, userId: string, keptId: string): Promise<number> {
  const gone = await db
    .delete(session)
    .where(and(eq(session.userId, userId), ne(session.id, keptId)))
    .returning({ id: session.id });
  return gone.length;
}

/**
 * Deletes sessions, second-factor challenges, mailed links and connected apps that expired before `now`. Returns false if the budget
 * ran out first.
 */
export function deleteExpiredSessions(db: Db, now: number, budget: QueryBudget): Promise<boolean> {
  const chunks = ["session", "verification", "mail_token", "invitation", "connection"].map((name) => {
    const table = sql.identifier(name);
    return sql`DELETE FROM ${table} WHERE rowid IN (SELECT rowid FROM ${table} WHERE expires_at < ${now} LIMIT 5000)`;
  });
  const began = now - LONGEST_SESSION_MS;
  chunks.push(
    sql`DELETE FROM session WHERE rowid IN (SELECT rowid FROM session WHERE created_at < ${began} LIMIT 5000)`,
  );
  return deleteAllChunks(db, chunks, budget);
}
