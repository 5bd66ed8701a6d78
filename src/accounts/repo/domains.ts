import { and, asc, eq, getTableColumns, gt, isNotNull, isNull, sql } from "drizzle-orm";
import { runBatch, type Db } from "../../db/client";
import { customHostname, domain } from "../../db/schema";
import { isFreeId } from "./external-id";
import { logIfChanged, runLogged, type ActionRow } from "./actions";

export type DomainRow = typeof domain.$inferSelect;
export type HostnameState = (typeof customHostname.$inferSelect)["state"];
/** Columns that record ownership and its proof; they are not settings. */
type OwnershipColumn =
  | "verifiedAt"
  | "deletedAt"
  | "suspendedAt"
  | "proofCheckedAt"
  | "proofSeenAt"
  | "proofLostAt"
  | "releasedAt"
  | "auditSince"
  | "auditNotBefore"
  | "purgeNotBefore"
  | "upkeepNotBefore";
/** The settings of a domain that a customer may change. */
export type DomainSettings = Partial<Pick<DomainRow, "auditSince">> &
  Partial<
    Omit<
      DomainRow,
      OwnershipColumn | "id" | "accountId" | "domain" | "verificationToken" | "verificationMethod" | "createdAt"
    >
  >;

/** A row in which every column has its default, or null. */
export function blankDomain(): DomainRow {
  const columns = Object.entries(getTableColumns(domain));
  return Object.fromEntries(columns.map(([key, column]) => [key, column.default ?? null])) as DomainRow;
}

/** A removed domain's row exists only for its purge. */
const present = isNull(domain.deletedAt);

/** Number of an account's domains; of these only, unless `only` is null. */
export function countDomains(db: Db, accountId: string, only: readonly string[] | null): Promise<number> {
  const isOne = only && sql`${domain.domain} IN (SELECT value FROM json_each(${JSON.stringify(only)}))`;
  return db.$count(domain, and(eq(domain.accountId, accountId), present, isOne ?? undefined));
}

/** UTF-8 bytes of a domain's larger settings, which SQLite knows without reading them. */
const settingsBytes = sql.join(
  [
    domain.brandAliases,
    domain.excludePhrases,
    domain.competitors,
    domain.ignoredParameters,
    domain.renderRules,
    domain.auditScope,
    domain.auditExtractors,
  ].map((column) => sql`coalesce(octet_length(${column}), 0)`),
  sql` + `,
);

/** What a list of domains shows. */
export interface WantedNames {
  /** Names after this one. */
  after: string;
  /** Among these only; null: among all. */
  only: readonly string[] | null;
  limit: number;
  externalId?: string | undefined;
  verified?: boolean | undefined;
}

const isWanted = (accountId: string, { after, only, externalId, verified }: Omit<WantedNames, "limit">) =>
  and(
    eq(domain.accountId, accountId),
    present,
    gt(domain.domain, after),
    only ? sql`${domain.domain} IN (SELECT value FROM json_each(${JSON.stringify(only)}))` : undefined,
    externalId === undefined ? undefined : eq(domain.externalId, externalId),
    verified === undefined ? undefined : verified ? isNotNull(domain.verifiedAt) : isNull(domain.verifiedAt),
  );

const EVERY: Omit<WantedNames, "limit"> = { after: "", only: null };

/** The domains of an account, ordered by name, without their settings. */
export function listDomains(db: Db, accountId: string, wanted: Partial<WantedNames> = {}) {
  const { limit = -1, ...which } = wanted;
  return db
    .select({
      id: domain.id,
      domain: domain.domain,
      externalId: domain.externalId,
      verifiedAt: domain.verifiedAt,
      brandName: domain.brandName,
      hostname: sql<HostnameState | null>`CASE WHEN ${domain.customHostname} THEN coalesce(${customHostname.state}, 'queued') END`,
    })
    .from(domain)
    .leftJoin(customHostname, eq(customHostname.hostname, domain.domain))
    .where(isWanted(accountId, { ...EVERY, ...which }))
    .orderBy(asc(domain.domain))
    .limit(limit)
    .all();
}

/** The names of an account's domains, in order, each with the bytes that its settings take. */
export function domainSizes(db: Db, accountId: string, { limit, ...which }: WantedNames) {
  return db
    .select({ domain: domain.domain, bytes: sql<number>`${settingsBytes}` })
    .from(domain)
    .where(isWanted(accountId, which))
    .orderBy(asc(domain.domain))
    .limit(limit)
    .all();
}

