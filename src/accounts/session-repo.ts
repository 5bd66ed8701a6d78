import { and, desc, eq, gt, lt, ne } from "drizzle-orm";
import type { Db } from "../db/client";
import { session, verification } from "../db/schema";

/** A user's sessions that go on, last used first. */
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
    .where(and(eq(session.userId, userId), gt(session.expiresAt, new Date(now))))
    .orderBy(desc(session.updatedAt), desc(session.id))
    .limit(200)
    .all();
}

/** Ends one session of a user. False: the user has none with this id. */
export async function deleteSession(db: Db, userId: string, id: string): Promise<boolean> {
  const gone = await db
    .delete(session)
    .where(and(eq(session.userId, userId), eq(session.id, id)))
    .returning({ id: session.id });
  return gone.length > 0;
}

/** Ends every session of a user but one; how many there were. */
export async function deleteOtherSessions(db: Db, userId: string, keptId: string): Promise<number> {
  const gone = await db
    .delete(session)
    .where(and(eq(session.userId, userId), ne(session.id, keptId)))
    .returning({ id: session.id });
  return gone.length;
}

/** Deletes sessions and challenges of second factors that ended by themselves. */
export async function deleteExpiredSessions(db: Db, now: number): Promise<void> {
  await db.delete(session).where(lt(session.expiresAt, new Date(now)));
  await db.delete(verification).where(lt(verification.expiresAt, new Date(now)));
}
