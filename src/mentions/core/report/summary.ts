import { shown } from "./stats";
import type { ReportV3 } from "./schema";

type Summarised = Pick<
  ReportV3,
  "stats" | "brand" | "actionItems" | "competitorLandscape" | "providerInsights" | "citationOpportunities"
>;

const MAX_BULLETS = 6;

function headlineOf({ stats, brand }: Summarised): string {
  if (stats.responses === 0) return `No answers about ${brand.name} in this window.`;
  const { delta, significant } = stats.change.visibility;
  const moved =
    delta === null
      ? ""
      : significant
        ? `, ${delta > 0 ? "up" : "down"} ${shown(Math.abs(delta))} points`
        : ", no clear change";
  const care = stats.confidence === "too_thin" ? " There are too few answers for a reliable figure." : "";
  return `${brand.name} is named in ${shown(stats.visibility.value)} % of ${stats.responses} answers${moved}.${care}`;
}

/** Summarizes the report in a headline and at most six bullets, built from its numbers with fixed sentences. */
export function quickSummary(report: Summarised): ReportV3["quickSummary"] {
  const { stats, competitorLandscape: landscape, providerInsights, citationOpportunities, actionItems } = report;
  const asked = providerInsights.filter(({ responses }) => responses > 0);
  const best = asked.toSorted((a, b) => b.visibilityPercent - a.visibilityPercent)[0];
  const worst = asked.toSorted((a, b) => a.visibilityPercent - b.visibilityPercent)[0];
  const top = actionItems.find(({ status }) => status !== "resolved");
  const [rival] = landscape.competitors;
  const [source] = citationOpportunities;
  const bullets = [
    stats.mentions > 0 &&
      `Average position ${shown(stats.avgPosition)}, named first in ${shown(stats.firstPositionRate)} % of its mentions; share of voice ${shown(stats.shareOfVoice)} %.`,
    rival && `Most frequently named competitor: ${rival.name}, in ${shown(rival.presencePct)} % of the answers.`,
    best &&
      worst &&
      best !== worst &&
      `Most visible on ${best.provider} (${shown(best.visibilityPercent)} %), least visible on ${worst.provider} (${shown(worst.visibilityPercent)} %).`,
    stats.responses > 0 && `${shown(stats.citationRate.value)} % of the answers cite your site.`,
    source && `Most promising source: ${source.domain}, cited in ${source.responses} answers.`,
    top && `Top priority: ${top.title}.`,
  ].filter((bullet): bullet is string => typeof bullet === "string");
  return { headline: headlineOf(report), bullets: bullets.slice(0, MAX_BULLETS), source: "rules", llm: null };
}

const NUMBER = /\d+(?:[.,]\d+)*/g;

/**
 * Whether a language model's text only rewords the summary: every number in it occurs in the summary, and it contains
 * no link and no markup. Other texts are not shown.
 */
export function onlyRewords(text: string, summary: ReportV3["quickSummary"]): boolean {
  if (text.trim() === "" || text.length > 1200 || /https?:|www\.|[<>[\]`]/.test(text)) return false;
  const numbers = (of: string) => (of.match(NUMBER) ?? []).map((number) => number.replaceAll(",", "."));
  const known = new Set([summary.headline, ...summary.bullets].flatMap(numbers));
  return numbers(text).every((number) => known.has(number));
}
