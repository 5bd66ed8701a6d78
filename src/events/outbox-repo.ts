import { sql, type SQL } from "drizzle-orm";
import type { Db } from "../db/client";
import { eventOutbox } from "../db/schema";
import type { EventData, EventName } from "./event-types";

interface EventFields<Name extends EventName> {
  /** The same for the same cause, and unique to the account, so recording an event again changes nothing. */
  id: string;
  type: Name;
  accountId: string;
  /** Null: the event concerns the whole account. */
  domainId: string | null;
  /** Epoch ms. */
  at: number;
  data: Omit<EventData<Name>, "domain">;
}

/** An event as the code that detects it records it. The domain's name is added when the event is sent. */
export type NewEvent = { [Name in EventName]: EventFields<Name> }[EventName];

/**
 * The statement that records an event. Place it in the transaction that makes the event true, so that neither exists
 * without the other. Does nothing if no endpoint of the account could want it, or if `onlyIf` is false.
 */
export function eventRecorded(db: Db, event: NewEvent, onlyIf: SQL = sql`1`) {
  const { id, type, accountId, domainId, at, data } = event;
  return db
    .insert(eventOutbox)
    .select(
      sql`SELECT ${id}, ${accountId}, ${domainId}, ${type}, ${at}, ${JSON.stringify(data)}
        WHERE ${onlyIf} AND EXISTS (
          SELECT 1 FROM webhook WHERE account_id = ${accountId} AND disabled_at IS NULL
            AND (domain_id IS NULL OR domain_id = ${domainId}))`,
    )
    .onConflictDoNothing();
}

/** Records events outside of a transaction. A caller that may die before this call must repeat it. */
export async function recordEvents(db: Db, events: readonly NewEvent[]): Promise<void> {
  for (const event of events) await eventRecorded(db, event);
}

/** Whether events wait to be sent, or audits that ended to be mailed. */
export async function hasNews(db: Db): Promise<boolean> {
  const rows = await db.values<[number]>(sql`SELECT 1 WHERE EXISTS (SELECT 1 FROM event_outbox)
    OR EXISTS (SELECT 1 FROM audit_run WHERE mail_to IS NOT NULL AND completed_at IS NOT NULL)`);
  return rows.length > 0;
}
