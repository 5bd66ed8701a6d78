import { findDomainById } from "../../accounts";
import { openDb } from "../../db/client";
import type { Bindings } from "../../env";
import type { AnalysisJob } from "./analysis-job";
import { fitting } from "../../lib/platform/fitting";
import { sendAll } from "../../lib/platform/send-all";
import {
  analyseByRules,
  analyseWithJudgement,
  ANALYSIS_VERSION,
  compileRules,
  rulesKeyOf,
} from "../core/analysis/analyse";
import { domainsWithAnswers, domainsWithOtherRules, outdatedAnswers, saveReplayed, subjectRows } from "../repo/replay";
import { markForReport } from "../repo/reports";
import { loadWords } from "./load-words";
import { subjectOf } from "./subject";

/** Answers analysed again per message: at most a few seconds of work. */
const BATCH = 200;

/**
 * Repeats the analysis of a domain's stored answers with the current brand, aliases, competitors and rules, in the
 * background and without calling a provider. Call it whenever those change; extra calls do no harm.
 */
export async function replayAnalysis(env: Pick<Bindings, "ANALYSIS_QUEUE">, domainId: string): Promise<void> {
  await env.ANALYSIS_QUEUE.send({ kind: "replay", domainId } satisfies AnalysisJob);
}

/** Analyses one batch of outdated answers, and queues the next batch until none is left. */
export async function replayBatch(env: Bindings, domainId: string): Promise<void> {
  const db = openDb(env.DB);
  const domain = await findDomainById(db, domainId);
  if (!domain) return;
  await loadWords(env);
  const subject = subjectOf(domain);
  const rulesKey = rulesKeyOf(subject);
  const rules = compileRules(subject);
  const answers = await outdatedAnswers(db, domainId, rulesKey, BATCH);
  const replayed = answers.map(({ runId, judgement, ...answer }) => ({
    runId,
    analysis: judgement ? analyseWithJudgement(subject, answer, judgement) : analyseByRules(rules, answer),
  }));
  await saveReplayed(db, replayed, { version: ANALYSIS_VERSION, rulesKey });
  if (answers.length === BATCH) return replayAnalysis(env, domainId);
  if (answers.length > 0) await markForReport(db, domainId);
}

const DOMAINS_A_STEP = 500;
/** Names read at once. Most domains have few; those of 500 with the most that is allowed would take 32 MB. */
const BYTES_A_STEP = 4 * 1024 * 1024;

/** Daily cron: finds answers analysed with other rules or names, after a release or a lost message. */
export async function replayOutdated(
  env: Bindings,
  _now?: number,
  after: string | null = null,
): Promise<string | null> {
  const db = openDb(env.DB);
  const found = await domainsWithAnswers(db, after ?? "", DOMAINS_A_STEP);
  const ids = fitting(found, BYTES_A_STEP).map(({ id }) => id);
  const domains = await subjectRows(db, ids);
  const keys = domains.map((row) => ({ domainId: row.id, rulesKey: rulesKeyOf(subjectOf(row)) }));
  const outdated = await domainsWithOtherRules(db, keys);
  const jobs = outdated.map((domainId): AnalysisJob => ({ kind: "replay", domainId }));
  await sendAll<AnalysisJob>(env.ANALYSIS_QUEUE, jobs);
  return ids.length === found.length && found.length < DOMAINS_A_STEP ? null : ids.at(-1)!;
}
