import { eq, getTableColumns, sql, type SQL } from "drizzle-orm";
import { runBatch, type Db } from "../db/client";
import { customHostname } from "../db/schema";
import { MINUTE_MS } from "../lib/time/time";
import { anew, MAYBE_DELETED, type HostnameChange, type Settable } from "./core/after-step";
import { nextStep } from "./core/next-step";
import type { HostnameRow } from "./core/remote";

export function findHostname(db: Db, hostname: string): Promise<HostnameRow | undefined> {
  return db.select().from(customHostname).where(eq(customHostname.hostname, hostname)).get();
}

/** A domain that wants this host. */
const WANTS = sql`SELECT 1 FROM domain WHERE domain.domain = hostname AND domain.custom_hostname = 1 AND deleted_at IS NULL`;

/**
 * Brings the rows in step with what domains want: a row for each host that has none, a mark on those that nobody wants. It does not
 * matter how often it runs. On the free plan a domain gets its hostname when it is verified, so that strangers can't use them up.
 */
export async function noteWishes(db: Db): Promise<void> {
  await runBatch(db, [
    sql`INSERT INTO custom_hostname (hostname, account_id)
      SELECT domain.domain, min(account.id) FROM domain JOIN account ON account.id = domain.account_id
      WHERE domain.custom_hostname = 1 AND domain.deleted_at IS NULL AND (domain.verified_at IS NOT NULL OR account.plan <> 'free')
        AND NOT EXISTS (SELECT 1 FROM custom_hostname WHERE hostname = domain.domain)
      GROUP BY domain.domain`,
    sql`UPDATE custom_hostname SET unwanted = 1, not_before = 0 WHERE unwanted = 0 AND NOT EXISTS (${WANTS})`,
    sql`UPDATE custom_hostname SET unwanted = 0, not_before = 0 WHERE unwanted = 1 AND EXISTS (${WANTS})`,
  ]);
}

/** Rows that a step would create. */
const CREATED = sql`cloudflare_id IS NULL AND unwanted = 0 AND looks > 0`;

/** Rows that a step would delete at Cloudflare. */
const DELETED = sql`cloudflare_id IS NOT NULL AND unwanted = 1 AND is_ours = 1`;

interface Turns {
  limit: number;
  after: string;
}

/**
 * Due rows in fair turns: one of each account, then a second one of each, beginning with the account after `after`. Reads all due
 * rows, of which there are at most as many as Cloudflare allows hostnames.
 */
export async function dueHostnames(
  db: Db,
  now: number,
  creates: boolean,
  { limit, after }: Turns,
): Promise<HostnameRow[]> {
  if (limit <= 0) return [];
  const which = creates ? CREATED : sql`NOT (${CREATED})`;
  const due = sql`(
    SELECT hostname AS name, row_number() OVER (PARTITION BY account_id ORDER BY not_before, hostname) AS turn
    FROM custom_hostname WHERE not_before <= ${now} AND ${which}) AS due`;
  // In one statement: a row that is read later than it is chosen may ask for another step by then.
  return db
    .select(getTableColumns(customHostname))
    .from(customHostname)
    .innerJoin(due, sql`due.name = ${customHostname.hostname}`)
    .orderBy(sql`due.turn`, sql`${customHostname.accountId} <= ${after}`, customHostname.accountId)
    .limit(limit);
}

/** How many hostnames are at Cloudflare, or may be. */
export async function countCreated(db: Db): Promise<number> {
  const row = await db.get<{ n: number }>(
    sql`SELECT count(*) AS n FROM custom_hostname WHERE cloudflare_id IS NOT NULL OR tried_from IS NOT NULL`,
  );
  return row.n;
}

/** When the next row is due; null: there is none. */
export async function nextDue(db: Db): Promise<number | null> {
  const row = await db.get<{ at: number | null }>(sql`SELECT min(not_before) AS at FROM custom_hostname`);
  return row.at;
}

/**
 * A row that is claimed is due again after this time if nobody records what became of it. A turn begins no call after half of it, and a
 * call has a quarter of a minute.
 */
const CLAIM_MS = 2 * MINUTE_MS;

