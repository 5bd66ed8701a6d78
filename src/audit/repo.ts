import { and, desc, eq, gte, inArray, ne, sql, type SQL } from "drizzle-orm";
import type { Db } from "../db/client";
import { auditPage, auditRun, auditTrend, auditUsage } from "../db/schema";
import type { PageRow } from "./crawl/page-row";

export type RunRow = typeof auditRun.$inferSelect;
export type PageResultRow = typeof auditPage.$inferSelect;

const ACTIVE = ["queued", "running"] as const;
const FINISHED = ["success", "limit_reached", "partial"] as const;
/** Runs that a list answers with. */
const LISTED_RUNS = 50;

/** Columns of PageRow as they stand in the table, in one place so that the JSON insert can't drift from the type. */
const PAGE_COLUMNS: Record<keyof PageRow, string> = {
  seq: "seq",
  path: "path",
  urlHash: "url_hash",
  listed: "listed",
  inSitemap: "in_sitemap",
  statusCode: "status_code",
  outcome: "outcome",
  loadTimeMs: "load_time_ms",
  depth: "depth",
  bytes: "bytes",
  indexable: "indexable",
  nonIndexableReason: "non_indexable_reason",
  redirectHash: "redirect_hash",
  canonicalHash: "canonical_hash",
  titleHash: "title_hash",
  descriptionHash: "description_hash",
  textHash: "text_hash",
  links: "links",
  issues: "issues",
  issueCount: "issue_count",
  healthScore: "health_score",
  previewScore: "preview_score",
};
const PAGE_KEYS = Object.keys(PAGE_COLUMNS) as Array<keyof PageRow>;

/**
 * Inserts a run while the month's on-demand audits are below `limit`; the count and the insert are one statement.
 * "limit": used up. Throws on the unique index when the domain has an active run.
 */
export async function insertRun(
  db: Db,
  row: typeof auditRun.$inferInsert,
  monthStart: number,
  limit: number,
): Promise<"inserted" | "limit"> {
  const onDemand = sql`(SELECT count(*) FROM audit_run WHERE account_id = ${row.accountId} AND frequency = 'on_demand' AND started_at >= ${monthStart})`;
  const result = await db.run(sql`
    INSERT INTO audit_run (id, account_id, domain_id, domain, status, "trigger", frequency, mode, scope_key, started_at, heartbeat_at)
    SELECT ${row.id}, ${row.accountId}, ${row.domainId}, ${row.domain}, ${row.status}, ${row.trigger}, ${row.frequency}, ${row.mode}, ${row.scopeKey}, ${row.startedAt}, ${row.startedAt}
    WHERE ${row.frequency} <> 'on_demand' OR ${onDemand} < ${limit}`);
  return result.meta.changes > 0 ? "inserted" : "limit";
}

/** Takes back a run that could not be started. */
export async function deleteUnstartedRun(db: Db, id: string): Promise<void> {
  await db.delete(auditRun).where(and(eq(auditRun.id, id), eq(auditRun.status, "queued")));
}

export async function countOnDemandRuns(db: Db, accountId: string, monthStart: number): Promise<number> {
  return db.$count(
    auditRun,
    and(eq(auditRun.accountId, accountId), eq(auditRun.frequency, "on_demand"), gte(auditRun.startedAt, monthStart)),
  );
}

/** Pages audited in a month: those of ended runs, and of the ones still running so far. */
export async function pagesUsed(db: Db, accountId: string, month: string): Promise<number> {
  const row = await db.get<{ n: number }>(sql`
    SELECT (SELECT coalesce(sum(pages), 0) FROM audit_usage WHERE account_id = ${accountId} AND month = ${month})
         + (SELECT coalesce(sum(pages_crawled), 0) FROM audit_run WHERE account_id = ${accountId} AND status IN ('queued', 'running')) AS n`);
  return row.n;
}

