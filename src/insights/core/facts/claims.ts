import { stemsOf } from "../questions";
import { isPast } from "./past";
import { clauseOf, subjectStems } from "./subject";
import { isTold } from "./told";
import { valuesIn, type FactValue } from "./values";

/** An answer of an AI provider, as far as facts need it. */
export interface ToldAnswer {
  text: string;
  /** Names of the brand and of others in the text, as the analysis found them. */
  mentions: ReadonlyArray<{ name: string; start: number; end: number }>;
  citations: ReadonlyArray<{ url: string; start?: number; end?: number }>;
}

/** A value that an answer gives of the brand. */
export interface Claim extends FactValue {
  /** The sentence, as it stands in the answer. */
  quote: string;
  subject: Set<string>;
  /** URLs that the sentence cites. */
  cites: string[];
  /** The sentence names the brand. Otherwise it is about the brand as far as those before it tell. */
  named: boolean;
  /** Stems of names in the sentence, which may be of somebody whom nobody tracks. */
  names: Set<string>;
  /** Stems of the whole sentence. */
  words: Set<string>;
}

/** A sentence of an answer, as offsets in its text. */
interface Sentence {
  start: number;
  end: number;
}

const MAX_TEXT = 30_000;
const MAX_CLAIMS = 40;
const MAX_SENTENCE = 600;