/** What a row's next step depends on. A row in which it is the same is still as it was read. */
const SEEN = sql`(hostname, not_before, looks, unwanted, asked, coalesce(tried_until, 0), coalesce(cloudflare_id, ''))`;
const seenOf = (row: HostnameRow) => [
  row.hostname,
  row.notBefore,
  row.looks,
  Number(row.unwanted),
  Number(row.asked),
  row.triedUntil ?? 0,
  row.cloudflareId ?? "",
];
const SEEN_OF = sql.raw(Array.from({ length: 7 }, (_, i) => `value ->> ${i}`).join(", "));

/**
 * Claims rows for this turn, each unless it has changed since it was read, and notes which of them are about to be created or deleted:
 * an attempt must not be forgotten. Returns the claimed rows as they were before.
 */
export async function claimHostnames(
  db: Db,
  { created, others }: { created: readonly HostnameRow[]; others: readonly HostnameRow[] },
  now: number,
): Promise<HostnameRow[]> {
  const claim = (rows: readonly HostnameRow[], note: SQL) => sql`
    UPDATE custom_hostname SET not_before = ${now + CLAIM_MS}${note}
    WHERE hostname IN (SELECT value FROM json_each(${JSON.stringify(rows.map(({ hostname }) => hostname))}))
      AND ${SEEN} IN (SELECT ${SEEN_OF} FROM json_each(${JSON.stringify(rows.map(seenOf))})) RETURNING hostname`;
  const note = sql`, tried_from = coalesce(tried_from, ${now}), tried_until = ${now}, looks = 0`;
  const deleted = sql`, looks = CASE WHEN ${DELETED} THEN ${MAYBE_DELETED} ELSE looks END`;
  const results = await runBatch(db, [claim(others, deleted), claim(created, note)]);
  const names = new Set(
    results.flatMap((result) => (result.results as Array<{ hostname: string }>).map((row) => row.hostname)),
  );
  return [...others, ...created].filter(({ hostname }) => names.has(hostname));
}

/**
 * Records what steps changed, unless another turn has tried to create the hostname or has learnt its id meanwhile: it knows more. A
 * wish that came meanwhile stays, and makes the row due at once. A row that is dropped starts anew if somebody wants the hostname
 * again.
 */
export async function recordChanges(
  db: Db,
  changes: ReadonlyArray<{ row: HostnameRow; change: HostnameChange }>,
  now: number,
): Promise<void> {
  const statements = changes.flatMap(({ row, change }) => {
    const triedUntil = nextStep(row) === "create" ? now : row.triedUntil;
    const isSame = sql`hostname = ${row.hostname} AND cloudflare_id IS ${row.cloudflareId} AND tried_until IS ${triedUntil}`;
    if (!change.drop) return [updated(change.set, isSame, row, change.isAnswered)];
    return [
      sql`DELETE FROM custom_hostname WHERE ${isSame} AND unwanted = 1`,
      updated(anew(now), sql`${isSame} AND unwanted = 0`, row),
    ];
  });
  if (statements.length > 0) await runBatch(db, statements);
}

function updated(set: Settable, where: SQL, { unwanted, asked }: HostnameRow, isAnswered = true): SQL {
  const columns = getTableColumns(customHostname);
  const isNew = sql`(unwanted <> ${Number(unwanted)} OR asked <> ${Number(asked)})`;
  const { notBefore = 0, ...others } = set;
  const assigned = Object.entries(others).map(([key, value]) => {
    const column = columns[key as keyof typeof columns];
    return sql`${sql.identifier(column.name)} = ${value === null ? sql`NULL` : sql.param(value, column)}`;
  });
  const due = sql`not_before = CASE WHEN ${isNew} THEN 0 ELSE ${notBefore} END`;
  const asks = isAnswered ? [sql`asked = CASE WHEN asked <> ${Number(asked)} THEN asked ELSE 0 END`] : [];
  return sql`UPDATE custom_hostname SET ${sql.join([...assigned, due, ...asks], sql`, `)} WHERE ${where}`;
}

/** Asks for a new validation. Returns false if there is no such hostname. */
export async function askAgain(db: Db, hostname: string): Promise<boolean> {
  const { meta } = await db.run(
    sql`UPDATE custom_hostname SET asked = 1, not_before = 0 WHERE hostname = ${hostname} AND unwanted = 0`,
  );
  return meta.changes > 0;
}
