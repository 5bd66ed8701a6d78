import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Analysis, Subject } from "../../../../../src/mentions/core/analysis/types";

/** An answer that a person wrote and labelled without seeing the rules. */
export interface BatchAnswer {
  id: string;
  language: string;
  author: string;
  brand: string;
  domain: string;
  aliases: string[];
  competitors: Array<{ name: string; aliases: string[] }>;
  category: string;
  text: string;
  mentioned: boolean;
  /** The competitors that are mentioned. */
  rivals: string[];
  tone: "+" | "-" | "0" | "mixed" | "?" | ".";
  kinds: string[];
  note?: string;
}

/** The answers of a batch; none if the file does not exist. */
export function readBatch(name: string): BatchAnswer[] {
  const file = path.resolve("test/unit/mentions/analysis/corpus/blind", `${name}.jsonl`);
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8").trim().split("\n");
  return lines.map((line) => JSON.parse(line) as BatchAnswer);
}

export const subjectOf = ({ brand, aliases, domain, competitors, category }: BatchAnswer): Subject => ({
  brandName: brand,
  aliases,
  domain,
  competitors,
  ...(category ? { category } : {}),
});

type Found = Pick<Analysis, "mentioned" | "competitors" | "sentiment"> & { toneMixed?: boolean };
export interface BatchCase {
  answer: BatchAnswer;
  found: Found;
}
export type Count = [right: number, of: number];

/** Wilson's 95 % interval in percent. */
export function interval([right, n]: Count): [number, number] {
  if (n === 0) return [0, 100];
  const [z, p] = [1.96, right / n];
  const scale = 1 + z ** 2 / n;
  const margin = z * Math.sqrt((p * (1 - p)) / n + z ** 2 / (4 * n ** 2));
  const centre = p + z ** 2 / (2 * n);
  return [(100 * (centre - margin)) / scale, (100 * (centre + margin)) / scale];
}

const count = <T>(all: readonly T[], right: (each: T) => boolean): Count => [all.filter(right).length, all.length];
const sign = (value: number) => (value > 0 ? "+" : value < 0 ? "-" : "0");

/** What the rules found of what a person sees, per kind of question. */
export function batchScore(cases: readonly BatchCase[]): Record<string, Count> {
  const agrees = ({ answer, found }: BatchCase) => answer.mentioned === found.mentioned;
  const names = cases.flatMap(({ answer, found }) => found.competitors.map(({ name }) => answer.rivals.includes(name)));
  const rivals = cases.flatMap(({ answer, found }) =>
    answer.rivals.map((name) => found.competitors.some((each) => each.name === name)),
  );
  const plain = cases.flatMap(({ answer }) =>
    answer.rivals.map((name) => {
      const aliases = answer.competitors.find((each) => each.name === name)?.aliases ?? [];
      return [name, ...aliases].some((each) => answer.text.toLowerCase().includes(each.toLowerCase()));
    }),
  );
  const of = (...kinds: string[]) => cases.filter(({ answer }) => answer.kinds.some((kind) => kinds.includes(kind)));
  const clear = cases.filter(({ answer }) => answer.mentioned && /^[+-]$/.test(answer.tone));
  const given = clear.filter(({ found }) => found.sentiment !== 0);
  return {
    "mention precision": count(
      cases.filter(({ found }) => found.mentioned),
      agrees,
    ),
    "mention recall": count(
      cases.filter(({ answer }) => answer.mentioned),
      agrees,
    ),
    "rivals precision": count(names, Boolean),
    "rivals recall": count(rivals, Boolean),
    "rivals by includes()": count(plain, Boolean),
    "words kept out": count(
      of("word", "inside").filter(({ answer }) => !answer.mentioned),
      agrees,
    ),
    "inflected found": count(
      of("inflected").filter(({ answer }) => answer.mentioned),
      agrees,
    ),
    "denials taken back": count(
      of("deny").filter(({ answer }) => !answer.mentioned),
      agrees,
    ),
    "opposites kept": count(
      of("posneg").filter(({ answer }) => answer.mentioned),
      agrees,
    ),
    "tone given": count(clear, ({ found }) => found.sentiment !== 0),
    "tone right": count(given, ({ answer, found }) => sign(found.sentiment) === answer.tone),
    "toneless kept": count(
      cases.filter(({ answer }) => answer.tone === "0"),
      ({ found }) => found.sentiment === 0,
    ),
    "mixed seen": count(
      cases.filter(({ answer }) => answer.tone === "mixed"),
      ({ found }) => found.toneMixed === true,
    ),
  };
}

/** One line per count: share, interval, numbers. */
export function batchTable(score: Record<string, Count>): string {
  return Object.entries(score)
    .map(([name, [right, of]]) => {
      const [low, high] = interval([right, of]);
      const share = of === 0 ? "–" : `${((100 * right) / of).toFixed(1)} %`;
      return `${name.padEnd(22)}${share.padStart(8)}  ${low.toFixed(0)}–${high.toFixed(0)} %  (${right}/${of})`;
    })
    .join("\n");
}

/** What the rules got wrong about one answer; empty if nothing. */
export function batchFaults({ answer, found }: BatchCase): string {
  const wrong: string[] = [];
  if (answer.mentioned !== found.mentioned) wrong.push(answer.mentioned ? "MISSED" : "FALSE");
  const names = found.competitors.map(({ name }) => name);
  const lost = answer.rivals.filter((name) => !names.includes(name));
  const extra = names.filter((name) => !answer.rivals.includes(name));
  if (lost.length > 0) wrong.push(`rivals lost ${lost.join()}`);
  if (extra.length > 0) wrong.push(`rivals extra ${extra.join()}`);
  if (answer.mentioned && /^[+-]$/.test(answer.tone) && sign(found.sentiment) !== answer.tone)
    wrong.push(`tone ${found.sentiment} for ${answer.tone}`);
  if (answer.tone === "0" && found.sentiment !== 0) wrong.push(`tone ${found.sentiment} for 0`);
  return wrong.join("; ");
}
