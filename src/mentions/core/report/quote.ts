import { readProse } from "../analysis/names/prose";

/** A stored answer with its analysis, used as evidence. */
export interface AnsweredRun {
  id: string;
  text: string;
  /** Positions of the brand and its competitors in the text. */
  mentions: ReadonlyArray<{ name: string; start: number; end: number }>;
  citedUrls: ReadonlyArray<{ domain: string; urls: readonly string[] }>;
  /** The provider's citations, which carry the pages' titles. */
  citations?: ReadonlyArray<{ url: string; title?: string; start?: number; end?: number }>;
}

const QUOTE_LENGTH = 240;
/** A shorter sentence is quoted with the next one. */
const LITTLE = 60;
/** How far before a name the quote may begin, if its sentence is too long to quote from its start. */
const CLOSE = 80;

interface Shown {
  text: string;
  /** Where in the stored answer each UTF-16 unit of the text stands. */
  at: number[];
}

/** An answer as a reader sees it: without Markdown, link targets and marks of citations. */
function shownText({ text, citations = [] }: AnsweredRun): Shown {
  const prose = readProse(text, citations);
  const parts: string[] = [];
  const at: number[] = [];
  for (let i = 0; i < prose.text.length; i++) {
    const start = prose.starts[i]!;
    if (i > 0 && start === prose.starts[i - 1]) continue;
    // What stands for markup or an entity is not in the stored text.
    const isWritten = prose.text[i]!.trim() !== "" && text[start] !== "&";
    const piece = isWritten ? text.slice(start, prose.ends[i]) : prose.text[i]!;
    parts.push(piece);
    for (let unit = 0; unit < piece.length; unit++) at.push(start);
  }
  // In Markdown, a line that goes on in small letters is the same paragraph.
  return { text: parts.join("").replaceAll(/\n(?=\p{Ll})/gu, " "), at };
}

/** The mark of an item of a list, and the edge of a table's row. */
const ITEM = /^[\s|]*(?:[-*•+]\s+|\d{1,3}[.)]\s+)?/;

function sentencesOf(line: string): Array<{ segment: string; index: number }> {
  return [...new Intl.Segmenter(undefined, { granularity: "sentence" }).segment(line)];
}

const tidy = (text: string) =>
  text
    .replaceAll(/[\s|]*\|[\s|]*/g, " · ")
    .replaceAll(/\s+([,.;:!?)])/g, "$1")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/^[\s·]+|[\s·]+$/g, "");

/** The start of a text, cut between words. */
function cutText(text: string): string {
  if (text.length <= QUOTE_LENGTH) return text;
  const room = text.slice(0, QUOTE_LENGTH - 1);
  return `${room.replace(/\s+\S*$/, "").trimEnd()}…`;
}

/** A heading or an announcement: a line without a full stop. */
const PROSE_LINE = /[^\n]*[.!?。！？](?:\s|$)/u;

/** Where a text names this name, or else any; without one, its first line that is no heading. */
function placeOf({ mentions }: AnsweredRun, { text, at }: Shown, brand: string): number {
  const own = mentions.find(({ name }) => name === brand);
  // A name that only a language model found has no place.
  const written = own ? -1 : text.indexOf(brand);
  if (written >= 0) return written;
  const named = own ?? mentions[0];
  const found = named ? at.findIndex((start) => start >= named.start) : -1;
  if (found >= 0) return found;
  return Math.max(0, text.search(PROSE_LINE), text.search(/\S/));
}

/**
 * The sentence with the first mention of the brand, or else of another name, or else the answer's first, as a reader sees
 * it: one line. A short one brings the next ones of its line along; one that is too long is cut between words, and says so.
 */
export function quoteOf(run: AnsweredRun, brand: string): string {
  const { text, at } = shownText(run);
  const place = placeOf(run, { text, at }, brand);
  const from = text.lastIndexOf("\n", place - 1) + 1;
  const end = text.indexOf("\n", place);
  const whole = text.slice(from, end < 0 ? text.length : end);
  const mark = ITEM.exec(whole)?.[0].length ?? 0;
  const line = whole.slice(mark);
  const on = Math.max(0, place - from - mark);
  const sentences = sentencesOf(line);
  const own = Math.max(
    0,
    sentences.findLastIndex(({ index }) => index <= on),
  );
  const start = sentences[own]?.index ?? 0;
  if (on - start > QUOTE_LENGTH - CLOSE) {
    const near = line.indexOf(" ", on - CLOSE) + 1;
    return cutText(`…${tidy(line.slice(near > on ? on : near))}`);
  }
  let quote = "";
  for (const { segment } of sentences.slice(own)) {
    if (quote !== "" && (tidy(quote).length >= LITTLE || tidy(quote + segment).length > QUOTE_LENGTH)) break;
    quote += segment;
  }
  return cutText(tidy(quote));
}
