import { AI_PROVIDERS } from "../../../lib/ai-providers";
import { MIN_ANSWERS } from "./detectors/define";
import { headlineOf } from "./figures/headline";
import { asPercent, counted, shown } from "./figures/stats";
import type { ReportV3 } from "./figures/schema";
import type { Surface } from "../statistics/surface";
import { toneText } from "./summary-page";

type Summarised = Pick<
  ReportV3,
  "stats" | "brand" | "actionItems" | "competitorLandscape" | "providerInsights" | "citationOpportunities"
>;

const MAX_BULLETS = 6;

function headlineText({ stats, brand }: Summarised): string {
  if (stats.responses === 0) return `No answers about ${brand.name} in this window.`;
  const head = headlineOf(stats);
  const { shift, delta, significant } = head.change.visibility;
  const moved =
    delta === null
      ? ""
      : significant && shift !== null
        ? `, ${shift > 0 ? "up" : "down"} ${shown(Math.abs(shift))} points on the week before`
        : ", no clear change";
  const mean = head.visibilityByPrompt;
  const all = `${asPercent(head.visibility.value)} of ${counted(head.responses, "answer")}`;
  const share =
    mean && mean.prompts > 1 && asPercent(mean.value) !== asPercent(head.visibility.value)
      ? `${all} (${asPercent(mean.value)} on average over ${mean.prompts} prompts)`
      : all;
  const care = stats.confidence === "too_thin" ? " There are too few answers for a reliable figure." : "";
  return `${brand.name} is named in ${share}${moved}.${apartText(stats, brand)}${care}`;
}

/** What the prompts that name the brand would add, which is no news about how people find it. */
function apartText({ branded, headline }: ReportV3["stats"], { name }: ReportV3["brand"]): string {
  if (branded.responses === 0) return "";
  if (!headline) return ` Every prompt names ${name}, so this says little about who finds it unasked.`;
  return ` Prompts that name ${name} are left out: they do in ${asPercent(branded.visibility.value)} of ${counted(branded.responses, "answer")}.`;
}

/** The provider that names the brand most and the one that does least, if their 95% intervals part. */
function extremes(insights: ReportV3["providerInsights"], own: Surface): string | false {
  const asked = insights.filter(({ responses, surface }) => responses >= MIN_ANSWERS && surface === own);
  const best = asked.toSorted((a, b) => b.visibilityPercent - a.visibilityPercent)[0];
  const worst = asked.toSorted((a, b) => a.visibilityPercent - b.visibilityPercent)[0];
  if (!best?.interval || !worst?.interval || best.interval.low <= worst.interval.high) return false;
  return `Most visible on ${AI_PROVIDERS[best.provider].label} (${asPercent(best.visibilityPercent)}), least visible on ${AI_PROVIDERS[worst.provider].label} (${asPercent(worst.visibilityPercent)}).`;
}

/** Summarizes the report in a headline and at most six bullets, built from its numbers with fixed sentences. */
export function quickSummary(report: Summarised): ReportV3["quickSummary"] {
  const { stats, brand, competitorLandscape: landscape, providerInsights, citationOpportunities, actionItems } = report;
  const top = actionItems.find(({ status, rule }) => status !== "resolved" && rule !== "rising");
  const [rival] = landscape.competitors;
  const [source] = citationOpportunities;
  const head = headlineOf(stats);
  const promising = source
    ? ` The most promising other source is ${source.domain}, cited in ${counted(source.responses, "answer")}.`
    : "";
  const bullets = [
    head.mentions > 0 &&
      `Among the names recognised in the answers: average position ${shown(head.avgPosition)}, first in ${asPercent(head.firstPositionRate)} of its mentions; share of voice ${asPercent(head.shareOfVoice)}.`,
    rival && `Most frequently named competitor: ${rival.name}, in ${asPercent(rival.presencePct)} of the answers.`,
    extremes(providerInsights, stats.surface ?? "api"),
    stats.responses > 0 && `${asPercent(stats.citationRate.value)} of the answers cite your site.${promising}`,
    toneText({ brand, stats }),
    top && `Top priority: ${top.title}.`,
  ].filter((bullet): bullet is string => typeof bullet === "string");
  return { headline: headlineText(report), bullets: bullets.slice(0, MAX_BULLETS), source: "rules", llm: null };
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
