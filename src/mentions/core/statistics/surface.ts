import { AI_PROVIDERS, type Provider } from "../../../lib/ai-providers";

export const SURFACES = ["api", "consumer"] as const;
export type Surface = (typeof SURFACES)[number];

export const surfaceOf = (provider: Provider): Surface => AI_PROVIDERS[provider].surface;

/**
 * The surface whose answers a figure counts. What people see on a page differs from what an API answers, so one figure
 * never has both: that of the APIs, or of what people see if no API was asked.
 */
export const mainSurface = (facts: ReadonlyArray<{ provider: Provider }>): Surface =>
  facts.length > 0 && facts.every(({ provider }) => surfaceOf(provider) === "consumer") ? "consumer" : "api";