/** The sentences of a Markdown text. A line is at least one. */
export function sentencesIn(text: string): Sentence[] {
  const found: Sentence[] = [];
  const bounded = text.slice(0, MAX_TEXT);
  for (const { index, 0: line } of bounded.matchAll(/[^\n]+/g)) {
    let from = 0;
    // A mark after a digit or a single letter ends no sentence: `3. Mai`, `e. g.`
    for (const { index: at, 0: mark } of line.matchAll(
      /(?<![\d\s]|\b\p{L})[.!?…](?:\*\*|["”')\]]|\[\^?\d+\])*\s+|[。！？]/gu,
    )) {
      found.push({ start: index + from, end: index + at + mark.trimEnd().length });
      from = at + mark.length;
    }
    if (from < line.length) found.push({ start: index + from, end: index + line.length });
  }
  return withSources(bounded, found);
}

/** A link, perhaps in brackets, and a footnote's mark. */
const LINK = String.raw`\[(?:[^[\]\n]|\[[^[\]\n]{0,300}\]){0,300}\]\(https?:\/\/[^\s)]{1,2000}\)`;
const SOURCE = new RegExp(String.raw`${LINK}|https?:\/\/[^\s)]{1,2000}|\[\^?\d+\]`, "gu");
/** A longer part of a line is more than sources. */
const MAX_SOURCES = 4_000;
const LEADING = new RegExp(String.raw`^\s*(?:(?:\(\s*(?:${LINK}[\s,;]*)+\)|\[\^?\d+\])\s*)+`, "u");

/** Whether a text is nothing but sources and the marks around them. */
function isSources(text: string): boolean {
  if (text.length > MAX_SOURCES) return false;
  const rest = text.replaceAll(SOURCE, "");
  return rest !== text && /^[\s()[\],;.·|*_–—-]*$/.test(rest);
}

/** Sources in brackets right behind a sentence belong to it, not to the next one on the line. */
function withSources(text: string, found: readonly Sentence[]): Sentence[] {
  const sentences: Sentence[] = [];
  for (const { start, end } of found) {
    const before = sentences.at(-1);
    const own = text.slice(start, end);
    const isNext = before !== undefined && !text.slice(before.end, start).includes("\n");
    if (isNext && isSources(own)) {
      before.end = end;
      continue;
    }
    const lead = isNext ? (LEADING.exec(own)?.[0].length ?? 0) : 0;
    if (lead > 0) before!.end = start + lead;
    sentences.push({ start: start + lead, end });
  }
  return sentences;
}

const URL_IN_TEXT = /https?:\/\/[^\s()<>[\]"]{1,2000}/g;

/** The URLs that a sentence cites: links in it, and citations whose place is in it or right behind it. */
export function citedBy(answer: ToldAnswer, { start, end }: Sentence): string[] {
  const links = Array.from(answer.text.slice(start, end).matchAll(URL_IN_TEXT), ([url]) =>
    url.replace(/[.,;:!?]+$/, ""),
  );
  const placed = answer.citations.filter(({ start: from, end: to = from }) => {
    if (from === undefined || to === undefined) return false;
    // A marker is a point in the sentence or right behind it; a cited passage overlaps with the sentence.
    return to - from <= 8 ? from < end + 2 && to >= start && from >= start - 8 : from < end && to > start;
  });
  return [...new Set([...links, ...placed.map(({ url }) => url)])];
}

const MARKUP = /\]\(https?:\/\/[^\s)]{1,2000}\)|[*_#`>|[\]]+/g;
/** Text without links and marks of Markdown; offsets change. */
export const plainSentence = (text: string): string => text.replaceAll(MARKUP, " ").replaceAll(/\s+/g, " ").trim();

/**
 * The values that an answer gives of the brand. A sentence counts if it names the brand and nobody else; or if it names nobody
 * and everything in the answer, or since the last heading or list head, is about the brand.
 */
export function claimsOf(answer: ToldAnswer, brand: string): Claim[] {
  const own = stemsOf(brand);
  const claims: Claim[] = [];
  const named = new Set(answer.mentions.map(({ name }) => name));
  const isAlone = named.size === 1 && named.has(brand);
  let topic: "brand" | "other" | null = null;
  let heading = "";
  for (const sentence of sentencesIn(answer.text)) {
    const text = answer.text.slice(sentence.start, sentence.end);
    const names = answer.mentions.filter(({ start, end }) => start >= sentence.start && end <= sentence.end);
    const others = names.some(({ name }) => name !== brand);
    const isOwn = names.some(({ name }) => name === brand);
    const isHead = /^\s*(?:#{1,6}\s|\*\*[^*]+\*\*:?\s*$|\d{1,2}\.\s|[-*]\s+\*\*[^*]+\*\*:?\s*$)/.test(text);
    if (isHead) heading = plainSentence(text);
    if (isHead && /^\s*#{1,6}\s/.test(text) && names.length === 0 && !isAlone) topic = null;
    if (names.length > 0) topic = others ? "other" : "brand";
    const isAbout = isOwn ? !others : names.length === 0 && (topic === "brand" || isAlone);
    if (!isAbout || text.length > MAX_SENTENCE || !/\d/.test(text)) continue;
    const plain = plainSentence(text);
    const values = valuesIn(plain);
    for (const value of values) {
      const before = values.findLast(({ kind, end }) => kind === value.kind && end <= value.start)?.end ?? 0;
      if (!isTold(plain, value) || isPast(plain, value, before)) continue;
      if (claims.length >= MAX_CLAIMS) return claims;
      const subject = subjectStems(`${clauseOf(plain, value)} ${isHead || heading === plain ? "" : heading}`, own);
      claims.push({
        ...value,
        quote: plain,
        subject,
        cites: citedBy(answer, sentence),
        named: isOwn,
        names: namesIn(plain, own),
        words: stemsOf(plain),
      });
    }
  }
  return claims;
}

/** Words with a capital inside a sentence, without the brand's. */
function namesIn(text: string, own: ReadonlySet<string>): Set<string> {
  const words = Array.from(text.matchAll(/(?<=[\p{L}\p{N},;:)] )\p{Lu}[\p{L}\p{N}]*/gu), ([word]) => word);
  const first = /^[^\p{L}]*(\p{Lu}[\p{L}]*)['’]s?\s/u.exec(text)?.[1] ?? "";
  const stems = subjectStems([first, ...words].join(" "), own);
  return stems;
}
