import { AI_PROVIDERS } from "../../../../lib/ai-providers";
import type { AnswerFact } from "../../statistics/fact";
import { percent, rankedCompetitors, tallyOf } from "../../statistics/tally";
import { visibilityOf, type Scene } from "../figures/scene";
import { counted, asPercent, shown } from "../figures/stats";
import { MIN_ANSWERS, type Detector } from "./define";

const PROMPT_LEVEL = 90;
const ANSWER_LEVEL = 50;

/** The answers to each prompt that has enough of them, with its text. */
function judged(scene: Scene): Array<{ id: string; text: string; facts: AnswerFact[] }> {
  return scene.prompts.flatMap(({ id, text }) => {
    const facts = scene.byPrompt.get(id) ?? [];
    return facts.length >= MIN_ANSWERS ? [{ id, text, facts }] : [];
  });
}

/** The brand is never named for a prompt, while a competitor is in at least half of the answers. */
export const absentPrompt: Detector = (scene) =>
  judged(scene).flatMap(({ id, text, facts }) => {
    const tally = tallyOf(facts, scene.counts);
    const [top] = rankedCompetitors(tally);
    const share = percent(top?.[1].answers ?? 0, facts.length);
    if (tally.mentions > 0 || top === undefined || share < 50) return [];
    return {
      rule: "absent_prompt",
      entity: id,
      impact: Math.round(40 + share / 2),
      title: `Not named for “${text}”`,
      detail: `${top[0]} is named in ${asPercent(share)} of ${facts.length} answers, but ${scene.brand.name} is named in none.`,
      numbers: { responses: facts.length, mentions: 0, competitorPct: share },
      promptIds: [id],
      rival: top[0],
      answers: facts.filter(({ competitors }) => competitors.some(([name]) => name === top[0])).toReversed(),
    };
  });

/** Named in at least half of a prompt's answers, but on average behind three others. */
export const lowPosition: Detector = (scene) =>
  judged(scene).flatMap(({ id, text, facts }) => {
    const tally = tallyOf(facts, scene.counts);
    const visibility = percent(tally.mentions, tally.responses);
    const position = tally.mentions === 0 ? 0 : tally.positions / tally.mentions;
    if (visibility < 50 || position < 4) return [];
    return {
      rule: "low_position",
      entity: id,
      impact: Math.min(80, Math.round(30 + 5 * position)),
      title: `Ranked low for “${text}”`,
      detail: `${scene.brand.name} is named in ${asPercent(visibility)} of the answers, but at average position ${shown(position)}.`,
      numbers: { visibilityPercent: visibility, avgPosition: Math.round(position * 100) / 100 },
      promptIds: [id],
      answers: facts.filter((fact) => fact.position >= 4).toReversed(),
    };
  });

/**
 * Nearly every prompt names the brand occasionally, but most single answers do not. Visibility by prompt is then
 * misleading.
 */
export const phantomStrength: Detector = (scene, { stats }) => {
  const prompts = Array.from(scene.byPrompt.values());
  const reached = percent(prompts.filter((facts) => facts.some(({ position }) => position > 0)).length, prompts.length);
  if (prompts.length < 3 || reached < PROMPT_LEVEL || stats.visibility.value >= ANSWER_LEVEL) return [];
  return [
    {
      rule: "phantom_strength",
      entity: scene.domain,
      // The headline says as much: it counts answers, not prompts.
      impact: 35,
      title: "Visibility by prompt hides how rarely answers name the brand",
      detail: `${asPercent(reached)} of the prompts name ${scene.brand.name} at least once, but only ${asPercent(stats.visibility.value)} of the answers do.`,
      numbers: { promptLevelPct: reached, responseLevelPct: stats.visibility.value, prompts: prompts.length },
    },
  ];
};

/** The answers of each tag that has enough of them. */
function byTag(scene: Scene): Array<{ tag: string; promptIds: string[]; facts: AnswerFact[] }> {
  const tags = [...new Set(scene.prompts.flatMap((prompt) => prompt.tags))].sort();
  return tags.flatMap((tag) => {
    const promptIds = scene.prompts.filter((prompt) => prompt.tags.includes(tag)).map(({ id }) => id);
    const facts = scene.current.filter(({ promptId }) => promptIds.includes(promptId));
    return facts.length >= MIN_ANSWERS ? [{ tag, promptIds, facts }] : [];
  });
}

const providerRates = (facts: AnswerFact[]) =>
  Array.from(
    Map.groupBy(facts, (fact) => fact.provider),
    ([provider, of]) => ({ provider, rate: visibilityOf(of) }),
  );

/** A topic in which every provider names the brand in less than a tenth of its answers. */
export const deadTopic: Detector = (scene) =>
  byTag(scene).flatMap(({ tag, promptIds, facts }) => {
    if (providerRates(facts).some(({ rate }) => rate >= 10)) return [];
    const visibility = Math.round(visibilityOf(facts) * 10) / 10;
    return {
      rule: "dead_topic",
      entity: tag,
      impact: 75,
      title: `Rarely named in the topic “${tag}”`,
      detail: `Every provider names ${scene.brand.name} in less than 10% of its answers (${counted(facts.length, "answer")}, ${counted(promptIds.length, "prompt")}).`,
      numbers: { responses: facts.length, visibilityPercent: visibility, prompts: promptIds.length },
      promptIds,
      answers: facts.filter(({ competitors }) => competitors.length > 0).toReversed(),
    };
  });

/** A topic with some visibility (20 to 50%) and at least one weak provider. */
export const yellowTopic: Detector = (scene) =>
  byTag(scene).flatMap(({ tag, promptIds, facts }) => {
    const visibility = Math.round(visibilityOf(facts) * 10) / 10;
    const weak = providerRates(facts).filter(({ rate }) => rate < 30);
    if (visibility < 20 || visibility > 50 || weak.length === 0) return [];
    return {
      rule: "yellow_topic",
      entity: tag,
      impact: 45,
      title: `Partly visible in the topic “${tag}”`,
      detail: `${asPercent(visibility)} of ${facts.length} answers name ${scene.brand.name}; providers below 30%: ${weak.map(({ provider }) => AI_PROVIDERS[provider].label).join(", ")}.`,
      numbers: { responses: facts.length, visibilityPercent: visibility },
      providers: weak.map(({ provider }) => provider),
      promptIds,
    };
  });