export function findActiveRun(db: Db, domainId: string): Promise<RunRow | undefined> {
  return db
    .select()
    .from(auditRun)
    .where(and(eq(auditRun.domainId, domainId), inArray(auditRun.status, [...ACTIVE])))
    .get();
}

export function findRun(db: Db, id: string): Promise<RunRow | undefined> {
  return db.select().from(auditRun).where(eq(auditRun.id, id)).get();
}

/** The 50 latest runs of an account, newest first; `domains` narrows to some of its domains. */
export function listRuns(db: Db, accountId: string, domains: string[] | null): Promise<RunRow[]> {
  const own = eq(auditRun.accountId, accountId);
  return db
    .select()
    .from(auditRun)
    .where(
      domains === null
        ? own
        : and(own, sql`${auditRun.domain} IN (SELECT value FROM json_each(${JSON.stringify(domains)}))`),
    )
    .orderBy(desc(auditRun.startedAt), desc(auditRun.id))
    .limit(LISTED_RUNS)
    .all();
}

export async function markRunning(db: Db, runId: string, now: number): Promise<void> {
  await db
    .update(auditRun)
    .set({ status: "running", heartbeatAt: now })
    .where(and(eq(auditRun.id, runId), inArray(auditRun.status, [...ACTIVE])));
}

/** Stores pages of an active run, keyed by their place in the frontier: storing one twice leaves one row. */
export async function storePages(
  db: Db,
  runId: string,
  rows: readonly PageRow[],
  progress: { pagesCrawled: number; now: number },
): Promise<void> {
  const columns = sql.raw(PAGE_KEYS.map((key) => PAGE_COLUMNS[key]).join(", "));
  const values = sql.raw(PAGE_KEYS.map((_, index) => `value ->> ${index}`).join(", "));
  const statements = chunksBySize(rows.map((row) => JSON.stringify(PAGE_KEYS.map((key) => row[key])))).map(
    (chunk) => sql`
      INSERT OR REPLACE INTO audit_page (run_id, ${columns})
      SELECT ${runId}, ${values} FROM json_each(${`[${chunk.join(",")}]`})
      WHERE EXISTS (SELECT 1 FROM audit_run WHERE id = ${runId} AND status IN ('queued', 'running'))`,
  );
  for (const statement of statements) await db.run(statement);
  await db
    .update(auditRun)
    .set({ pagesCrawled: progress.pagesCrawled, heartbeatAt: progress.now })
    .where(and(eq(auditRun.id, runId), inArray(auditRun.status, [...ACTIVE])));
}

/** A statement's parameter holds 2 MB at most. */
const MAX_PARAMETER_CHARS = 600_000;

function chunksBySize(items: string[]): string[][] {
  const chunks: string[][] = [[]];
  let size = 0;
  for (const item of items) {
    if (size > 0 && size + item.length > MAX_PARAMETER_CHARS) {
      chunks.push([]);
      size = 0;
    }
    chunks.at(-1)!.push(item);
    size += item.length;
  }
  return chunks;
}

/** What the analysis keeps of every URL, in order, after `afterSeq`. */
export function skeletonRows(db: Db, runId: string, afterSeq: number, limit: number) {
  return db
    .select({
      seq: auditPage.seq,
      urlHash: auditPage.urlHash,
      listed: auditPage.listed,
      outcome: auditPage.outcome,
      statusCode: auditPage.statusCode,
      depth: auditPage.depth,
      indexable: auditPage.indexable,
      reason: auditPage.nonIndexableReason,
      redirectHash: auditPage.redirectHash,
      canonicalHash: auditPage.canonicalHash,
      titleHash: auditPage.titleHash,
      descriptionHash: auditPage.descriptionHash,
      textHash: auditPage.textHash,
      inSitemap: auditPage.inSitemap,
      loadTimeMs: auditPage.loadTimeMs,
      bytes: auditPage.bytes,
      path: sql<string | null>`CASE WHEN outcome = 'ok' THEN NULL ELSE path END`,
    })
    .from(auditPage)
    .where(after(runId, afterSeq))
    .orderBy(auditPage.seq)
    .limit(limit)
    .all();
}

