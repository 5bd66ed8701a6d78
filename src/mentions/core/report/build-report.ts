import { PROVIDERS } from "../provider";
import { actionItems } from "./actions";
import { promptHighlights } from "./highlights";
import { competitorLandscape } from "./landscape";
import { citationOpportunities } from "./opportunities";
import { providerInsights } from "./providers";
import { sceneOf, type ReportInput, type Scene } from "./scene";
import type { ReportV3 } from "./schema";
import { reportStats } from "./stats";
import { quickSummary } from "./summary";
import { trendData } from "./trend";

/** Raised when a formula changes, so that two reports are compared knowingly. */
const FORMULA_VERSION = 1;
/** Prompts from which on numbers are more than a first look (IAB, Measuring Visibility in the AI Era). */
const DIRECTIONAL_PROMPTS = 50;
const DECISION_RESPONSES = 1000;

function methodOf(scene: Scene, stats: ReportV3["stats"]): ReportV3["method"] {
  const prompts = scene.prompts.length;
  const directional = prompts < DIRECTIONAL_PROMPTS ? "exploratory" : "directional";
  const caveats = [
    "Answers come from the providers' APIs, which differ from their apps.",
    stats.confidence === "too_thin" && "Fewer than ten answers: the intervals are wide.",
    scene.openRuns > 0 && `${scene.openRuns} runs had not ended when this was made.`,
    stats.errors > 0 && `${stats.errors} runs failed; they count neither for nor against the brand.`,
    stats.branded.responses > 0 && "Prompts that name the brand raise its visibility; see branded and unbranded.",
    scene.previous.length === 0 && "The week before has no answers to compare with.",
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

/** Makes a report of the data alone: the same input gives the same report, in whatever order the rows come. */
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
    quickSummary: quickSummary(body),
    providerCount: parts.providerInsights.length,
    promptHighlights: promptHighlights(scene),
    ...body,
  };
}
