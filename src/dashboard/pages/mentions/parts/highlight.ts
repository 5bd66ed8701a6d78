export interface TextSpan {
  start: number;
  end: number;
}

/** A name in an answer: the reader's brand, a competitor, or a name that the answer denies to know. */
export interface NameMark extends TextSpan {
  kind: "own" | "rival" | "denied";
  name: string;
}

/** A part of an answer's text that is shown in one way. */
export interface Stretch {
  text: string;
  mark: NameMark | null;
  /** Part of the sentence that shows the tone. */
  tone: boolean;
}

/** Longest text that is shown, in UTF-16 units: all that the analysis reads. */
export const MAX_SHOWN = 100_000;
const MAX_MARKS = 1_000;
/** How far an offset may move to the edge of its character. */
const MAX_JOINED = 32;

/** Characters that belong to the one before them. */
const JOINS = /^(?:\p{M}|\u200D|\p{Emoji_Modifier}|[\u{E0020}-\u{E007F}])/u;

function isEdge(text: string, at: number): boolean {
  if (at <= 0 || at >= text.length) return true;
  const next = text.codePointAt(at - 1)! > 0xffff ? "" : text.slice(at, at + 2);
  return next !== "" && !JOINS.test(next) && text[at - 1] !== "\u200D";
}

function edgeFrom(text: string, at: number, step: 1 | -1): number {
  let edge = at;
  for (let i = 0; i < MAX_JOINED && !isEdge(text, edge); i++) edge += step;
  return edge;
}

/** The span widened to whole characters; null if it is not within the text. */
function aligned<T extends TextSpan>(text: string, span: T): T | null {
  const { start, end } = span;
  if (!Number.isInteger(start) || !Number.isInteger(end) || start < 0 || start >= end || end > text.length) return null;
  return { ...span, start: edgeFrom(text, start, -1), end: edgeFrom(text, end, 1) };
}

/** Cuts a text before `max` without splitting a character. */
export function cutText(text: string, max: number): string {
  return text.length <= max ? text : text.slice(0, edgeFrom(text, max, -1));
}

/**
 * An answer's text, cut where names and the sentence with the tone begin and end. Joined, the parts are the text. Offsets are the
 * API's; those that don't fit the text, or that overlap an earlier name, are ignored.
 */
export function stretchesOf(whole: string, names: readonly NameMark[], tone: TextSpan | null): Stretch[] {
  const text = cutText(whole, MAX_SHOWN);
  const marks: NameMark[] = [];
  for (const name of names.toSorted((a, b) => a.start - b.start).slice(0, MAX_MARKS)) {
    const mark = aligned(text, name);
    if (mark && mark.start >= (marks.at(-1)?.end ?? 0)) marks.push(mark);
  }
  const toned = tone && aligned(text, tone);
  const cuts = [...marks, ...(toned ? [toned] : [])].flatMap(({ start, end }) => [start, end]);
  const edges = [...new Set([0, ...cuts, text.length])].sort((a, b) => a - b);
  const stretches: Stretch[] = [];
  let next = 0;
  for (let i = 0; i + 1 < edges.length; i++) {
    const [start, end] = [edges[i]!, edges[i + 1]!];
    while (next < marks.length && marks[next]!.end <= start) next++;
    const mark = marks[next] && marks[next]!.start <= start ? marks[next]! : null;
    stretches.push({
      text: text.slice(start, end),
      mark,
      tone: toned !== null && toned.start <= start && end <= toned.end,
    });
  }
  return stretches;
}

/** The start of the first word from `at` on, if there is one before `end`; else the character at `at`. */
function wordFrom(text: string, at: number, end: number): number {
  const space = text.slice(at, end).search(/\s\S/);
  return space < 0 ? edgeFrom(text, at, -1) : at + space + 1;
}

/** A short part of an answer around its first mark, in whole characters, on one line. */
export function excerptOf(whole: string, names: readonly NameMark[], length: number): Stretch[] {
  const text = cutText(whole, MAX_SHOWN);
  const first = names.find(({ kind }) => kind === "own") ?? names[0];
  const from =
    first && first.start > length / 2 ? wordFrom(text, first.start - Math.floor(length / 3), first.start) : 0;
  const part = cutText(text.slice(from), length);
  const moved = names.map((name) => ({ ...name, start: name.start - from, end: name.end - from }));
  const stretches = stretchesOf(part, moved, null);
  const dots = (cut: boolean): Stretch[] => (cut ? [{ text: "…", mark: null, tone: false }] : []);
  return [...dots(from > 0), ...stretches, ...dots(from + part.length < whole.length)];
}
