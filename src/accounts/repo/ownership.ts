import { and, asc, eq, gt, isNotNull, isNull, ne, sql, type SQL } from "drizzle-orm";
import { runBatch, type Db } from "../../db/client";
import { domain } from "../../db/schema";
import { newSecret } from "../../lib/crypto/token";
import { logIfChanged, runLogged, type ActionRow } from "./actions";
import type { ProofRecord } from "../core/domains/ownership";
import type { DomainRow } from "./domains";
import { actionRow } from "./record-action";

const SYSTEM = { kind: "system", id: null } as const;

/** Domains verified by a proof (not by the operator), with ids after `after`, ordered by id. */
export async function provenDomainIds(db: Db, after: string, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: domain.id })
    .from(domain)
    .where(
      and(
        gt(domain.id, after),
        isNotNull(domain.verifiedAt),
        isNull(domain.deletedAt),
        ne(sql`coalesce(${domain.verificationMethod}, '')`, "operator"),
      ),
    )
    .orderBy(asc(domain.id))
    .limit(limit)
    .all();
  return rows.map(({ id }) => id);
}

/** The log row for a proof that has disappeared. */
export function lossOf({ accountId, domain: target }: DomainRow, at: number): ActionRow {
  return actionRow({ accountId, actor: SYSTEM, action: "domain.proof_lost", target }, at);
}

/**
 * Records the result of a check at `at`, unless a later check was recorded first or the ownership changed since the row
 * was read. Logs `loss` if the proof was there until now.
 */
export async function noteProof(db: Db, row: DomainRow, record: ProofRecord, at: number, loss: ActionRow) {
  const same = sql`id = ${row.id} AND verified_at = ${row.verifiedAt} AND verification_token = ${row.verificationToken}
    AND (proof_checked_at IS NULL OR proof_checked_at < ${at})`;
  const statements: SQL[] = [];
  if (record.proofLostAt !== null) {
    statements.push(
      sql`UPDATE domain SET proof_lost_at = ${record.proofLostAt} WHERE ${same} AND proof_lost_at IS NULL`,
      logIfChanged(loss),
    );
  }
  const lost = record.proofLostAt === null ? sql`NULL` : sql`coalesce(proof_lost_at, ${record.proofLostAt})`;
  statements.push(
    sql`UPDATE domain SET proof_checked_at = ${at}, proof_seen_at = ${record.proofSeenAt}, proof_lost_at = ${lost} WHERE ${same}`,
  );
  await runBatch(db, statements);
}

/** Starts using the wanted origin, if it is still the one that was proven. */
export function adoptOrigin(db: Db, row: DomainRow, proof: "file" | "meta", action: ActionRow): Promise<boolean> {
  const write = sql`
    UPDATE domain SET origin = wanted_origin, wanted_origin = NULL, origin_proof = ${proof}
    WHERE id = ${row.id} AND deleted_at IS NULL AND wanted_origin = ${row.wantedOrigin}`;
  return runLogged(db, write, action);
}

/** Releases a domain: the account keeps it, but unverified and with a new token, so that old proofs don't count. */
const released = (now: number) => sql`
  UPDATE domain SET verified_at = NULL, verification_method = NULL, verification_token = ${newSecret("crawlready-")},
    proof_checked_at = NULL, proof_seen_at = NULL, proof_lost_at = NULL, released_at = ${now},
    wanted_origin = CASE WHEN origin_proof IS NULL THEN wanted_origin ELSE origin END,
    origin = CASE WHEN origin_proof IS NULL THEN origin END, origin_proof = NULL`;

/**
 * Ends an account's ownership and marks the domain's snapshots for a purge. Returns false if the domain is unverified
 * or gone.
 */
export function markReleased(db: Db, id: string, now: number, action: ActionRow): Promise<boolean> {
  return runLogged(
    db,
    sql`${released(now)} WHERE id = ${id} AND verified_at IS NOT NULL AND deleted_at IS NULL`,
    action,
  );
}

/**
 * Ends one account's ownership and starts another's in one transaction. Returns false if the holder changed since it
 * was read.
 */
export async function takeOver(
  db: Db,
  holder: DomainRow,
  id: string,
  method: string,
  now: number,
  action: ActionRow,
): Promise<boolean> {
  const { accountId, domain: target } = holder;
  const lost = actionRow({ accountId, actor: SYSTEM, action: "domain.taken_over", target }, now);
  const [, , taken] = await runBatch(db, [
    sql`${released(now)} WHERE id = ${holder.id} AND verified_at = ${holder.verifiedAt} AND proof_lost_at = ${holder.proofLostAt}
      AND EXISTS (SELECT 1 FROM domain AS claimed WHERE claimed.id = ${id} AND claimed.deleted_at IS NULL)`,
    logIfChanged(lost),
    sql`UPDATE domain SET verified_at = ${now}, verification_method = ${method}, proof_seen_at = ${now}
      WHERE id = ${id} AND deleted_at IS NULL AND verified_at IS NULL
        AND NOT EXISTS (SELECT 1 FROM domain AS other WHERE other.domain = domain.domain AND other.verified_at IS NOT NULL)`,
    logIfChanged(action),
  ]);
  return taken!.meta.changes > 0;
}

/** A part of the released domains whose snapshots still need purging. */
export function listReleased(db: Db, after: string, limit: number): Promise<Array<{ id: string }>> {
  // The plus keeps SQLite from walking through all ids, because the index of released domains is almost always empty.
  const id = sql`+${domain.id}`;
  return db
    .select({ id: domain.id })
    .from(domain)
    .where(and(isNotNull(domain.releasedAt), gt(id, after)))
    .orderBy(id)
    .limit(limit)
    .all();
}

/** When a domain was released; null if there is nothing to purge. */
export async function releasedAtOf(db: Db, id: string): Promise<number | null> {
  const row = await db.select({ at: domain.releasedAt }).from(domain).where(eq(domain.id, id)).get();
  return row?.at ?? null;
}

/** Records that the snapshots are purged. The mark of a later release stays. */
export async function settleRelease(db: Db, id: string, releasedAt: number): Promise<void> {
  await db
    .update(domain)
    .set({ releasedAt: null })
    .where(and(eq(domain.id, id), eq(domain.releasedAt, releasedAt)));
}
