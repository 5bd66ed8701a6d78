import type { Delta, Headline, ReportV3 } from "./schema";
import { headlineOf } from "./headline";

/** A figure of the week and of the week before: percent, a position from 1, or a tone from −1 to 1. `clear`: more than chance. */
export interface KeyFigure {
  figure: "visibility" | "branded" | "shareOfVoice" | "position" | "tone" | "citations";
  now: number | null;
  before: number | null;
  clear: boolean;
}

/** What a report shows first, on its page and in its document. `branded` only if it has a figure of its own. */
export function keyFigures(stats: ReportV3["stats"]): KeyFigure[] {
  const head = headlineOf(stats);
  const { change } = head;
  const row = (figure: KeyFigure["figure"], now: number | null, { previous, significant }: Delta): KeyFigure => ({
    figure,
    now,
    before: previous,
    clear: significant,
  });
  const { avgTone = null, previousTone } = stats;
  const tone = stats.change.avgSentiment;
  const before = previousTone?.avgTone ?? null;
  const sameWay = avgTone !== null && before !== null && Math.sign(avgTone - before) === Math.sign(tone.delta ?? 0);
  const apart = stats.headline !== undefined && stats.branded.responses > 0;
  return [
    row("visibility", head.visibility.value, change.visibility),
    ...(apart ? [{ figure: "branded" as const, now: stats.branded.visibility.value, before: null, clear: false }] : []),
    row("shareOfVoice", head.shareOfVoice, change.shareOfVoice),
    row("position", head.mentions > 0 ? head.avgPosition : null, change.avgPosition),
    { figure: "tone", now: avgTone, before, clear: tone.significant && sameWay },
    row("citations", stats.citationRate.value, stats.change.citationRate),
  ];
}

/** Where the visibility likely lies, in percent: over the prompts if a report has that, else over the answers. */
export const likelyVisibility = ({ visibilityByPrompt, visibility }: Headline): { low: number; high: number } =>
  visibilityByPrompt?.interval ?? visibility;

/** Whether a funnel can tell of an audit. Of one that was never run, nothing is said. */
export const tellsOfAudit = ({ auditKnown, auditedPages, checkedPages }: NonNullable<ReportV3["funnel"]>): boolean =>
  (auditKnown ?? auditedPages > 0) && checkedPages > 0;
