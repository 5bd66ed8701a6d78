import { sql } from "drizzle-orm";
import type { Db } from "../../db/client";

/** A recorded event that has not been handed over yet. */
export interface OutgoingEvent {
  /** Its place in the outbox. */
  seq: number;
  id: string;
  type: string;
  accountId: string;
  domainId: string | null;
  /** The domain's name; null: the whole account, or the domain was removed. */
  domain: string | null;
  at: number;
  data: string;
}

/** Recorded events after `after`, oldest first. */
export function outgoingEvents(db: Db, after: number, limit: number): Promise<OutgoingEvent[]> {
  return db.all<OutgoingEvent>(sql`
    SELECT o.rowid AS seq, o.id, o.type, o.account_id AS accountId, o.domain_id AS domainId, o.at, o.data, d.domain
    FROM event_outbox AS o LEFT JOIN domain AS d ON d.id = o.domain_id AND d.deleted_at IS NULL
    WHERE o.rowid > ${after} ORDER BY o.rowid LIMIT ${limit}`);
}

/** Removes events that are handed over, or that nobody will get. */
export async function dropOutgoing(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db.run(sql`DELETE FROM event_outbox WHERE id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`);
}
