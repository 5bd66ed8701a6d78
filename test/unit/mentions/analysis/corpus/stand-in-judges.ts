import type { Reply } from "../../../../../src/mentions/core/analysis/judgement-schema";
import { controlsFor } from "../../../../../src/mentions/core/analysis/controls";
import { foldTerm } from "../../../../../src/mentions/core/analysis/words/fold";
import type { BatchAnswer } from "./batches";

type Controls = NonNullable<Reply["controls"]>;
type Claim = Reply["names"][number];

/** The longest quote that the schema allows. */
const MAX_QUOTE = 1_000;

const sentencesIn = (text: string): string[] => text.split(/(?<=[.!?…])\s+|(?<=[。！？।])|\n+/u).filter(Boolean);

/** Whether a sentence has a word that begins like one of the names, as a reader would see it. */
function holds(sentence: string, names: readonly string[]): boolean {
  const folded = foldTerm(sentence).toLowerCase();
  return names.some((name) => {
    const plain = foldTerm(name.replace("*", "")).toLowerCase();
    const stem = plain.slice(0, Math.max(Math.min(3, plain.length), Math.ceil(plain.length * 0.7)));
    return folded.includes(plain) || folded.includes(stem);
  });
}

/** The sentences that name a brand, each with the one after it if `more`. */
function quotesOf(text: string, names: readonly string[], more: boolean): string[] {
  const sentences = sentencesIn(text);
  return sentences
    .flatMap((sentence, i) => {
      if (!holds(sentence, names)) return [];
      const next = more ? sentences[i + 1] : undefined;
      if (next === undefined) return [sentence];
      const from = text.indexOf(sentence);
      return [text.slice(from, text.indexOf(next, from + sentence.length) + next.length)];
    })
    .map((quote) => quote.slice(0, MAX_QUOTE))
    .slice(0, 8);
}

const TONES: Record<string, number> = { "+": 0.7, "-": -0.7, mixed: 0, "0": 0 };

function claims(answer: BatchAnswer, sense: (name: string, own: boolean) => Claim["sense"], recommended: boolean) {
  const tracked = [{ name: answer.brand, aliases: answer.aliases }, ...answer.competitors];
  return tracked.flatMap(({ name, aliases }, i) => {
    const meant = sense(name, i === 0);
    return quotesOf(answer.text, [name, ...aliases], meant === "denied").map((quote) => ({
      name,
      sense: meant,
      recommended,
      rank: 0,
      quote,
    }));
  });
}

/** The sentence that names the brand and says most. */
const longest = (answer: BatchAnswer) =>
  quotesOf(answer.text, [answer.brand, ...answer.aliases], false).sort((a, b) => b.length - a.length)[0] ?? "";

/** What a model would reply that reads as the person who labelled the answer. */
export function honestReply(answer: BatchAnswer): string {
  const isMeant = (name: string, own: boolean) => (own ? answer.mentioned : answer.rivals.includes(name));
  const rest = answer.kinds.includes("deny") ? "denied" : "other";
  const reply: Reply = {
    names: claims(answer, (name, own) => (isMeant(name, own) ? "company" : rest), answer.tone === "+"),
    tone: {
      value: TONES[answer.tone] ?? 0,
      quote: answer.mentioned && /^[+-]$/.test(answer.tone) ? longest(answer) : "",
    },
    further: [],
    controls: controlsFor(answer.text).expected,
  };
  return JSON.stringify(reply);
}

const opposite = { company: "other", denied: "company", other: "company" } as const;
const CONTROLS: Record<Liar["controls"], (answer: BatchAnswer) => Controls> = {
  right: ({ text }) => controlsFor(text).expected,
  opposite: ({ text }) => controlsFor(text).expected.map(({ name, sense }) => ({ name, sense: opposite[sense] })),
  none: () => [],
};

/** How a liar lies: what it calls true names, and what it says of the controls. */
export interface Liar {
  as: "denied" | "other";
  controls: "right" | "opposite" | "none";
}

/** What a model would reply that says the opposite of everything, with quotes that stand in the answer. */
export function lyingReply(answer: BatchAnswer, { as, controls }: Liar): string {
  const isMeant = (name: string, own: boolean) => (own ? answer.mentioned : answer.rivals.includes(name));
  const reply: Reply = {
    names: claims(answer, (name, own) => (isMeant(name, own) ? as : "company"), true),
    tone: { value: -(TONES[answer.tone] || -0.9), quote: longest(answer) },
    further: sentencesIn(answer.text)
      .slice(0, 3)
      .map((quote) => ({
        name: quote.split(/\s+/)[0]!.slice(0, 60),
        isCompetitor: true,
        quote: quote.slice(0, MAX_QUOTE),
      })),
    controls: CONTROLS[controls](answer),
  };
  return JSON.stringify(reply);
}
