import { and, eq, gt, sql } from "drizzle-orm";
import { runBatch, type Db } from "../../db/client";
import { deleteChunks, type QueryBudget } from "../../db/delete-chunks";
import { oauthClient } from "../../db/schema";

/** Registrations that nobody has used yet: of one address, and in all. */
const MOST_OF_ADDRESS = 1_000;
const MOST_UNUSED = 10_000;

type NewClient = Omit<typeof oauthClient.$inferInsert, "address"> & { address: string };

/**
 * Stores a registration. Beyond the limits it replaces the oldest unused one of the same address, or of the address that has most,
 * so that a flood pushes out only itself.
 */
export async function insertClient(db: Db, row: NewClient): Promise<void> {
  const { id, name, redirectUris, address, createdAt, expiresAt } = row;
  const oldest = (of: ReturnType<typeof sql>) =>
    sql`DELETE FROM oauth_client WHERE id = (SELECT id FROM oauth_client WHERE address = ${of} ORDER BY created_at, id LIMIT 1)`;
  await runBatch(db, [
    sql`${oldest(sql`${address}`)} AND (SELECT count(*) FROM oauth_client WHERE address = ${address}) >= ${MOST_OF_ADDRESS}`,
    sql`${oldest(sql`(SELECT address FROM oauth_client WHERE address IS NOT NULL GROUP BY address ORDER BY count(*) DESC LIMIT 1)`)}
      AND (SELECT count(*) FROM oauth_client WHERE address IS NOT NULL) >= ${MOST_UNUSED}`,
    sql`INSERT INTO oauth_client (id, name, redirect_uris, address, created_at, expires_at)
      VALUES (${id}, ${name}, ${JSON.stringify(redirectUris)}, ${address}, ${createdAt}, ${expiresAt})`,
  ]);
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
