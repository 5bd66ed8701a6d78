import { sql } from "drizzle-orm";
import type { Db } from "../../db/client";

/** Whether the domain exists and was not removed. */
export async function domainExists(db: Db, domainId: string): Promise<boolean> {
  const row = await db.get<{ found: number }>(
    sql`SELECT EXISTS (SELECT 1 FROM domain WHERE id = ${domainId} AND deleted_at IS NULL) AS found`,
  );
  return row.found === 1;
}
