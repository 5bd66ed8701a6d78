import { findDomainById, type DomainRow } from "../../accounts";
import { openDb } from "../../db/client";
import type { Bindings } from "../../env";
import { log } from "../../lib/text/log";
import { MINUTE_MS } from "../../lib/time/time";
import {
  ANALYSIS_VERSION,
  analyseByRules,
  analyseWithJudgement,
  compileRules,
  rulesKeyOf,
} from "../core/analysis/analyse";
import type { Analysis } from "../core/analysis/types";
import type { PromptProgress } from "../core/progress";
import { watchCited } from "../../prerender";
import { loadWords } from "./load-words";
import { judgeAnswer } from "./judge-answer";
import { mayJudge } from "../providers/judge";
import { answersOf } from "../answers/answers-of";
import { readParts } from "../answers/read-parts";
import { answerKeyOf } from "../answers/runs-with-answers";
import { newAnalysis, type StoredAnswer } from "../answers/stored-answer";
import { acceptAnalysis, claimAnalysis, failRun, type PromptRunRow } from "../repo/runs";
import { scheduleNext } from "./schedule-next";
import { subjectOf } from "./subject";

/**
 * How long an analysis stays claimed. Rules take milliseconds, a language model minutes; after that another worker
 * takes over.
 */
const leaseMs = (env: Bindings) => (mayJudge(env) ? 5 : 1) * MINUTE_MS;
/** Limits attempts, so that an analysis that keeps failing doesn't keep the run open forever. */
const MAX_ATTEMPTS = 5;

/** Analyses a stored answer and ends the run as `ok`. Never calls the provider again. Idempotent. */
export async function analyseAnswer(env: Bindings, runId: string, clock: () => number): Promise<PromptProgress> {
  const db = openDb(env.DB);
  const token = crypto.randomUUID();
  const now = clock();
  const run = await claimAnalysis(db, runId, { token, now, leaseUntil: now + leaseMs(env) });
  if (!run) return { done: true };
  try {
    await loadWords(env);
    const { domain, analysis, rulesKey } = await analysisOf(env, run, clock);
    const row = newAnalysis(answerKeyOf(run), analysis, { version: ANALYSIS_VERSION, rulesKey });
    const replaces = { attempt: run.analysisAttempts };
    const stored = await answersOf(env, run.domainId).saveAnalyses([{ row, replaces }]);
    if (stored > 0 && (await acceptAnalysis(db, run.id, token, { rulesKey, now: clock() })))
      await scheduleNext(env, run);
    await watchPages(env, domain, analysis, now);
    return { done: true };
  } catch (error) {
    log("error", "analysis_failed", { runId, attempt: run.analysisAttempts, error: String(error) });
    if (run.analysisAttempts < MAX_ATTEMPTS) return { againAt: now + leaseMs(env) };
    const text = "The answer could not be analysed.";
    await failRun(db, run, token, { code: "analysis_failed", text, now: clock(), makeUpAt: null });
    return { done: true };
  }
}

async function analysisOf(
  env: Bindings,
  run: PromptRunRow,
  clock: () => number,
): Promise<{ domain: DomainRow; analysis: Analysis; rulesKey: string }> {
  const domain = await findDomainById(openDb(env.DB), run.domainId);
  if (!domain) throw new Error("a run outlived its domain");
  const subject = subjectOf(domain);
  const { text, citations, stop } = await answerOf(env, run);
  const answer = { text, citations, truncated: stop === "truncated" };
  const judgement = await judgeAnswer(env, run, text, subject, clock);
  const analysis = judgement
    ? analyseWithJudgement(subject, answer, judgement)
    : analyseByRules(compileRules(subject), answer);
  return { domain, analysis, rulesKey: rulesKeyOf(subject) };
}

/** Has versions of the cited pages kept. An answer counts without that. */
async function watchPages(env: Bindings, domain: DomainRow, { ownCitations }: Analysis, now: number): Promise<void> {
  if (ownCitations.length === 0) return;
  await watchCited(env, domain, ownCitations, now).catch((error: unknown) =>
    log("warn", "cited_pages_not_watched", { domainId: domain.id, error: String(error) }),
  );
}

async function answerOf(env: Bindings, run: PromptRunRow): Promise<StoredAnswer> {
  const { parts } = await answersOf(env, run.domainId).answersOfRuns([answerKeyOf(run)], Number.MAX_SAFE_INTEGER);
  const [part] = parts;
  const [read] = part?.attempt === run.attempts ? await readParts(env, run.domainId, [part]) : [];
  if (!read) throw new Error("an answered run has no answer");
  return read.answer;
}
