import { slopeOf } from "../trend";
import { shown } from "../stats";
import { MIN_ANSWERS, type Detector } from "./define";

const MIN_RUNS = 4;
/** Percentage points of visibility per day with runs. */
const STEEP = 2;

/** Visibility rises or falls by more than two points per day, over at least four days with runs in the window. */
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
      detail: `${rises ? "Up" : "Down"} ${shown(Math.abs(slope))} points per day over ${values.length} days, to ${shown(values.at(-1)!)} %.`,
      numbers: { slope: Math.round(slope * 100) / 100, days: values.length, visibilityPercent: values.at(-1)! },
    },
  ];
};

/** A competitor that was not named in the previous week. */
export const newCompetitor: Detector = (scene, { competitorLandscape }) =>
  competitorLandscape.newEntrants.map((name) => {
    const answers = scene.current.filter(({ competitors }) => competitors.some(([each]) => each === name));
    return {
      rule: "new_competitor",
      entity: name,
      impact: Math.min(70, 25 + 5 * answers.length),
      title: `New in the answers: ${name}`,
      detail: `Named in ${answers.length} answers in this window and in none in the previous week.`,
      numbers: { responses: answers.length },
      promptIds: [...new Set(answers.map(({ promptId }) => promptId))],
      answers: answers.toReversed(),
    };
  });

/** The average tone is negative, or single answers are very negative. */
export const negativeSentiment: Detector = (scene, { stats }) => {
  const bad = scene.current.filter(({ position, sentiment }) => position > 0 && sentiment <= -0.5);
  const isLow = stats.mentions >= MIN_ANSWERS && stats.avgSentiment < -0.2;
  if (!isLow && bad.length === 0) return [];
  return [
    {
      rule: "negative_sentiment",
      entity: scene.domain,
      impact: isLow ? 85 : Math.min(70, 40 + 5 * bad.length),
      title: isLow ? "The tone is negative" : "Some answers are negative about the brand",
      detail: `Average tone ${shown(stats.avgSentiment)} over ${stats.mentions} answers, ${bad.length} of them clearly negative.`,
      numbers: { avgSentiment: stats.avgSentiment, negativeResponses: bad.length, mentions: stats.mentions },
      promptIds: [...new Set(bad.map(({ promptId }) => promptId))],
      answers: bad.toSorted((a, b) => a.sentiment - b.sentiment),
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
