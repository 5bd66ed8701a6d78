import { shownAnswer } from "../answers/shown-answer";
import type { ReadRun } from "../answers/runs-with-answers";
import { titledPages } from "../core/analysis/citations";
import { failureText } from "../core/failure-kinds";
import type { PromptRow } from "../repo/prompts";

/** docs/prompts.md. */
export function presentPrompt(row: PromptRow) {
  return {
    id: row.id,
    promptText: row.promptText,
    intent: row.intent,
    active: row.active,
    aiProviders: row.providers,
    tags: row.tags,
    personaLocation: row.personaLocation,
    monitorInterval: row.monitorInterval,
    createdAt: new Date(row.createdAt).toISOString(),
  };
}

/** docs/prompts.md. */
export function presentPromptRun(read: ReadRun) {
  const { run, answer } = read;
  const analysis = read.analysis?.analysis;
  const { model, ...columns } = shownAnswer(read);
  return {
    id: run.id,
    promptId: run.promptId,
    dateUtc: run.dateUtc,
    provider: run.provider,
    status: run.status,
    rawResponse: columns.rawResponse,
    mentionPosition: columns.mentionPosition,
    citationCount: columns.citationCount,
    sentiment: columns.sentiment,
    analysisText: failureText(run.errorCode, columns.analysisText),
    competitorMentions: columns.competitorMentions,
    citationDomains: columns.citationDomains,
    createdAt: new Date(run.createdAt).toISOString(),
    mentions: analysis?.mentions ?? [],
    denied: analysis?.denied ?? [],
    unsure: analysis?.unsure ?? [],
    toneMixed: analysis?.toneMixed ?? null,
    tones: analysis?.tones ?? [],
    byRules: analysis?.byRules ?? null,
    citations: analysis && answer ? titledPages(answer.citations, analysis) : [],
    analysisMethod: analysis?.method ?? null,
    toneFound: analysis?.toneFound ?? null,
    toneEvidence: analysis?.toneEvidence ?? null,
    recommended: analysis?.recommended ?? null,
    inflections: analysis?.inflections ?? [],
    truncated: answer?.stop === "truncated",
    model,
    attempts: run.attempts,
    errorCode: run.errorCode,
    searchQueries: answer?.search?.queries ?? [],
  };
}
