import { PROVIDERS } from "../provider";
import { actionItems } from "./actions";
import { methodNotes } from "./method";
import { promptHighlights } from "./figures/highlights";
import { funnelLinks } from "./advice";
import { competitorLandscape } from "./figures/landscape";
import { citationOpportunities } from "./figures/opportunities";
import { providerInsights } from "./figures/providers";
import { sceneOf, unbrandedScene, type ReportInput, type Scene } from "./figures/scene";
import type { ReportV3 } from "./figures/schema";
import { headlineFrom } from "./figures/headline";
import { counted, reportStats } from "./figures/stats";
import { quickSummary } from "./summary";
import { trendData } from "./figures/trend";

/** Increase this when a formula changes, so that readers know when two reports are not comparable. */
const FORMULA_VERSION = 2;
/** Number of prompts from which results are more than a first indication (IAB, Measuring Visibility in the AI Era). */
const DIRECTIONAL_PROMPTS = 50;
const DECISION_RESPONSES = 1000;

function methodOf(scene: Scene, stats: ReportV3["stats"]): ReportV3["method"] {
  const prompts = scene.prompts.length;
  const directional = prompts < DIRECTIONAL_PROMPTS ? "exploratory" : "directional";
  const caveats = [
    scene.surface === "api"
      ? "Answers come from the providers' APIs, which differ from their apps."
      : "Answers are what people see, read by a scraping service. They may differ from person to person.",
    scene.apart.length > 0 &&
      `${counted(scene.apart.length, "answer")} of what people see stand only in the list of providers; no other figure counts them.`,
    stats.confidence === "too_thin" && "Fewer than ten answers, so the confidence intervals are wide.",
    scene.openRuns > 0 && `Runs still in progress when this report was made: ${scene.openRuns}.`,
    stats.errors > 0 && `Failed runs: ${stats.errors}. They count neither for nor against the brand.`,
    stats.headline
      ? `Visibility, position, share of voice, providers and competitors leave out ${counted(stats.branded.prompts, "prompt")} whose text names the brand, because answers to such a prompt name it anyway.`
      : stats.branded.responses > 0 && "Every prompt names the brand, which inflates its visibility.",
    scene.previous.length === 0 && "The previous week has no answers to compare with.",
  ].filter((caveat): caveat is string => typeof caveat === "string");
  const surfaces = PROVIDERS.flatMap((provider) => {
    const known = scene.models.find((each) => each.provider === provider);
    return known ? { provider, model: known.model, webSearch: true } : [];
  });
  const quality = directional === "directional" && stats.responses >= DECISION_RESPONSES ? "decision" : directional;
  const notes = methodNotes({ stats, window: scene.window }, { surfaces, quality });
  return { formulaVersion: FORMULA_VERSION, surfaces, quality, caveats, notes };
}

/** Builds a report from data alone. Deterministic: the order of the rows does not matter. */
export function buildReport(input: ReportInput): ReportV3 {
  const scene = sceneOf(input);
  const { window } = input;
  const fair = unbrandedScene(scene);
  const all = reportStats(scene);
  const fairStats = fair === scene ? all : reportStats(fair);
  const parts = {
    stats: fair === scene ? all : { ...all, headline: headlineFrom(fairStats) },
    providerInsights: providerInsights(fair),
    competitorLandscape: competitorLandscape(fair),
    trendData: trendData(scene),
  };
  const body = {
    ...parts,
    brand: input.brand,
    actionItems: actionItems(scene, parts, { scene: fair, parts: { ...parts, stats: fairStats } }),
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
