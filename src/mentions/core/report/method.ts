import { AI_PROVIDERS } from "../../../lib/ai-providers";
import { maxPOf } from "../statistics/change-test";
import type { Block } from "./blocks";
import type { ReportV3 } from "./figures/schema";
import { headlineOf } from "./figures/headline";
import { counted } from "./figures/stats";

const QUALITY = {
  exploratory: "Fewer than 50 prompts: a first indication, not a survey.",
  directional: "50 prompts or more: good enough for directions.",
  decision: "50 prompts and 1,000 answers or more: good enough to decide by.",
};

type Method = ReportV3["method"];

/** How the figures came about, for whoever signs them. */
export function methodNotes(
  { stats, window }: Pick<ReportV3, "stats" | "window">,
  { surfaces, quality }: Pick<Method, "surfaces" | "quality">,
): string[] {
  const asked = surfaces.map(({ provider, model, webSearch }) => {
    const { label } = AI_PROVIDERS[provider];
    return `${label}${model ? ` (${model}${webSearch ? ", with web search" : ""})` : ""}`;
  });
  const { prompts, promptsRun } = headlineOf(stats);
  return [
    `${counted(stats.responses, "answer")} from ${window.from} to ${window.to} (UTC)${asked.length > 0 ? `, from ${asked.join(", ")}` : ""}. ${QUALITY[quality]}`,
    "Visibility is the share of answers that name the brand. An answer counts once, however often it names it. Names that may be another word or company are not counted.",
    `The 95% interval allows for answers to one prompt resembling each other (${counted(prompts, "prompt")}).`,
    `A change is clear if shuffling the days of both weeks explains it in at most ${100 * maxPOf(promptsRun)}% of cases (visibility), or 0.4% (other figures). Without that, a difference may be chance.`,
    "Tone is judged only where an answer praises or criticises. Answers without a tone do not count as neutral.",
  ];
}

/** The method, of older reports its caveats alone. */
export const methodBlocks = ({ method: { notes = [], caveats } }: ReportV3): Block[] => [
  { heading: "Method", level: 2, newPage: true },
  { items: [...notes, ...caveats].map((text) => ({ text })) },
];
