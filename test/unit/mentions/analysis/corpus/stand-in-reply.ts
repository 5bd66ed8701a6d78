import { controlsFor } from "../../../../../src/mentions/core/analysis/controls";
import type { Reply } from "../../../../../src/mentions/core/analysis/judgement-schema";
import type { CorpusAnswer } from "./read-corpus";

/** The sentence that names the brand, or all of the text. */
function sentenceWith(text: string, name: string): string {
  return text.split(/(?<=[.!?。।])\s+|\n/).find((sentence) => sentence.includes(name)) ?? text;
}

/**
 * What a model might reply about a labelled answer: mostly right, but every seventh reply is invented. It quotes what
 * the answer does not say, or is no JSON.
 */
export function standInReply(
  { subject, text, position, tone, competitors, kind }: CorpusAnswer,
  index: number,
): string {
  if (index % 14 === 0) return "The answer looks fine to me.";
  if (index % 7 === 0) {
    const quote = "These are words that the answer does not contain.";
    const claim = { name: subject.brandName, sense: "denied" as const, recommended: false, rank: 0, quote };
    return JSON.stringify({ names: [claim], tone: { value: -1, quote }, further: [] } satisfies Reply);
  }
  const quote = sentenceWith(text, subject.brandName);
  const sense = position > 0 ? "company" : kind === "deny" ? "denied" : "other";
  const reply: Reply = {
    names: [
      { name: subject.brandName, sense, recommended: tone === "+", rank: 0, quote },
      ...competitors.map((name) => ({
        name,
        sense: "company" as const,
        recommended: false,
        rank: 0,
        quote: sentenceWith(text, name),
      })),
    ],
    tone: { value: tone === "+" ? 0.7 : tone === "-" ? -0.7 : 0, quote: tone === "+" || tone === "-" ? quote : "" },
    further: [],
    controls: controlsFor(text).expected,
  };
  return JSON.stringify(reply);
}
