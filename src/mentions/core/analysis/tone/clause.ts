import type { BrandHit } from "../names/find";
import { isAside, type Range } from "../words/clauses";
import { isCondition } from "./conditions";
import { groupsOf, isCompared, isSecond, isYardstick, lastBefore, sidesOf } from "./groups";
import type { ToneWord } from "./tone-word";
import { unmatchedIn } from "./unmatched";

/** The brand whose tone is sought, and the words of praise and blame of a clause. */
export interface ToneTarget {
  key: number;
  denies: (text: string) => boolean;
  tonesIn: (start: number, end: number) => ToneWord[];
  /** The brand that a clause without a name means by its place: "the second". */
  placed: (clause: string) => number | null;
  /** Where a sentence wishes that something were otherwise. */
  wishIn: (start: number, end: number) => Range | null;
}

/** Whether what stands between a verb of choosing and a name is short enough for the name to be what is chosen. */
const isObject = (between: string): boolean => between.length <= 30 && !/[,;:.、，。ๆ]|[\p{sc=Thai}]\s/u.test(between);

/** Longest label of what follows: "Reliability: …", "Reklamace notebooku: …". */
const LABEL = 40;

/** Where a label ends that says what the rest is about, unless it names a brand or a brand follows it; 0: none. */
function labelEnd(clause: string, hits: readonly BrandHit[], start: number): number {
  const label = /^[^\p{L}]*[\p{L}][^:：\n]*?[:：]\s*/u.exec(clause.slice(0, LABEL + 2))?.[0].length ?? 0;
  return label > 0 && hits.some((hit) => hit.start <= start + label) ? 0 : label;
}

/** How much of a clause may say by its place what it is about: "the second one is …". */
const SUBJECT = 24;
const subjectsOf = (clause: string): string =>
  clause
    .split(/[,，、،]/, 2)
    .map((part) => part.slice(0, SUBJECT))
    .join(", ");

/** What is known before a clause is read. */
interface Setting {
  /** Whether the text before is about the brand; null if nobody knows. */
  carried: boolean | null;
  before: boolean | null;
  wish: Range | null;
  /** Which brands the answer chose so far. */
  chosen: { own: boolean; other: boolean };
}

/** The words of a clause that judge: none in a condition, in a label or in a name; and what would be good is not. */
function judgingIn(
  clause: string,
  { start, end }: Range,
  hits: readonly BrandHit[],
  tonesIn: ToneTarget["tonesIn"],
  wish: Range | null,
): ToneWord[] {
  const read = tonesIn(start, end);
  // "If you are in a hurry go with Acme": what is chosen follows the condition.
  const from = isCondition(clause)
    ? (read.find((tone) => tone.choice)?.start ?? Infinity)
    : labelEnd(clause, hits, start);
  const judging = read.filter((tone) => {
    if (tone.start < from) return false;
    const hit = lastBefore(hits, start + tone.end);
    return tone.idiom === true || hit === undefined || hit.end <= start + tone.start;
  });
  if (wish === null) return judging;
  return judging
    .filter((tone) => start + tone.start < wish.start || start + tone.start >= wish.end)
    .map((tone) => Object.assign({}, tone, { weight: tone.weight > 0 ? -tone.weight / 2 : 0 }));
}

/** What the words of a clause say about the brand. */
export function weightIn(
  text: string,
  range: Range,
  hits: readonly BrandHit[],
  { key, denies, tonesIn, placed }: ToneTarget,
  { carried, before, wish, chosen }: Setting,
): number[] {
  const { start, end } = range;
  const clause = text.slice(start, end);
  if ((/[,，、،]\s*$/.test(clause) && isCondition(clause)) || /[?？؟]\s*$/.test(clause)) return [];
  const unmatched = unmatchedIn(text, range, hits, key);
  if (unmatched !== 0) return [unmatched];
  const tones = judgingIn(clause, range, hits, tonesIn, wish);
  const groups = groupsOf(text, hits, key).filter((group) => !isAside(text, group.start));
  const second = groups.find(
    (group, i) =>
      (i > 0
        ? isSecond(text, groups[i - 1]!.end, group.start)
        : isSecond(text, start, group.start) && isCompared(tones, group.start - start)) ||
      isYardstick(text.slice(group.end, Math.min(end, group.end + 70))),
  );
  const first = second && groups.find((group) => group !== second);
  // "I know no shop that is cheaper than Acme".
  const isDenied = second !== undefined && second === groups[0] && denies(text.slice(start, second.start));
  const place =
    groups.length > 0 || tones.length === 0
      ? null
      : placed(tones.some((tone) => tone.choice) ? clause : subjectsOf(clause));
  const weightOf = (tone: ToneWord): number | null => {
    const at = start + tone.start;
    if (place !== null && tone.needsName !== true) return place === key ? tone.weight : 0;
    if (tone.contest) {
      const { subject, object } = sidesOf(text, groups, { start: at, end: start + tone.end });
      if (tone.needsName && !object) return null;
      // "Nothing outperforms Acme".
      const from = subject && subject.end <= at ? subject.end : start;
      const weight = tone.weight > 0 && denies(text.slice(from, at)) ? -tone.weight : tone.weight;
      if (subject) return subject.own ? weight : object?.own ? -weight : 0;
      return object?.own ? -weight : carried === true ? weight : 0;
    }
    const inside = tone.idiom && groups.find((group) => group.start >= at && group.end <= start + tone.end);
    if (inside) return inside.own ? tone.weight : 0;
    const next = tone.choice ? groups.find((group) => group.start >= at && group !== second) : undefined;
    if (next && isObject(text.slice(start + tone.end, next.start))) return next.own ? tone.weight : 0;
    if (tone.needsName) return null;
    if (second) {
      if (isDenied) return second.own && at < second.start ? Math.abs(tone.weight) : 0;
      if (second.own) return at > second.end && first && first.end < second.start ? -tone.weight / 2 : -tone.weight;
      return (first ? first.own : carried === true) ? tone.weight : 0;
    }
    const group = lastBefore(groups, at + 1) ?? groups[0];
    return (group ? group.own : (tone.choice ? (carried ?? before) : carried) === true) ? tone.weight : 0;
  };
  return tones.map((tone) => {
    const weight = weightOf(tone);
    if (weight !== null && tone.choice && tone.weight > 0 && (groups.length > 0 || place !== null)) {
      if (weight > 0) chosen.own = true;
      else if (weight === 0) chosen.other = true;
    }
    return weight ?? 0;
  });
}