export function linkRows(db: Db, runId: string, afterSeq: number, limit: number) {
  return db
    .select({ seq: auditPage.seq, links: auditPage.links })
    .from(auditPage)
    .where(after(runId, afterSeq))
    .orderBy(auditPage.seq)
    .limit(limit)
    .all();
}

/** Listed pages with what the cross-page checks and scores need. */
export function judgedRows(db: Db, runId: string, afterSeq: number, limit: number) {
  return db
    .select({
      seq: auditPage.seq,
      urlHash: auditPage.urlHash,
      path: auditPage.path,
      titleHash: auditPage.titleHash,
      descriptionHash: auditPage.descriptionHash,
      textHash: auditPage.textHash,
      links: auditPage.links,
      issues: auditPage.issues,
      crossIssues: auditPage.crossIssues,
    })
    .from(auditPage)
    .where(and(after(runId, afterSeq), eq(auditPage.listed, 1)))
    .orderBy(auditPage.seq)
    .limit(limit)
    .all();
}

/** Listed pages as the API answers with them, with the earlier scores of their paths. */
export function resultRows(db: Db, run: RunRow, afterSeq: number, limit: number) {
  return db
    .select({ page: auditPage, points: auditTrend.points })
    .from(auditPage)
    .leftJoin(auditTrend, and(eq(auditTrend.domainId, run.domainId), eq(auditTrend.pathHash, auditPage.urlHash)))
    .where(and(after(run.id, afterSeq), eq(auditPage.listed, 1)))
    .orderBy(auditPage.seq)
    .limit(limit)
    .all();
}

function after(runId: string, afterSeq: number): SQL | undefined {
  return and(eq(auditPage.runId, runId), sql`${auditPage.seq} > ${afterSeq}`);
}

export interface CrossUpdate {
  seq: number;
  crossIssues: string;
  issueCount: number;
  healthScore: number;
}

/** Sets what the analysis found; absolute values, so doing it again changes nothing. */
export async function storeCrossIssues(db: Db, runId: string, updates: readonly CrossUpdate[]): Promise<void> {
  for (const chunk of chunksBySize(
    updates.map((each) => JSON.stringify([each.seq, each.crossIssues, each.issueCount, each.healthScore])),
  )) {
    if (chunk.length === 0) continue;
    await db.run(sql`
      UPDATE audit_page SET cross_issues = report.cross_issues, issue_count = report.issue_count, health_score = report.health_score
      FROM (SELECT value ->> 0 AS seq, value ->> 1 AS cross_issues, value ->> 2 AS issue_count, value ->> 3 AS health_score FROM json_each(${`[${chunk.join(",")}]`})) AS report
      WHERE audit_page.run_id = ${runId} AND audit_page.seq = report.seq`);
  }
}

/** Points kept a path: more than the ten that are shown, so that older runs show theirs too. */
const TREND_POINTS = 30;

/** Adds a run's scores to the trends of their paths, once a run. */
export async function storeTrends(
  db: Db,
  domainId: string,
  runId: string,
  scores: ReadonlyArray<{ urlHash: number; healthScore: number }>,
): Promise<void> {
  if (scores.length === 0) return;
  const payload = JSON.stringify(scores.map((each) => [each.urlHash, each.healthScore]));
  await db.run(sql`
    INSERT INTO audit_trend (domain_id, path_hash, points)
    SELECT ${domainId}, value ->> 0, json_array(json_array(${runId}, value ->> 1)) FROM json_each(${payload}) WHERE true
    ON CONFLICT (domain_id, path_hash) DO UPDATE SET points =
      CASE WHEN json_array_length(points) >= ${TREND_POINTS} THEN json_insert(json_remove(points, '$[0]'), '$[#]', json_extract(excluded.points, '$[0]'))
           ELSE json_insert(points, '$[#]', json_extract(excluded.points, '$[0]')) END
    WHERE points ->> '$[#-1][0]' <> ${runId}`);
}

