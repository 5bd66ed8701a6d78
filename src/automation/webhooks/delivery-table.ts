import type { SchemaStep } from "../../db/object-schema";
import { DAY_MS } from "../../lib/time/time";
import { nextTry, TRIED_FOR_MS, type Outcome } from "./core/next-try";

export const DELIVERY_STATES = ["waiting", "delivered", "failed"] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** An event for an endpoint. */
export interface EndpointEvent {
  /** Its webhook-id. */
  id: string;
  type: string;
  domainId: string | null;
  at: number;
  /** The payload's data as JSON. */
  data: string;
}

/** A delivery without its body and response. */
export interface ListedDelivery extends Record<string, SqlStorageValue> {
  id: string;
  type: string;
  at: number;
  state: DeliveryState;
  attempts: number;
  createdAt: number;
  nextAt: number | null;
  lastAt: number | null;
  lastStatus: number | null;
  lastMs: number | null;
  lastError: string | null;
}

export interface StoredDelivery extends ListedDelivery {
  data: string;
  giveUpAt: number;
  lastAnswer: string | null;
}

export interface DeliveryPage {
  state?: DeliveryState | undefined;
  type?: string | undefined;
  /** Where the previous part ended. */
  before: { createdAt: number; id: string } | null;
  limit: number;
}

/** Deliveries are kept for this long, and at most this many per endpoint. */
export const KEPT_MS = 30 * DAY_MS;
export const MOST_DELIVERIES = 20_000;

export const DELIVERY_STEPS: readonly SchemaStep[] = [
  ({ sql }) => {
    sql.exec(`
      CREATE TABLE IF NOT EXISTS delivery(
        id TEXT PRIMARY KEY, type TEXT NOT NULL, domain_id TEXT, at INTEGER NOT NULL, data TEXT NOT NULL,
        state TEXT NOT NULL, attempts INTEGER NOT NULL, created_at INTEGER NOT NULL, give_up_at INTEGER NOT NULL,
        next_at INTEGER, last_at INTEGER, last_status INTEGER, last_ms INTEGER, last_error TEXT, last_answer TEXT);
      CREATE INDEX IF NOT EXISTS delivery_due ON delivery(next_at) WHERE next_at IS NOT NULL;
      CREATE INDEX IF NOT EXISTS delivery_age ON delivery(created_at, id);`);
  },
];

const LISTED = `id, type, at, state, attempts, created_at AS createdAt, next_at AS nextAt, last_at AS lastAt,
  last_status AS lastStatus, last_ms AS lastMs, last_error AS lastError`;
const WHOLE = `${LISTED}, data, give_up_at AS giveUpAt, last_answer AS lastAnswer`;

/** The deliveries of one endpoint, in its object's SQLite. */
export class DeliveryTable {
  constructor(private readonly sql: SqlStorage) {}

  /** Adds events that are not there yet. If an event arrives again, its delivery does not change. */
  add(events: readonly EndpointEvent[], now: number): void {
    for (const { id, type, domainId, at, data } of events)
      this.sql.exec(
        `INSERT OR IGNORE INTO delivery(id, type, domain_id, at, data, state, attempts, created_at, give_up_at, next_at)
         VALUES (?1, ?2, ?3, ?4, ?5, 'waiting', 0, ?6, ?7, ?6)`,
        id,
        type,
        domainId,
        at,
        data,
        now,
        now + TRIED_FOR_MS,
      );
    const { n } = this.sql.exec<{ n: number }>("SELECT count(*) AS n FROM delivery").one();
    // Ended ones go first, the oldest before the others.
    if (n > MOST_DELIVERIES)
      this.sql.exec(
        `DELETE FROM delivery WHERE id IN (
         SELECT id FROM delivery ORDER BY next_at IS NOT NULL DESC, created_at DESC LIMIT -1 OFFSET ${MOST_DELIVERIES})`,
      );
  }

  /** Deliveries that are due, those that waited longest first. */
  due(now: number, limit: number): StoredDelivery[] {
    const query = `SELECT ${WHOLE} FROM delivery WHERE next_at <= ?1 ORDER BY next_at LIMIT ?2`;
    return this.sql.exec<StoredDelivery>(query, now, limit).toArray();
  }

  /** Records how an attempt ended, and when the next one is due. */
  settle({ id, attempts, giveUpAt }: StoredDelivery, outcome: Outcome, now: number, random: number): void {
    const tried = attempts + 1;
    const delivered = outcome.error === null;
    const next = delivered ? null : nextTry({ attempts: tried, giveUpAt }, outcome.retryAfterMs, now, random);
    const state: DeliveryState = delivered ? "delivered" : next === null ? "failed" : "waiting";
    const { status, durationMs, error, answer } = outcome;
    const settled = [id, state, tried, next, now, status, durationMs, error, answer];
    this.sql.exec(
      `UPDATE delivery SET state = ?2, attempts = ?3, next_at = ?4, last_at = ?5, last_status = ?6, last_ms = ?7,
         last_error = ?8, last_answer = ?9 WHERE id = ?1`,
      ...settled,
    );
  }

  /** Has a delivery sent again, with all its attempts. False: there is none. */
  again(id: string, now: number): boolean {
    const query = `UPDATE delivery SET state = 'waiting', attempts = 0, next_at = ?2, give_up_at = ?3 WHERE id = ?1`;
    return this.sql.exec(query, id, now, now + TRIED_FOR_MS).rowsWritten > 0;
  }

  /** Ends waiting deliveries, because nothing will be sent. */
  failWaiting(why: string): void {
    this.sql.exec(
      "UPDATE delivery SET state = 'failed', next_at = NULL, last_error = ?1 WHERE next_at IS NOT NULL",
      why,
    );
  }

  /** A part of the deliveries, newest first. */
  list({ state, type, before, limit }: DeliveryPage): ListedDelivery[] {
    const query = `SELECT ${LISTED} FROM delivery
      WHERE (?1 IS NULL OR state = ?1) AND (?2 IS NULL OR type = ?2)
        AND (?3 IS NULL OR (created_at, id) < (?3, ?4))
      ORDER BY created_at DESC, id DESC LIMIT ?5`;
    const values = [state ?? null, type ?? null, before?.createdAt ?? null, before?.id ?? "", limit];
    return this.sql.exec<ListedDelivery>(query, ...values).toArray();
  }

  find(id: string): StoredDelivery | null {
    return this.sql.exec<StoredDelivery>(`SELECT ${WHOLE} FROM delivery WHERE id = ?1`, id).toArray()[0] ?? null;
  }

  /** Deliveries after `id`, whole, for the account's export. */
  after(id: string, limit: number): StoredDelivery[] {
    const query = `SELECT ${WHOLE} FROM delivery WHERE id > ?1 ORDER BY id LIMIT ?2`;
    return this.sql.exec<StoredDelivery>(query, id, limit).toArray();
  }

  dropDomain(domainId: string): void {
    this.sql.exec("DELETE FROM delivery WHERE domain_id = ?1", domainId);
  }

  /** Deletes what is too old. */
  prune(now: number): void {
    this.sql.exec("DELETE FROM delivery WHERE created_at <= ?1", now - KEPT_MS);
  }

  /** When the next delivery is due, and when the oldest was added; null: none. */
  times(): { nextAt: number | null; oldestAt: number | null } {
    const query = `SELECT min(next_at) AS nextAt, (SELECT min(created_at) FROM delivery) AS oldestAt
      FROM delivery WHERE next_at IS NOT NULL`;
    return this.sql.exec<{ nextAt: number | null; oldestAt: number | null }>(query).one();
  }
}
