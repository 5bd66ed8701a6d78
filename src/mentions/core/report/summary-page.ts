import type { Block } from "./blocks";
import type { ReportV3 } from "./figures/schema";
import { headlineOf } from "./figures/headline";
import { keyFigures, likelyVisibility, type KeyFigure } from "./figures/key-figures";
import { asPercent, counted, shown } from "./figures/stats";

/** Advice that the first page names. The detail has the rest. */
const FIRST_ITEMS = 3;

/** How the answers speak of the brand, in numbers: those without a tone are no neutral ones. */
export function toneText({ brand, stats }: Pick<ReportV3, "brand" | "stats">): string | null {
  const { mentions, toned = 0, avgTone = null, sentiment } = stats;
  if (mentions === 0) return null;
  const of = `${counted(mentions, "answer")} that ${mentions === 1 ? "names" : "name"} ${brand.name}`;
  if (toned === 0 || avgTone === null) return `Tone: none of the ${of} shows one.`;
  const slight = toned - sentiment.positive - sentiment.negative;
  const kinds = `${sentiment.positive} positive, ${sentiment.negative} negative${slight > 0 ? `, ${slight} in between` : ""}`;
  return `Tone: ${toned} of ${of} ${toned === 1 ? "has" : "have"} one: ${kinds}; ${Math.round(100 * avgTone) / 100} on average, from −1 to 1.`;
}

const NAMES: Record<KeyFigure["figure"], (brand: string) => string> = {
  visibility: () => "Visibility, % of answers",
  branded: (brand) => `Where the prompt names ${brand}, %`,
  shareOfVoice: () => "Share of voice, %",
  position: () => "Average position",
  tone: () => "Tone where there is one, −1 to 1",
  citations: () => "Answers that cite the site, %",
};

const cell = (value: number | null) => (value === null ? "–" : String(Math.round(100 * value) / 100));

/** The first page: what happened, the figures, and what to do first. */
export function summaryBlocks(report: ReportV3): Block[] {
  const { brand, window, quickSummary, stats, actionItems } = report;
  const head = headlineOf(stats);
  const interval = likelyVisibility(head);
  const first = actionItems.filter(({ status, todo }) => status !== "resolved" && todo).slice(0, FIRST_ITEMS);
  return [
    { heading: `AI visibility of ${brand.name}`, level: 1 },
    {
      text: `${report.domain}, ${window.from} to ${window.to}, compared with ${window.previousFrom} to ${window.previousTo}.`,
    },
    { text: quickSummary.headline },
    ...(quickSummary.bullets.length === 0 ? [] : [{ items: quickSummary.bullets.map((text) => ({ text })) }]),
    {
      head: ["Figure", "This week", "Week before", "Clear change"],
      rows: keyFigures(stats).map(({ figure, now, before, clear }) => [
        NAMES[figure](brand.name),
        cell(now),
        cell(before),
        clear ? "yes" : before === null ? "–" : "no",
      ]),
    },
    {
      text: `${counted(head.responses, "answer")} to ${counted(head.promptsRun, "prompt")}. Visibility's 95% interval: ${shown(interval.low)} to ${asPercent(interval.high)}.`,
    },
    ...(first.length === 0
      ? []
      : [
          { heading: "What to do first", level: 2 as const },
          { items: first.map(({ title, todo }) => ({ text: `${title}. ${todo!.text}` })) },
        ]),
  ];
}
