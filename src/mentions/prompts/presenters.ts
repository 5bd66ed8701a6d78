import { titledPages } from "../core/analysis/citations";
import type { Analysis } from "../core/analysis/types";
import { failureText } from "../core/failure-kinds";
import type { PromptRow } from "../repo/prompts";
import type { PromptRunRow } from "../repo/runs";

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
export function presentPromptRun(row: PromptRunRow) {
  return {
    id: row.id,
    promptId: row.promptId,
    dateUtc: row.dateUtc,
    provider: row.provider,
    status: row.status,
    rawResponse: row.rawResponse,
    mentionPosition: row.mentionPosition,
    citationCount: row.citationCount,
    sentiment: row.sentiment,
    analysisText: failureText(row.errorCode, row.analysisText),
    competitorMentions: row.competitorMentions,
    citationDomains: row.citationDomains,
    createdAt: new Date(row.createdAt).toISOString(),
    mentions: row.analysis?.mentions ?? [],
    denied: row.analysis?.denied ?? [],
    citations: row.analysis ? titledPages(row.citations ?? [], row.analysis as unknown as Analysis) : [],
    analysisMethod: row.analysis?.method ?? null,
    toneFound: row.analysis?.toneFound ?? null,
    toneEvidence: row.analysis?.toneEvidence ?? null,
    recommended: row.analysis?.recommended ?? null,
    inflections: row.analysis?.inflections ?? [],
    truncated: row.stop === "truncated",
    model: row.model,
    attempts: row.attempts,
    errorCode: row.errorCode,
    searchQueries: row.search?.queries ?? [],
  };
}
