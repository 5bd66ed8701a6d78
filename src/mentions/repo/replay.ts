import { and, eq, sql } from "drizzle-orm";
import { runBatch, type Db } from "../../db/client";
import { domain, promptRun } from "../../db/schema";
import type { Analysis, Citation } from "../core/analysis/types";
import { Judgement } from "../core/analysis/judgement-schema";
import { factOf } from "./facts";
import { analysisColumns } from "./runs";

/** Statements per transaction. */
const CHUNK = 50;

/** Analysed answers whose rules key differs from `rulesKey`, oldest first. Includes the language model's judgement. */
export async function outdatedAnswers(
  db: Db,
  domainId: string,
  rulesKey: string,
  limit: number,
): Promise<
  Array<{ runId: string; text: string; citations: Citation[]; truncated: boolean; judgement: Judgement | null }>
> {
  const rows = await db
    .select({
      runId: promptRun.id,
      text: promptRun.rawResponse,
      citations: promptRun.citations,
      stop: promptRun.stop,
      analysis: promptRun.analysis,
    })
    .from(promptRun)
    .where(
      sql`id IN (SELECT run_id FROM answer_fact WHERE domain_id = ${domainId} AND rules_key <> ${rulesKey} ORDER BY created_at LIMIT ${limit})`,
    )
    .all();
  return rows.map(({ runId, text, citations, stop, analysis }) => {
    const judgement = Judgement.safeParse(analysis?.judgement).data ?? null;
    return { runId, text, citations: citations ?? [], truncated: stop === "truncated", judgement };
  });
}

/** Stores repeated analyses, each with its fact. */
export async function saveReplayed(
  db: Db,
  replayed: ReadonlyArray<{ runId: string; analysis: Analysis }>,
  made: { version: number; rulesKey: string },
): Promise<void> {
  for (let i = 0; i < replayed.length; i += CHUNK) {
    const statements = replayed.slice(i, i + CHUNK).flatMap(({ runId, analysis }) => [
      db
        .update(promptRun)
        .set(analysisColumns({ analysis, version: made.version }))
        .where(and(eq(promptRun.id, runId), eq(promptRun.status, "ok")))
        .getSQL(),
      factOf(runId, analysis, made.rulesKey),
    ]);
    await runBatch(db, statements);
  }
}

/**
 * Ids of domains that have analysed answers, in order, starting after `after`. Each with the bytes of the names that its
 * analyses read, which SQLite knows without reading them.
 */
export function domainsWithAnswers(
  db: Db,
  after: string,
  limit: number,
): Promise<Array<{ id: string; bytes: number }>> {
  return db.all(sql`
    SELECT id, coalesce(octet_length(competitors), 0) + coalesce(octet_length(brand_aliases), 0)
      + coalesce(octet_length(exclude_phrases), 0) AS bytes
    FROM domain
    WHERE id > ${after} AND deleted_at IS NULL AND EXISTS (SELECT 1 FROM answer_fact f WHERE f.domain_id = domain.id)
    ORDER BY id LIMIT ${limit}`);
}

/** What the analyses of these domains read. */
export function subjectRows(db: Db, ids: readonly string[]) {
  const { id, domain: name, brandName, brandAliases, category, excludePhrases, competitors } = domain;
  return db
    .select({ id, domain: name, brandName, brandAliases, category, excludePhrases, competitors })
    .from(domain)
    .where(sql`${id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`)
    .all();
}

/** Which of these domains have an answer with another key. */
export async function domainsWithOtherRules(
  db: Db,
  keys: ReadonlyArray<{ domainId: string; rulesKey: string }>,
): Promise<string[]> {
  // Two index ranges, because an inequality would read all of a domain's answers.
  const rows = await db.values<[string]>(sql`
    SELECT j.value ->> 'domainId' FROM json_each(${JSON.stringify(keys)}) j
    WHERE EXISTS (SELECT 1 FROM answer_fact WHERE domain_id = j.value ->> 'domainId' AND rules_key < j.value ->> 'rulesKey')
       OR EXISTS (SELECT 1 FROM answer_fact WHERE domain_id = j.value ->> 'domainId' AND rules_key > j.value ->> 'rulesKey')`);
  return rows.map(([domainId]) => domainId);
}
