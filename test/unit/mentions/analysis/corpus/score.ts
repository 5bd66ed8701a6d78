import type { Analysis } from "../../../../../src/mentions/core/analysis/types";
import type { CorpusAnswer } from "./read-corpus";

export interface Case {
  labelled: CorpusAnswer;
  found: Pick<Analysis, "mentioned" | "mentionPosition" | "competitors" | "sentiment">;
}

export interface Score {
  answers: number;
  mention: Ratio;
  mentionRecall: Ratio;
  position: Ratio;
  competitor: Ratio;
  competitorRecall: Ratio;
  /** Of the clear tones that were given. */
  toneRight: Ratio;
  /** How many of the clear tones were given. */
  toneGiven: Ratio;
  /** Answers without a tone that got none. */
  toneless: Ratio;
  denials: Ratio;
  praiseByNegation: Ratio;
  everydayWords: Ratio;
}
type Ratio = { right: number; of: number };

const ratio = <T>(all: readonly T[], right: (each: T) => boolean): Ratio => ({
  right: all.filter(right).length,
  of: all.length,
});
export const share = ({ right, of }: Ratio) => (of === 0 ? 1 : right / of);

const sign = (value: number) => (value > 0 ? "+" : value < 0 ? "-" : "0");
const mentionRight = ({ labelled, found }: Case) => found.mentioned === labelled.position > 0;

/** Precision and recall of each field. */
export function score(cases: readonly Case[]): Score {
  const named = cases.flatMap(({ labelled, found }) => found.competitors.map(({ name }) => ({ name, labelled })));
  const expected = cases.flatMap(({ labelled, found }) => labelled.competitors.map((name) => ({ name, found })));
  const clear = cases.filter(({ labelled }) => labelled.tone === "+" || labelled.tone === "-");
  const given = clear.filter(({ found }) => found.sentiment !== 0);
  const of = (...kinds: string[]) => cases.filter(({ labelled }) => kinds.includes(labelled.kind));
  return {
    answers: cases.length,
    mention: ratio(
      cases.filter(({ found }) => found.mentioned),
      mentionRight,
    ),
    mentionRecall: ratio(
      cases.filter(({ labelled }) => labelled.position > 0),
      mentionRight,
    ),
    position: ratio(
      cases.filter(({ labelled, found }) => labelled.position > 0 && found.mentioned),
      ({ labelled, found }) => labelled.position === found.mentionPosition,
    ),
    competitor: ratio(named, ({ name, labelled }) => labelled.competitors.includes(name)),
    competitorRecall: ratio(expected, ({ name, found }) => found.competitors.some((each) => each.name === name)),
    toneRight: ratio(given, ({ labelled, found }) => sign(found.sentiment) === labelled.tone),
    toneGiven: ratio(clear, ({ found }) => found.sentiment !== 0),
    toneless: ratio(
      cases.filter(({ labelled }) => labelled.tone === "0"),
      ({ found }) => found.sentiment === 0,
    ),
    denials: ratio(of("deny"), mentionRight),
    praiseByNegation: ratio(
      of("posneg"),
      (each) => mentionRight(each) && (each.labelled.tone === "?" || sign(each.found.sentiment) !== "-"),
    ),
    everydayWords: ratio(of("word", "inside"), mentionRight),
  };
}

export function scoreTable(columns: Record<string, Score>): string {
  const names = Object.keys(columns);
  const rows = Object.keys(columns[names[0]!]!).map((field) => {
    const cells = names.map((name) => {
      const value = columns[name]![field as keyof Score];
      if (typeof value === "number") return String(value).padStart(18);
      return `${(100 * share(value)).toFixed(1)} % (${value.right}/${value.of})`.padStart(18);
    });
    return field.padEnd(18) + cells.join("");
  });
  return [" ".repeat(18) + names.map((name) => name.padStart(18)).join(""), ...rows].join("\n");
}

/** What is wrong in a case; empty if all is right. */
export function faults({ labelled, found }: Case): string {
  const wrong: string[] = [];
  if (labelled.position !== found.mentionPosition) wrong.push(`position ${found.mentionPosition}`);
  const names = found.competitors.map(({ name }) => name).sort();
  if (String(names) !== String([...labelled.competitors].sort())) wrong.push(`competitors [${names.join()}]`);
  const clear = labelled.tone === "+" || labelled.tone === "-" || labelled.tone === "0";
  if (clear && sign(found.sentiment) !== labelled.tone) wrong.push(`tone ${found.sentiment}`);
  return wrong.join(", ");
}
