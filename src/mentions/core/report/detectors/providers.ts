import { AI_PROVIDERS } from "../../../../lib/ai-providers";
import type { Provider } from "../../provider";
import type { Interval } from "../../statistics/interval";
import { clusteredInterval, promptRates } from "../../statistics/prompt-mean";
import type { Scene } from "../figures/scene";
import { median } from "../../../../lib/numbers/median";
import { asPercent } from "../figures/stats";
import { MIN_ANSWERS, type Detector, type Parts } from "./define";

/** How often each prompt's answers by a provider, or by all others, name the brand. */
const rates = (scene: Scene, provider: Provider, isOwn: boolean) =>
  clusteredInterval(promptRates(scene.current.filter((fact) => (fact.provider === provider) === isOwn)));
/** Whether the 95% intervals part, the first above. */
const parts = (high: Interval, low: Interval) => high.low > low.high;

/** Providers with enough answers, of the scene's surface alone. */
const judged = ({ surface: own }: Scene, { providerInsights }: Parts) =>
  providerInsights.filter(({ responses, surface }) => responses >= MIN_ANSWERS && surface === own);

/**
 * One of at least three providers names the brand in less than 30% of its answers, 25 points or more below the median
 * of the others.
 */
export const providerGap: Detector = (scene, report) => {
  const providers = judged(scene, report);
  if (providers.length < 3) return [];
  return providers.flatMap(({ provider, visibilityPercent: own }) => {
    const others = median(providers.filter((each) => each.provider !== provider).map((each) => each.visibilityPercent));
    if (own >= 30 || others - own < 25 || !parts(rates(scene, provider, false), rates(scene, provider, true)))
      return [];
    return {
      rule: "provider_gap",
      entity: provider,
      impact: Math.min(90, Math.round(40 + (others - own) / 2)),
      title: `${AI_PROVIDERS[provider].label} names ${scene.brand.name} far less than the others`,
      detail: `${asPercent(own)} of its answers, compared with a median of ${asPercent(others)} for the other providers.`,
      numbers: { visibilityPercent: own, othersMedian: others, gap: Math.round((others - own) * 10) / 10 },
      providers: [provider],
      answers: scene.byProvider
        .get(provider)!
        .filter(({ position }) => position === 0)
        .toReversed(),
    };
  });
};

/** All visibility comes from one provider: it is at 50% or more, all others below 30%. */
export const singleProviderSave: Detector = (scene, report) => {
  const providers = judged(scene, report);
  const strong = providers.filter(({ visibilityPercent }) => visibilityPercent >= 50);
  const [only] = strong;
  const restIsWeak = providers.every((each) => each === only || each.visibilityPercent < 30);
  if (providers.length < 2 || strong.length !== 1 || !only || !restIsWeak) return [];
  if (!parts(rates(scene, only.provider, true), rates(scene, only.provider, false))) return [];
  return [
    {
      rule: "single_provider_save",
      entity: only.provider,
      impact: 65,
      title: `Only ${AI_PROVIDERS[only.provider].label} names ${scene.brand.name} often`,
      detail: `${asPercent(only.visibilityPercent)} there, but below 30% everywhere else. A change in that provider's sources could end it.`,
      numbers: { visibilityPercent: only.visibilityPercent, providers: providers.length },
      providers: [only.provider],
    },
  ];
};