/** Those domains of an account, ordered by name. */
export function domainsNamed(db: Db, accountId: string, names: readonly string[]): Promise<DomainRow[]> {
  const named = sql`${domain.domain} IN (SELECT value FROM json_each(${JSON.stringify(names)}))`;
  return db
    .select()
    .from(domain)
    .where(and(eq(domain.accountId, accountId), present, named))
    .orderBy(asc(domain.domain))
    .all();
}

export function findDomain(db: Db, accountId: string, name: string): Promise<DomainRow | undefined> {
  return db
    .select()
    .from(domain)
    .where(and(eq(domain.accountId, accountId), eq(domain.domain, name), present))
    .get();
}

export function findVerifiedDomain(db: Db, name: string): Promise<DomainRow | undefined> {
  return db
    .select()
    .from(domain)
    .where(and(eq(domain.domain, name), isNotNull(domain.verifiedAt)))
    .get();
}

export function findDomainById(db: Db, id: string): Promise<DomainRow | undefined> {
  return db
    .select()
    .from(domain)
    .where(and(eq(domain.id, id), present))
    .get();
}

/** The name of a domain, removed or not. */
export async function findDomainName(db: Db, id: string): Promise<string | undefined> {
  const row = await db.select({ name: domain.domain }).from(domain).where(eq(domain.id, id)).get();
  return row?.name;
}

/** Changes settings. Returns false if the domain is gone, or another one of the account has its new external id. */
export function updateDomain(db: Db, id: string, settings: DomainSettings, action: ActionRow): Promise<boolean> {
  const write = db
    .update(domain)
    .set(settings)
    .where(and(eq(domain.id, id), present, isFreeId(action.accountId, id, settings.externalId)));
  return runLogged(db, write, action);
}

/**
 * Marks a domain as verified unless another account has verified it already; the check and the write are one statement.
 */
export function markVerified(db: Db, id: string, method: string, now: number, action: ActionRow): Promise<boolean> {
  const write = sql`
    UPDATE domain SET verified_at = coalesce(verified_at, ${now}), verification_method = coalesce(verification_method, ${method}),
      proof_seen_at = ${now}, proof_lost_at = NULL
    WHERE id = ${id} AND deleted_at IS NULL
      AND NOT EXISTS (SELECT 1 FROM domain AS other WHERE other.domain = domain.domain AND other.verified_at IS NOT NULL AND other.id <> domain.id)`;
  return runLogged(db, write, action);
}

/** Removes a domain from its account together with the keys and tokens limited to it, in one transaction. */
export async function markDeleted(db: Db, id: string, now: number, action: ActionRow): Promise<boolean> {
  const [removed] = await runBatch(db, [
    sql`UPDATE domain SET deleted_at = ${now}, verified_at = NULL WHERE id = ${id} AND deleted_at IS NULL`,
    logIfChanged(action),
    sql`UPDATE api_key SET revoked_at = ${now} WHERE domain_id = ${id} AND revoked_at IS NULL`,
    sql`UPDATE stats_token SET revoked_at = ${now} WHERE domain_id = ${id} AND revoked_at IS NULL`,
  ]);
  return removed!.meta.changes > 0;
}

/** Removed domains whose purge is due at `now`, the longest overdue first. */
export function listDuePurges(db: Db, now: number, limit: number): Promise<Array<{ id: string; deletedAt: number }>> {
  return db.all(sql`
    SELECT id, deleted_at AS deletedAt FROM domain WHERE deleted_at IS NOT NULL AND purge_not_before <= ${now}
    ORDER BY purge_not_before, deleted_at, id LIMIT ${limit}`);
}

/** Postpones the next message for these purges. */
export async function postponePurges(db: Db, purges: ReadonlyArray<{ id: string; notBefore: number }>): Promise<void> {
  await db.run(sql`
    UPDATE domain SET purge_not_before = j.value ->> 'notBefore' FROM json_each(${JSON.stringify(purges)}) j
    WHERE domain.id = j.value ->> 'id'`);
}

export async function isDeletedDomain(db: Db, id: string): Promise<boolean> {
  return (await db.$count(domain, and(eq(domain.id, id), isNotNull(domain.deletedAt)))) > 0;
}

/** Drops a removed domain's row and its usage. Its keys and tokens go by cascade. */
export async function dropDeletedDomain(db: Db, id: string): Promise<void> {
  await runBatch(db, [
    sql`DELETE FROM domain_usage WHERE domain_id = ${id}`,
    sql`DELETE FROM domain WHERE id = ${id} AND deleted_at IS NOT NULL`,
  ]);
}
