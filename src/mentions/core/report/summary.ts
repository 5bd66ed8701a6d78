import { MIN_ANSWERS } from "./detectors/define";
import { counted, asPercent, shown } from "./figures/stats";
import type { ReportV3 } from "./figures/schema";

type Summarised = Pick<
  ReportV3,
  "stats" | "brand" | "actionItems" | "competitorLandscape" | "providerInsights" | "citationOpportunities"
>;

const MAX_BULLETS = 6;

function headlineOf({ stats, brand }: Summarised): string {
  if (stats.responses === 0) return `No answers about ${brand.name} in this window.`;
  const { shift, delta, significant } = stats.change.visibility;
  const moved =
    delta === null
      ? ""
      : significant && shift !== null
        ? `, ${shift > 0 ? "up" : "down"} ${shown(Math.abs(shift))} points on the week before`
        : ", no clear change";
  const mean = stats.visibilityByPrompt;
  const all = `${asPercent(stats.visibility.value)} of ${counted(stats.responses, "answer")}`;
  const share =
    mean && mean.prompts > 1 ? `${all} (${asPercent(mean.value)} on average over ${mean.prompts} prompts)` : all;
  const care = stats.confidence === "too_thin" ? " There are too few answers for a reliable figure." : "";
  return `${brand.name} is named in ${share}${moved}.${care}`;
}

/** The provider that names the brand most and the one that does least, if their 95% intervals part. */
function extremes(insights: ReportV3["providerInsights"]): string | false {
  const asked = insights.filter(({ responses }) => responses >= MIN_ANSWERS);
  const best = asked.toSorted((a, b) => b.visibilityPercent - a.visibilityPercent)[0];
  const worst = asked.toSorted((a, b) => a.visibilityPercent - b.visibilityPercent)[0];
  if (!best?.interval || !worst?.interval || best.interval.low <= worst.interval.high) return false;
  return `Most visible on ${best.provider} (${asPercent(best.visibilityPercent)}), least visible on ${worst.provider} (${asPercent(worst.visibilityPercent)}).`;
}

/** Summarizes the report in a headline and at most six bullets, built from its numbers with fixed sentences. */
export function quickSummary(report: Summarised): ReportV3["quickSummary"] {
  const { stats, competitorLandscape: landscape, providerInsights, citationOpportunities, actionItems } = report;
  const top = actionItems.find(({ status, rule }) => status !== "resolved" && rule !== "rising");
  const [rival] = landscape.competitors;
  const [source] = citationOpportunities;
  const bullets = [
    stats.mentions > 0 &&
      `Among the names recognised in the answers: average position ${shown(stats.avgPosition)}, first in ${asPercent(stats.firstPositionRate)} of its mentions; share of voice ${asPercent(stats.shareOfVoice)}.`,
    rival && `Most frequently named competitor: ${rival.name}, in ${asPercent(rival.presencePct)} of the answers.`,
    extremes(providerInsights),
    stats.responses > 0 &&
      (stats.citationRate.hits === 0
        ? "No answer cites your site."
        : `${asPercent(stats.citationRate.value)} of the answers cite your site.`),
    source && `Most promising source: ${source.domain}, cited in ${counted(source.responses, "answer")}.`,
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