/** The latest finished run of the same domain and scope before this one. */
export function previousRun(db: Db, run: RunRow): Promise<RunRow | undefined> {
  return db
    .select()
    .from(auditRun)
    .where(
      and(
        eq(auditRun.domainId, run.domainId),
        eq(auditRun.scopeKey, run.scopeKey),
        inArray(auditRun.status, [...FINISHED]),
        ne(auditRun.id, run.id),
        sql`${auditRun.startedAt} <= ${run.startedAt}`,
      ),
    )
    .orderBy(desc(auditRun.startedAt))
    .limit(1)
    .get();
}

export function countFinishedRuns(db: Db, domainId: string, exceptRunId: string): Promise<number> {
  return db.$count(
    auditRun,
    and(eq(auditRun.domainId, domainId), inArray(auditRun.status, [...FINISHED]), ne(auditRun.id, exceptRunId)),
  );
}

/** Pages of the result that were really fetched. */
export function countPages(db: Db, runId: string): Promise<number> {
  return db.$count(
    auditPage,
    and(eq(auditPage.runId, runId), eq(auditPage.listed, 1), ne(auditPage.outcome, "blocked")),
  );
}

/** Ends a run and books its pages, in one transaction; a run that has ended stays as it is. */
export async function closeRun(
  db: Db,
  run: RunRow,
  end: Partial<RunRow> & { status: RunRow["status"]; pagesCrawled: number },
  month: string,
): Promise<void> {
  await db.batch([
    db
      .insert(auditUsage)
      .select(
        sql`SELECT ${run.id}, ${run.accountId}, ${month}, ${end.pagesCrawled} WHERE EXISTS (SELECT 1 FROM audit_run WHERE id = ${run.id} AND status IN ('queued', 'running'))`,
      )
      .onConflictDoNothing(),
    db
      .update(auditRun)
      .set(end)
      .where(and(eq(auditRun.id, run.id), inArray(auditRun.status, [...ACTIVE]))),
  ]);
}

/** Ends a run whose jobs stopped making progress: `partial`, or `error` when it has no page. */
export async function closeAbandonedRun(db: Db, runId: string, now: number): Promise<void> {
  const run = await findRun(db, runId);
  if (!run) return;
  const pagesCrawled = await countPages(db, runId);
  const end = {
    status: pagesCrawled > 0 ? ("partial" as const) : ("error" as const),
    closeReason: "internal_error",
    errorMessage:
      "The audit stopped making progress and was ended. Start it again; if it happens twice, tell us the run's id.",
    pagesCrawled,
    needsContinuation: pagesCrawled > 0,
    completedAt: now,
    heartbeatAt: now,
  };
  await closeRun(db, run, end, new Date(run.startedAt).toISOString().slice(0, 7));
}

/** The latest finished run of a domain. */
export function latestFinishedRun(db: Db, domainId: string): Promise<RunRow | undefined> {
  return db
    .select()
    .from(auditRun)
    .where(and(eq(auditRun.domainId, domainId), inArray(auditRun.status, [...FINISHED])))
    .orderBy(desc(auditRun.startedAt))
    .limit(1)
    .get();
}

/** A run's listed page with this path and query. */
export function findPage(db: Db, runId: string, path: string): Promise<PageResultRow | undefined> {
  return db
    .select()
    .from(auditPage)
    .where(and(eq(auditPage.runId, runId), eq(auditPage.path, path), eq(auditPage.listed, 1)))
    .limit(1)
    .get();
}

/** Deletes a domain's runs with their pages and trends; what they cost stays booked. */
export async function deleteRuns(db: Db, domainId: string): Promise<void> {
  await db.batch([
    db.delete(auditRun).where(eq(auditRun.domainId, domainId)),
    db.delete(auditTrend).where(eq(auditTrend.domainId, domainId)),
  ]);
}
