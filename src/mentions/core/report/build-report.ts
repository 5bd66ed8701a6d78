import { PROVIDERS } from "../provider";
import { actionItems } from "./actions";
import { promptHighlights } from "./figures/highlights";
import { funnelLinks } from "./advice";
import { competitorLandscape } from "./figures/landscape";
import { citationOpportunities } from "./figures/opportunities";
import { providerInsights } from "./figures/providers";
import { sceneOf, type ReportInput, type Scene } from "./figures/scene";
import type { ReportV3 } from "./figures/schema";
import { reportStats } from "./figures/stats";
import { quickSummary } from "./summary";
import { trendData } from "./figures/trend";

/** Increase this when a formula changes, so that readers know when two reports are not comparable. */
const FORMULA_VERSION = 1;
/** Number of prompts from which results are more than a first indication (IAB, Measuring Visibility in the AI Era). */
const DIRECTIONAL_PROMPTS = 50;
const DECISION_RESPONSES = 1000;

function methodOf(scene: Scene, stats: ReportV3["stats"]): ReportV3["method"] {
  const prompts = scene.prompts.length;
  const directional = prompts < DIRECTIONAL_PROMPTS ? "exploratory" : "directional";
  const caveats = [
    "Answers come from the providers' APIs, which differ from their apps.",
    stats.confidence === "too_thin" && "Fewer than ten answers, so the confidence intervals are wide.",
    scene.openRuns > 0 && `Runs still in progress when this report was made: ${scene.openRuns}.`,
    stats.errors > 0 && `Failed runs: ${stats.errors}. They count neither for nor against the brand.`,
    stats.branded.responses > 0 && "Prompts that name the brand inflate its visibility; compare branded and unbranded.",
    scene.previous.length === 0 && "The previous week has no answers to compare with.",
  ].filter((caveat): caveat is string => typeof caveat === "string");
  return {
    formulaVersion: FORMULA_VERSION,
    surfaces: PROVIDERS.flatMap((provider) => {
      const known = scene.models.find((each) => each.provider === provider);
      return known ? { provider, model: known.model, webSearch: true } : [];
    }),
    quality: directional === "directional" && stats.responses >= DECISION_RESPONSES ? "decision" : directional,
    caveats,
  };
}

/** Builds a report from data alone. Deterministic: the order of the rows does not matter. */
export function buildReport(input: ReportInput): ReportV3 {
  const scene = sceneOf(input);
  const { window } = input;
  const parts = {
    stats: reportStats(scene),
    providerInsights: providerInsights(scene),
    competitorLandscape: competitorLandscape(scene),
    trendData: trendData(scene),
  };
  const body = {
    ...parts,
    brand: input.brand,
    actionItems: actionItems(scene, parts),
    citationOpportunities: citationOpportunities(scene),
  };
  return {
    version: "v3",
    generatedAt: new Date(input.now).toISOString(),
    domain: input.domain,
    window: { from: window.from, to: window.to, previousFrom: window.previousFrom, previousTo: window.previousTo },
    method: methodOf(scene, parts.stats),
    ...(input.crawl.funnel && { funnel: { ...input.crawl.funnel, links: funnelLinks(input.domain) } }),
    quickSummary: quickSummary(body),
    providerCount: parts.providerInsights.length,
    promptHighlights: promptHighlights(scene),
    ...body,
  };
}
