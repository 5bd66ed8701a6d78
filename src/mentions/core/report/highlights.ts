import { percent, rankedCompetitors, tallyOf } from "../statistics/tally";
import type { ReportV3 } from "./schema";
import { visibilityOf, type ReportPrompt, type Scene } from "./scene";

const LISTED = 5;
/** Smallest change in visibility worth reporting, in percentage points. */
const NOTABLE = 10;

/** Prompts that gained or lost most since the previous week, and prompts where only competitors are named. */
export function promptHighlights(scene: Scene): ReportV3["promptHighlights"] {
  const before = Map.groupBy(scene.previous, (fact) => fact.promptId);
  const all = scene.prompts
    .filter(({ id }) => scene.byPrompt.has(id))
    .map((prompt) => highlight(scene, prompt, before.get(prompt.id)));
  const gain = (each: (typeof all)[number]) =>
    each.visibilityPercent - (each.previousVisibilityPercent ?? each.visibilityPercent);
  const sorted = (by: (each: (typeof all)[number]) => number) =>
    all.toSorted((a, b) => by(b) - by(a) || (a.promptId < b.promptId ? -1 : 1));
  return {
    wins: sorted(gain)
      .filter((each) => gain(each) >= NOTABLE)
      .slice(0, LISTED),
    losses: sorted((each) => -gain(each))
      .filter((each) => gain(each) <= -NOTABLE)
      .slice(0, LISTED),
    gaps: sorted((each) => each.responses)
      .filter((each) => each.visibilityPercent === 0 && each.topCompetitor !== null)
      .slice(0, LISTED),
  };
}

function highlight(scene: Scene, { id, text }: ReportPrompt, before: Scene["current"] | undefined) {
  const tally = tallyOf(scene.byPrompt.get(id)!, scene.counts);
  return {
    promptId: id,
    promptText: text,
    responses: tally.responses,
    visibilityPercent: percent(tally.mentions, tally.responses),
    previousVisibilityPercent: before ? Math.round(10 * visibilityOf(before)) / 10 : null,
    topCompetitor: rankedCompetitors(tally)[0]?.[0] ?? null,
  };
}
