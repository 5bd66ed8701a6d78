import type { AnswerFact } from "../../statistics/fact";
import { namedIn, visibilityOf, type Scene } from "../figures/scene";
import { asPercent, shown } from "../figures/stats";
import { MIN_ANSWERS, type Detector } from "./define";

/** Visibility differs from the previous week by more than chance (docs/visibility-report.md, "Changes"). */
export const risingOrDecaying: Detector = (scene, { stats }) => {
  const { current, previous, shift, significant, p } = stats.change.visibility;
  if (!significant || previous === null || shift === null) return [];
  const rises = shift > 0;
  const points = shown(Math.abs(shift));
  return [
    {
      rule: rises ? "rising" : "decaying",
      entity: scene.domain,
      impact: rises ? 20 : Math.min(95, Math.round(60 + Math.abs(shift))),
      title: rises ? "Visibility is rising" : "Visibility is falling",
      detail: `${rises ? "Up" : "Down"} ${points} points on average over the prompts asked in both weeks; of all answers, ${asPercent(current)} name ${scene.brand.name}, after ${asPercent(previous)} in the week before.`,
      numbers: { shift, visibilityPercent: current, previousVisibilityPercent: previous, p },
      promptIds: movedMost(scene, rises),
      answers: changed(scene, rises),
    },
  ];
};

const MOVED = 5;

/** The prompts that moved most in this direction. None of them need have moved clearly on its own. */
function movedMost({ byPrompt, previous }: Scene, rises: boolean): string[] {
  const before = Map.groupBy(previous, ({ promptId }) => promptId);
  return Array.from(byPrompt, ([id, now]) => ({
    id,
    gain: before.has(id) ? (visibilityOf(now) - visibilityOf(before.get(id)!)) * (rises ? 1 : -1) : 0,
  }))
    .filter(({ gain }) => gain > 0)
    .sort((a, b) => b.gain - a.gain || (a.id < b.id ? -1 : 1))
    .slice(0, MOVED)
    .map(({ id }) => id);
}

/** Newest answers that show the direction: with the brand if it rises, without it if it falls. */
function changed(scene: Scene, rises: boolean): AnswerFact[] {
  return scene.current.filter(({ position }) => position > 0 === rises).toReversed();
}

const NAME_P = 0.05;

/**
 * A competitor that no earlier answer of the trend's 30 days names. With few earlier answers, or a name that is rare
 * anyway, its absence proves nothing.
 */
export const newCompetitor: Detector = (scene, { competitorLandscape }) => {
  const earlier = scene.facts.filter(({ dateUtc }) => dateUtc < scene.window.from);
  const seen = new Set(earlier.flatMap((fact) => namedIn(scene, fact)));
  const share = scene.current.length / Math.max(1, scene.facts.length);
  return competitorLandscape.newEntrants.flatMap((name) => {
    const answers = scene.current.filter(({ competitors }) => competitors.some(([each]) => each === name));
    // Chance that all of its answers fall into this window if nothing changed, over all names looked at.
    const p = share ** answers.length * Math.max(1, competitorLandscape.competitors.length);
    if (seen.has(name) || p > NAME_P) return [];
    return {
      rule: "new_competitor",
      entity: name,
      rival: name,
      impact: Math.min(65, Math.round(25 + (60 * answers.length) / scene.current.length)),
      title: `New in the answers: ${name}`,
      detail: `Named in ${answers.length} answers in this window and in none of the ${earlier.length} earlier answers of these 30 days.`,
      numbers: { responses: answers.length, earlierResponses: earlier.length },
      promptIds: [...new Set(answers.map(({ promptId }) => promptId))],
      answers: answers.toReversed(),
    };
  });
};

/** The tone is negative on average where there is one, or single answers are very negative. */
export const negativeSentiment: Detector = (scene, { stats }) => {
  const { avgTone = null, toned = 0, mentions } = stats;
  const bad = scene.current.filter(({ position, sentiment }) => position > 0 && sentiment <= -0.5);
  const isLow = toned >= MIN_ANSWERS && avgTone !== null && avgTone < -0.2;
  if (avgTone === null || (!isLow && bad.length === 0)) return [];
  const some = bad.length === 1 ? "1 is" : `${bad.length} are`;
  const clearly = bad.length === 1 ? "1 answer is clearly" : `${bad.length} answers are clearly`;
  return [
    {
      rule: "negative_sentiment",
      entity: scene.domain,
      impact: isLow ? 85 : Math.min(70, 40 + 5 * bad.length),
      title: isLow ? `The tone is negative: ${avgTone} on average` : `${clearly} negative about ${scene.brand.name}`,
      detail: `${toned} of ${mentions} answers that name ${scene.brand.name} have a tone: ${avgTone} on average, from −1 to 1; ${some} clearly negative.`,
      numbers: { avgTone, tonedResponses: toned, negativeResponses: bad.length, mentions },
      promptIds: [...new Set(bad.map(({ promptId }) => promptId))],
      answers: (bad.length > 0 ? bad : scene.current.filter(({ sentiment }) => sentiment < 0)).toSorted(
        (a, b) => a.sentiment - b.sentiment,
      ),
    },
  ];
};

/** Too few answers for reliable numbers. */
export const thinData: Detector = (scene, { stats }) =>
  stats.responses >= 10
    ? []
    : [
        {
          rule: "thin_data",
          entity: scene.domain,
          impact: 15,
          title: "Too few answers for reliable results",
          detail: `${stats.responses} answers in this window. With fewer than ten, results are mostly chance. Add prompts or providers.`,
          numbers: { responses: stats.responses, prompts: stats.prompts },
        },
      ];
