import { slopeOf } from "../trend";
import { shown } from "../stats";
import { MIN_ANSWERS, type Detector } from "./define";

const MIN_RUNS = 4;
/** Points of visibility a day with runs. */
const STEEP = 2;

/** Visibility rises or falls by more than two points a day over at least four days with runs of the window. */
export const risingOrDecaying: Detector = (scene, { trendData }) => {
  const values = trendData.points
    .filter(({ date }) => date >= scene.window.from)
    .flatMap(({ visibilityPercent }) => (visibilityPercent === null ? [] : [visibilityPercent]));
  const slope = slopeOf(values);
  if (values.length < MIN_RUNS || Math.abs(slope) <= STEEP) return [];
  const rises = slope > 0;
  return [
    {
      rule: rises ? "rising" : "decaying",
      entity: scene.domain,
      impact: rises ? 20 : Math.min(90, Math.round(50 + 4 * -slope)),
      title: rises ? "Visibility is rising" : "Visibility is falling",
      detail: `${rises ? "Up" : "Down"} ${shown(Math.abs(slope))} points a day over ${values.length} days, to ${shown(values.at(-1)!)} %.`,
      numbers: { slope: Math.round(slope * 100) / 100, days: values.length, visibilityPercent: values.at(-1)! },
    },
  ];
};

/** A name that the week before did not have. */
export const newCompetitor: Detector = (scene, { competitorLandscape }) =>
  competitorLandscape.newEntrants.map((name) => {
    const answers = scene.current.filter(({ competitors }) => competitors.some(([each]) => each === name));
    return {
      rule: "new_competitor",
      entity: name,
      impact: Math.min(70, 25 + 5 * answers.length),
      title: `New in the answers: ${name}`,
      detail: `Named in ${answers.length} answers of this window and in none of the week before.`,
      numbers: { responses: answers.length },
      promptIds: [...new Set(answers.map(({ promptId }) => promptId))],
      answers: answers.toReversed(),
    };
  });

/** The tone is bad on average, or single answers are very negative. */
export const negativeSentiment: Detector = (scene, { stats }) => {
  const bad = scene.current.filter(({ position, sentiment }) => position > 0 && sentiment <= -0.5);
  const isLow = stats.mentions >= MIN_ANSWERS && stats.avgSentiment < -0.2;
  if (!isLow && bad.length === 0) return [];
  return [
    {
      rule: "negative_sentiment",
      entity: scene.domain,
      impact: isLow ? 85 : Math.min(70, 40 + 5 * bad.length),
      title: isLow ? "The tone is negative" : "Some answers speak badly of the brand",
      detail: `Average tone ${shown(stats.avgSentiment)} over ${stats.mentions} answers; ${bad.length} clearly negative.`,
      numbers: { avgSentiment: stats.avgSentiment, negativeResponses: bad.length, mentions: stats.mentions },
      promptIds: [...new Set(bad.map(({ promptId }) => promptId))],
      answers: bad.toSorted((a, b) => a.sentiment - b.sentiment),
    },
  ];
};

/** Too few answers for the numbers to mean much. */
export const thinData: Detector = (scene, { stats }) =>
  stats.responses >= 10
    ? []
    : [
        {
          rule: "thin_data",
          entity: scene.domain,
          impact: 15,
          title: "Too few answers to judge by",
          detail: `${stats.responses} answers in this window: with fewer than ten, chance decides. Add prompts or providers.`,
          numbers: { responses: stats.responses, prompts: stats.prompts },
        },
      ];
