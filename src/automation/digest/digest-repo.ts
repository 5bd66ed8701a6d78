import { and, eq, sql } from "drizzle-orm";
import type { Db } from "../../db/client";
import { digest } from "../../db/schema";

/** A domain and an owner who may get a mail about it. */
export interface Reader {
  domainId: string;
  domain: string;
  userId: string;
  email: string;
}

/**
 * A part of the readers whose week was not looked at, by domain: owners with a proven email of served domains. `after` is the last
 * domain of the part before.
 */
export function waitingReaders(db: Db, week: string, after: string, domains: number): Promise<Reader[]> {
  return db.all<Reader>(sql`
    SELECT d.id AS domainId, d.domain, u.id AS userId, u.email
    FROM (SELECT id, domain, account_id FROM domain
      WHERE id > ${after} AND verified_at IS NOT NULL AND deleted_at IS NULL AND suspended_at IS NULL ORDER BY id LIMIT ${domains}) AS d
    JOIN membership AS m ON m.account_id = d.account_id AND m.role = 'owner'
    JOIN user AS u ON u.id = m.user_id AND u.email_verified = 1
    LEFT JOIN digest ON digest.domain_id = d.id AND digest.user_id = u.id
    WHERE digest.week IS NULL OR (digest.week < ${week} AND digest.stopped_at IS NULL)
    ORDER BY d.id, u.id`);
}

/** The last domain of a part of that size; null: there are no more after it. */
export async function lastOfPart(db: Db, after: string, domains: number): Promise<string | null> {
  const rows = await db.values<[string]>(sql`SELECT id FROM domain
    WHERE id > ${after} AND verified_at IS NOT NULL AND deleted_at IS NULL AND suspended_at IS NULL ORDER BY id LIMIT ${domains}`);
  return rows.length < domains ? null : rows.at(-1)![0];
}

/** Takes the week of a reader, once. False: it was taken, or they want no mails. */
export async function takeWeek(db: Db, { domainId, userId }: Reader, week: string): Promise<boolean> {
  const { meta } =
    await db.run(sql`INSERT INTO digest (domain_id, user_id, week) VALUES (${domainId}, ${userId}, ${week})
    ON CONFLICT (domain_id, user_id) DO UPDATE SET week = excluded.week WHERE week < excluded.week AND stopped_at IS NULL`);
  return meta.changes > 0;
}

/** Gives a week back whose mail was not accepted. */
export async function giveBackWeek(db: Db, { domainId, userId }: Reader, week: string): Promise<void> {
  const own = and(eq(digest.domainId, domainId), eq(digest.userId, userId), eq(digest.week, week));
  await db.update(digest).set({ week: "" }).where(own);
}

/** The domain that a reader gets or got mails about, and whether they want none; null if one of them is gone. */
export async function readSubscribed(
  db: Db,
  { domainId, userId }: Pick<Reader, "domainId" | "userId">,
): Promise<{ domain: string; isStopped: boolean } | null> {
  const rows = await db.values<[string, number | null]>(sql`SELECT d.domain, digest.stopped_at FROM domain AS d
    LEFT JOIN digest ON digest.domain_id = d.id AND digest.user_id = ${userId}
    WHERE d.id = ${domainId} AND d.deleted_at IS NULL AND EXISTS (SELECT 1 FROM user WHERE id = ${userId})`);
  return rows[0] ? { domain: rows[0][0], isStopped: rows[0][1] !== null } : null;
}

/** Records whether a reader wants no mails about a domain. Nothing happens if one of them is gone. */
export async function setStopped(
  db: Db,
  { domainId, userId }: Pick<Reader, "domainId" | "userId">,
  stoppedAt: number | null,
): Promise<string | null> {
  const found = await readSubscribed(db, { domainId, userId });
  if (found === null) return null;
  await db.run(sql`INSERT INTO digest (domain_id, user_id, week, stopped_at) VALUES (${domainId}, ${userId}, '', ${stoppedAt})
    ON CONFLICT (domain_id, user_id) DO UPDATE SET stopped_at = excluded.stopped_at`);
  return found.domain;
}
