import { sql } from "drizzle-orm";
import { mayCost } from "../../accounts";
import type { Db } from "../../db/client";

/** A domain whose robots.txt may be fetched. */
export interface WatchedSite {
  domain: string;
  origin: string | null;
}

/** The domain, if the service may fetch from its site; otherwise undefined. */
export async function findSite(db: Db, domainId: string): Promise<WatchedSite | undefined> {
  const [site] = await db.all<WatchedSite>(
    sql`SELECT domain.domain, domain.origin FROM domain WHERE ${mayCost} AND domain.id = ${domainId}`,
  );
  return site;
}
