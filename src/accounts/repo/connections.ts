import { and, desc, eq, gt, isNotNull, isNull, sql } from "drizzle-orm";
import { runBatch, type Db } from "../../db/client";
import { account, connection, membership, user } from "../../db/schema";
import { logIfChanged, runLogged, type ActionRow } from "./actions";
import type { Limits, Plan } from "../core/plans";

export type ConnectionRow = typeof connection.$inferSelect;

/** The most connections of a user; a new one ends the one that was not used for longest. */
export const MOST_CONNECTIONS = 50;

/** What a person has just allowed. */
export type NewConnection = Pick<
  ConnectionRow,
  | "id"
  | "accountId"
  | "userId"
  | "clientId"
  | "clientName"
  | "redirectUri"
  | "scopes"
  | "domains"
  | "resource"
  | "createdAt"
  | "codeHash"
  | "codeChallenge"
  | "codeExpiresAt"
>;

/** Stores a connection whose app has only a code yet, and keeps the registration of its app. */
export async function insertConnection(
  db: Db,
  row: NewConnection,
  clientUntil: number,
  action: ActionRow,
): Promise<void> {
  const own = sql`FROM connection WHERE user_id = ${row.userId}`;
  await runBatch(db, [
    db
      .insert(connection)
      .values({ ...row, expiresAt: row.codeExpiresAt })
      .getSQL(),
    logIfChanged(action),
    sql`UPDATE oauth_client SET address = NULL, expires_at = ${clientUntil} WHERE id = ${row.clientId}`,
    sql`DELETE ${own} AND id NOT IN (
      SELECT id ${own} ORDER BY coalesce(last_used_at, created_at) DESC, id LIMIT ${MOST_CONNECTIONS})`,
  ]);
}

export const findConnectionByCode = (db: Db, hash: string): Promise<ConnectionRow | undefined> =>
  db.select().from(connection).where(eq(connection.codeHash, hash)).get();

export const findConnectionByFamily = (db: Db, hash: string): Promise<ConnectionRow | undefined> =>
  db.select().from(connection).where(eq(connection.familyHash, hash)).get();

type Pair = Pick<ConnectionRow, "accessHash" | "accessExpiresAt" | "refreshHash" | "expiresAt">;

/** Uses up the code and stores the first pair of tokens. False: somebody else was faster. */
export async function useCodeOnce(db: Db, id: string, familyHash: string, pair: Pair, now: number): Promise<boolean> {
  const { meta } = await db
    .update(connection)
    .set({ ...pair, familyHash, codeUsedAt: now })
    .where(and(eq(connection.id, id), isNull(connection.codeUsedAt)))
    .run();
  return meta.changes > 0;
}

/** Replaces a pair of tokens. False: this refresh token is no longer the current one. */
export async function replacePair(db: Db, id: string, refreshHash: string, pair: Pair, now: number): Promise<boolean> {
  const { meta } = await db
    .update(connection)
    .set({ ...pair, replacedHash: refreshHash, replacedAt: now })
    .where(and(eq(connection.id, id), eq(connection.refreshHash, refreshHash)))
    .run();
  return meta.changes > 0;
}

/** Ends a connection. `userId`: only if it is this user's. False: there is none. */
export function deleteConnection(
  db: Db,
  { id, accountId, userId }: { id: string; accountId: string; userId?: string },
  action: ActionRow,
): Promise<boolean> {
  const own = and(eq(connection.id, id), eq(connection.accountId, accountId));
  const write = db.delete(connection).where(userId === undefined ? own : and(own, eq(connection.userId, userId)));
  return runLogged(db, write, action);
}

/** Ends all connections of a user. */
export async function deleteUserConnections(db: Db, userId: string): Promise<void> {
  await db.delete(connection).where(eq(connection.userId, userId));
}

/** An account's connections, or one user's, with the user's email, latest first. Those whose app never fetched a token are none. */
export function listConnections(db: Db, accountId: string, userId: string | null, now: number) {
  const of = userId === null ? eq(connection.accountId, accountId) : eq(connection.userId, userId);
  return db
    .select({
      id: connection.id,
      name: connection.clientName,
      returnsTo: connection.redirectUri,
      scopes: connection.scopes,
      domains: connection.domains,
      createdAt: connection.createdAt,
      lastUsedAt: connection.lastUsedAt,
      expiresAt: connection.expiresAt,
      user: { id: user.id, email: user.email },
    })
    .from(connection)
    .innerJoin(user, eq(user.id, connection.userId))
    .where(and(of, isNotNull(connection.codeUsedAt), gt(connection.expiresAt, now)))
    .orderBy(desc(connection.createdAt), desc(connection.id))
    .all();
}

export interface ConnectionRecord {
  id: string;
  userId: string;
  accountId: string;
  clientName: string;
  scopes: string[];
  domains: string[] | null;
  memberDomains: string[] | null;
  lastUsedAt: number | null;
  plan: Plan;
  overrides: Partial<Limits> | null;
  suspendedAt: number | null;
  suspendedReason: string | null;
}

/** The connection with this access token for this server, with what its user may do now. */
export function findConnectionByAccess(
  db: Db,
  hash: string,
  resource: string,
  now: number,
): Promise<ConnectionRecord | undefined> {
  return db
    .select({
      id: connection.id,
      userId: connection.userId,
      accountId: connection.accountId,
      clientName: connection.clientName,
      scopes: connection.scopes,
      domains: connection.domains,
      memberDomains: membership.domains,
      lastUsedAt: connection.lastUsedAt,
      plan: account.plan,
      overrides: account.limitOverrides,
      suspendedAt: account.suspendedAt,
      suspendedReason: account.suspendedReason,
    })
    .from(connection)
    .innerJoin(account, eq(account.id, connection.accountId))
    .innerJoin(
      membership,
      and(eq(membership.userId, connection.userId), eq(membership.accountId, connection.accountId)),
    )
    .where(
      and(
        eq(connection.accessHash, hash),
        gt(connection.accessExpiresAt, now),
        eq(connection.resource, resource),
        isNull(account.deletedAt),
      ),
    )
    .get();
}

/** The connection that an access or refresh token belongs to. */
export const findConnectionOfToken = (db: Db, hash: string, familyHash: string | null) =>
  db
    .select({ id: connection.id, accountId: connection.accountId, clientId: connection.clientId })
    .from(connection)
    .where(familyHash === null ? eq(connection.accessHash, hash) : eq(connection.familyHash, familyHash))
    .get();

/** Records that a connection was used, at most once per hour. */
export async function touchConnection(db: Db, id: string, now: number): Promise<void> {
  await db.update(connection).set({ lastUsedAt: now }).where(eq(connection.id, id));
}
