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
import { answersOf } from "../answers/answers-of";
import { readParts } from "../answers/read-parts";
import { newAnalysis } from "../answers/stored-answer";
import { Judgement } from "../core/analysis/judgement-schema";
import { beginReplay, endReplay } from "../repo/domain-answers";
import { domainsWithAnswers, domainsWithOtherRules, subjectRows } from "../repo/replay";
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

/**
 * Analyses one batch of outdated answers of days from `fromDay`, and queues the next batch until none is left. Ends with a
 * batch from the first day, which finds what other workers stored meanwhile.
 */
export async function replayBatch(env: Bindings, domainId: string, fromDay = ""): Promise<void> {
  const db = openDb(env.DB);
  const domain = await findDomainById(db, domainId);
  if (!domain) return;
  await loadWords(env);
  const subject = subjectOf(domain);
  const rulesKey = rulesKeyOf(subject);
  const mark = await beginReplay(db, domainId, rulesKey);
  const object = answersOf(env, domainId);
  const { parts, more } = await object.outdated(rulesKey, fromDay, BATCH);
  const read = await readParts(env, domainId, parts);
  const rules = compileRules(subject);
  const made = { version: ANALYSIS_VERSION, rulesKey };
  const rows = parts.flatMap((part, i) => {
    const found = read[i];
    if (!found) return [];
    const { text, citations, stop } = found.answer;
    const answer = { text, citations, truncated: stop === "truncated" };
    const judgement = Judgement.safeParse(found.analysis?.analysis.judgement).data ?? null;
    const analysis = judgement ? analyseWithJudgement(subject, answer, judgement) : analyseByRules(rules, answer);
    return [{ row: newAnalysis(part, analysis, made), replaces: { revision: part.revision } }];
  });
  if (rows.length > 0) await object.saveAnalyses(rows);
  const next = more ? parts.at(-1)!.day : "";
  if (next === "" && (fromDay !== "" || parts.length > 0)) await markForReport(db, domainId);
  if (next !== "" || fromDay !== "")
    return void (await env.ANALYSIS_QUEUE.send({ kind: "replay", domainId, fromDay: next } satisfies AnalysisJob));
  await endReplay(db, domainId, rulesKey, mark);
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
