import type { ReadRun } from "./runs-with-answers";

/** What lists show of an answer. A run that ended without one says why. */
export function shownAnswer({ run, answer, analysis: stored }: ReadRun) {
  const analysis = stored?.analysis;
  return {
    rawResponse: answer?.text ?? "",
    model: answer?.model ?? null,
    mentionPosition: analysis?.mentionPosition ?? 0,
    citationCount: analysis?.citationCount ?? 0,
    sentiment: analysis?.sentiment ?? 0,
    analysisText: analysis?.analysisText ?? run.errorText ?? "",
    competitorMentions: JSON.stringify(analysis?.competitors.map(({ name, count }) => ({ name, count })) ?? []),
    citationDomains: JSON.stringify(analysis?.citationDomains ?? []),
  };
}
