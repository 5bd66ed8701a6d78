import { sql } from "drizzle-orm";
import type { Db } from "../../db/client";
import { auditRun } from "../../db/schema";
import { inflated, wholeAnalyses, type Analyses } from "../model/run/analyses";
import type { StoredScores } from "../model/run/score-state";
import type { RunRow } from "./runs";

// 1.0.0 kept the analyses of a run in its row, and their large parts deflated in audit_part. The daily upkeep moves them to the
// domain's object. Until then `parts` is not null.

/** A run's row, or the columns that an export reads. */
export type RunWithAnalyses = Analyses & Pick<RunRow, "id" | "domainId" | "completedAt" | "parts">;

/** Where a domain's part is in a map of parts. */
const placeOf = (domainId: string, hash: string) => `${domainId} ${hash}`;

const placesOf = ({ domainId, parts }: RunWithAnalyses) =>
  Object.values(parts ?? {}).map((hash) => placeOf(domainId, hash));

/** The parts of these runs that D1 has: their place → JSON, deflated. */
export async function partsOf(db: Db, rows: readonly RunWithAnalyses[]): Promise<Map<string, ArrayBuffer>> {
  const wanted = rows.flatMap(({ domainId, parts }) => Object.values(parts ?? {}).map((hash) => [domainId, hash]));
  if (wanted.length === 0) return new Map();
  // D1 returns the bytes of a blob as an array of numbers.
  const found = await db.all<{ domainId: string; hash: string; body: number[] }>(sql`
    SELECT domain_id AS domainId, hash, body FROM audit_part
    WHERE (domain_id, hash) IN (SELECT value ->> 0, value ->> 1 FROM json_each(${JSON.stringify(wanted)}))`);
  return new Map(found.map(({ domainId, hash, body }) => [placeOf(domainId, hash), Uint8Array.from(body).buffer]));
}

/** The bodies of a run's parts by hash; null: D1 no longer has all of them. */
export function bodiesOf(
  row: RunWithAnalyses,
  found: ReadonlyMap<string, ArrayBuffer>,
): Map<string, ArrayBuffer> | null {
  const bodies = new Map<string, ArrayBuffer>();
  for (const hash of Object.values(row.parts ?? {})) {
    const body = found.get(placeOf(row.domainId, hash));
    if (body === undefined) return null;
    bodies.set(hash, body);
  }
  return bodies;
}

/**
 * The rows with the analyses that D1 has. A row whose parts have been moved since it was read is read again; then its
 * `parts` is null.
 */
export async function runsWithParts<T extends RunWithAnalyses>(db: Db, rows: readonly T[]): Promise<T[]> {
  const found = await partsOf(db, rows);
  const moved = rows.filter((row) => placesOf(row).some((place) => !found.has(place)));
  const again = new Map((await storedAnalyses(db, moved)).map((row) => [row.id, row]));
  const values = new Map<string, unknown>();
  const valueAt = (place: string): unknown => {
    const body = found.get(place);
    if (body === undefined) return null;
    if (!values.has(place)) values.set(place, inflated(body));
    return values.get(place);
  };
  return rows.map((read) => {
    const row = Object.assign({}, read, again.get(read.id));
    if (row.parts === null) return row;
    return Object.assign(
      row,
      wholeAnalyses(row, row.parts, (hash) => valueAt(placeOf(row.domainId, hash))),
    );
  });
}

function storedAnalyses(db: Db, rows: readonly RunWithAnalyses[]) {
  if (rows.length === 0) return [];
  const { id, parts, robotsAnalysis, crawlStats, sitemapIssues, topIssues } = auditRun;
  const { scoreState, renderedHealthScore, siteScore } = auditRun;
  const ids = JSON.stringify(rows.map((row) => row.id));
  return db
    .select({
      id,
      parts,
      robotsAnalysis,
      crawlStats,
      sitemapIssues,
      topIssues,
      scoreState,
      renderedHealthScore,
      siteScore,
    })
    .from(auditRun)
    .where(sql`${id} IN (SELECT value FROM json_each(${ids}))`)
    .all();
}

/**
 * Removes the analyses of runs from D1 and keeps their scores. Call it when the domain's object has them. Returns the
 * ids of those runs that are gone.
 */
export async function clearAnalyses(db: Db, runs: ReadonlyArray<{ id: string } & StoredScores>): Promise<string[]> {
  const list = JSON.stringify(runs);
  await db.run(sql`
    UPDATE audit_run SET robots_analysis = NULL, crawl_stats = NULL, sitemap_issues = NULL, top_issues = NULL, parts = NULL,
      score_state = run.value ->> 'scoreState', rendered_health_score = run.value ->> 'renderedHealthScore',
      site_score = run.value ->> 'siteScore'
    FROM json_each(${list}) AS run WHERE audit_run.id = run.value ->> 'id' AND audit_run.parts IS NOT NULL`);
  const gone = await db.all<{ id: string }>(sql`
    SELECT run.value ->> 'id' AS id FROM json_each(${list}) AS run
    WHERE NOT EXISTS (SELECT 1 FROM audit_run WHERE audit_run.id = run.value ->> 'id')`);
  return gone.map(({ id }) => id);
}

/** Deletes parts that no run of the domain refers to. */
export async function pruneParts(db: Db, domainId: string): Promise<void> {
  await db.run(sql`
    DELETE FROM audit_part WHERE domain_id = ${domainId} AND hash NOT IN (
      SELECT part.value FROM audit_run, json_each(audit_run.parts) AS part WHERE audit_run.domain_id = ${domainId})`);
}
