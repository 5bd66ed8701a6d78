import { median } from "../../../../lib/median";
import { shown } from "../stats";
import { MIN_ANSWERS, type Detector, type Parts } from "./define";

const judged = ({ providerInsights }: Parts) => providerInsights.filter(({ responses }) => responses >= MIN_ANSWERS);

/**
 * One of at least three providers names the brand in less than 30 % of its answers, 25 points or more below the median
 * of the others.
 */
export const providerGap: Detector = (scene, parts) => {
  const providers = judged(parts);
  if (providers.length < 3) return [];
  return providers.flatMap(({ provider, visibilityPercent: own }) => {
    const others = median(providers.filter((each) => each.provider !== provider).map((each) => each.visibilityPercent));
    if (own >= 30 || others - own < 25) return [];
    return {
      rule: "provider_gap",
      entity: provider,
      impact: Math.min(90, Math.round(40 + (others - own) / 2)),
      title: `${provider} names ${scene.brand.name} far less than the others`,
      detail: `${shown(own)} % of its answers, compared with a median of ${shown(others)} % for the other providers.`,
      numbers: { visibilityPercent: own, othersMedian: others, gap: Math.round((others - own) * 10) / 10 },
      providers: [provider],
      answers: scene.byProvider
        .get(provider)!
        .filter(({ position }) => position === 0)
        .toReversed(),
    };
  });
};

/** All visibility comes from one provider: it is at 50 % or more, all others below 30 %. */
export const singleProviderSave: Detector = (scene, parts) => {
  const providers = judged(parts);
  const strong = providers.filter(({ visibilityPercent }) => visibilityPercent >= 50);
  const [only] = strong;
  const restIsWeak = providers.every((each) => each === only || each.visibilityPercent < 30);
  if (providers.length < 2 || strong.length !== 1 || !only || !restIsWeak) return [];
  return [
    {
      rule: "single_provider_save",
      entity: only.provider,
      impact: 65,
      title: `Only ${only.provider} names ${scene.brand.name} often`,
      detail: `${shown(only.visibilityPercent)} % there, but below 30 % everywhere else. A change in that provider's sources could end it.`,
      numbers: { visibilityPercent: only.visibilityPercent, providers: providers.length },
      providers: [only.provider],
    },
  ];
};
