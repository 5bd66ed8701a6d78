import { and, eq, gt, sql, type SQL } from "drizzle-orm";
import { runBatch, type Db } from "../../db/client";
import { deleteChunks, type QueryBudget } from "../../db/delete-chunks";
import { oauthClient } from "../../db/schema";
import { MINUTE_MS } from "../../lib/time/time";

/** Registrations that nobody has used yet: of one address, and in all. */
const MOST_OF_ADDRESS = 1_000;
const MOST_UNUSED = 10_000;
/** A registration is not replaced before its person had time to allow the app something. */
export const SETTLED_MS = 15 * MINUTE_MS;

type NewClient = Omit<typeof oauthClient.$inferInsert, "address"> & { address: string };

/**
 * Stores a registration. Beyond the limits it replaces the oldest settled one of the same address, or of the address that has most of
 * them, so that a flood pushes out only itself. Registrations in use have no address and stay. False: all are too young to be replaced.
 */
export async function insertClient(db: Db, row: NewClient): Promise<boolean> {
  const { id, name, redirectUris, address, createdAt, expiresAt } = row;
  const settled = sql`created_at <= ${createdAt - SETTLED_MS}`;
  const ofAddress = sql`(SELECT count(*) FROM oauth_client WHERE address = ${address})`;
  const ofAll = sql`(SELECT count(*) FROM oauth_client WHERE address IS NOT NULL)`;
  const oldest = (of: SQL) =>
    sql`DELETE FROM oauth_client WHERE id = (
      SELECT id FROM oauth_client WHERE address = ${of} AND ${settled} ORDER BY created_at, id LIMIT 1)`;
  const results = await runBatch(db, [
    sql`${oldest(sql`${address}`)} AND ${ofAddress} >= ${MOST_OF_ADDRESS}`,
    sql`${oldest(sql`(SELECT address FROM oauth_client WHERE address IS NOT NULL AND ${settled} GROUP BY address ORDER BY count(*) DESC LIMIT 1)`)}
      AND ${ofAll} >= ${MOST_UNUSED}`,
    sql`INSERT INTO oauth_client (id, name, redirect_uris, address, created_at, expires_at)
      SELECT ${id}, ${name}, ${JSON.stringify(redirectUris)}, ${address}, ${createdAt}, ${expiresAt}
      WHERE ${ofAddress} < ${MOST_OF_ADDRESS} AND ${ofAll} < ${MOST_UNUSED}`,
  ]);
  return results.at(-1)!.meta.changes > 0;
}

/** A registered app, unless its registration has ended. */
export function findClient(db: Db, id: string, now: number) {
  return db
    .select({ id: oauthClient.id, name: oauthClient.name, redirectUris: oauthClient.redirectUris })
    .from(oauthClient)
    .where(and(eq(oauthClient.id, id), gt(oauthClient.expiresAt, now)))
    .get();
}

/** Deletes registrations that ended before `now` and with which no app is connected. False: the budget ran out first. */
export function deleteOldClients(db: Db, now: number, budget: QueryBudget): Promise<boolean> {
  return deleteChunks(
    db,
    sql`DELETE FROM oauth_client WHERE rowid IN (SELECT rowid FROM oauth_client WHERE expires_at < ${now}
      AND NOT EXISTS (SELECT 1 FROM connection WHERE client_id = oauth_client.id) LIMIT 5000)`,
    budget,
  );
}
