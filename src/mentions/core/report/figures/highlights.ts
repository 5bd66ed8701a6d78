import type { AnswerFact } from "../../statistics/fact";
import { clearAmong, persistenceOf, testChange, type Sample } from "../../statistics/change-test";
import { percent, rankedCompetitors, tallyOf } from "../../statistics/tally";
import type { ReportV3 } from "./schema";
import { visibilityOf, type ReportPrompt, type Scene } from "./scene";

const LISTED = 5;
/** Smallest change in visibility worth reporting, in percentage points. */
const NOTABLE = 10;

/**
 * Prompts that clearly gained or lost most since the previous week, tested as one family, and prompts where only
 * competitors are named.
 */
export function promptHighlights(scene: Scene): ReportV3["promptHighlights"] {
  const before = Map.groupBy(scene.previous, (fact) => fact.promptId);
  const all = scene.prompts
    .filter(({ id }) => scene.byPrompt.has(id))
    .map((prompt) => highlight(scene, prompt, before.get(prompt.id)));
  const gain = (each: (typeof all)[number]) =>
    each.visibilityPercent - (each.previousVisibilityPercent ?? each.visibilityPercent);
  const notable = all.filter((each) => Math.abs(gain(each)) >= NOTABLE);
  const persistence = persistenceOf(samples(scene.facts), scene.window.from);
  const changes = notable.map(({ promptId }) =>
    testChange(samples(before.get(promptId)), samples(scene.byPrompt.get(promptId)), persistence),
  );
  const compared = all.filter(({ previousVisibilityPercent }) => previousVisibilityPercent !== null).length;
  // Prompts that hardly moved count as tests too: choosing the ones that did is itself a look for chance.
  const clear = clearAmong([...changes.map(({ p }) => p), ...Array<number>(compared - notable.length).fill(1)]);
  const moved = notable.filter((each, i) => clear[i] && Math.sign(changes[i]!.shift ?? 0) === Math.sign(gain(each)));
  const sorted = (list: typeof all, by: (each: (typeof all)[number]) => number) =>
    list.toSorted((a, b) => by(b) - by(a) || (a.promptId < b.promptId ? -1 : 1)).slice(0, LISTED);
  return {
    wins: sorted(
      moved.filter((each) => gain(each) > 0),
      gain,
    ),
    losses: sorted(
      moved.filter((each) => gain(each) < 0),
      (each) => -gain(each),
    ),
    gaps: sorted(
      all.filter((each) => each.visibilityPercent === 0 && each.topCompetitor !== null),
      (each) => each.responses,
    ),
  };
}

const samples = (facts: readonly AnswerFact[] = []): Sample[] =>
  facts.map(({ promptId, provider, dateUtc: day, position }) => ({
    promptId,
    provider,
    day,
    value: Number(position > 0),
  }));

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
