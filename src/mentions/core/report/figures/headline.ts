import type { Headline, ReportV3 } from "./schema";

/** The figures that a report begins with: without the prompts that name the brand, if there are others. */
export const headlineOf = (stats: ReportV3["stats"]): Headline => stats.headline ?? stats;

/** Takes those figures from the statistics of unbrandedScene. */
export function headlineFrom(stats: ReportV3["stats"]): Headline {
  const { change } = stats;
  return {
    prompts: stats.prompts,
    promptsRun: stats.promptsRun,
    responses: stats.responses,
    mentions: stats.mentions,
    visibility: stats.visibility,
    visibilityByPrompt: stats.visibilityByPrompt,
    shareOfVoice: stats.shareOfVoice,
    avgPosition: stats.avgPosition,
    firstPositionRate: stats.firstPositionRate,
    change: { visibility: change.visibility, shareOfVoice: change.shareOfVoice, avgPosition: change.avgPosition },
  };
}
