import { stemsOf } from "../questions";

/**
 * Whether what an answer cites a page for is in the text that crawlers get. in_text: yes. rendered_only: it is in what a browser shows,
 * and not in that text. not_found: in neither. unknown: it cannot be told, as of a short passage or another language.
 */
export const CITABLE = ["in_text", "rendered_only", "not_found", "unknown"] as const;
export type Citable = (typeof CITABLE)[number];

/** A page's text as crawlers get it, and the lines that only a browser shows. */
export interface GivenText {
  given: string;
  rendered: string;
}

const MIN_STEMS = 5;
const MAX_LINES = 4_000;
const IN_FROM = 0.6;
const PARTLY = 0.45;
/** Lines that are read together: a heading with what follows, the items of a list. */
const AROUND = 1;
/** Words of a language that every text has are short. */
const SHORT_WORD = /(?<![\p{L}])\p{Ll}{2,4}(?![\p{L}])/gu;

const wordsOf = (text: string) => new Set(Array.from(text.matchAll(SHORT_WORD), ([word]) => word));

/** The lines of a text by the stems in them. */
class Lines {
  private readonly linesWith = new Map<string, number[]>();
  private readonly shortWords: ReadonlySet<string>;

  constructor(text: string) {
    this.shortWords = wordsOf(text.slice(0, 60_000));
    for (const [i, line] of text.split("\n", MAX_LINES).entries())
      for (const stem of stemsOf(line)) {
        const lines = this.linesWith.get(stem);
        if (lines) lines.push(i);
        else this.linesWith.set(stem, [i]);
      }
  }

  /** The largest share of these stems that neighbouring lines have. */
  shareOf(stems: ReadonlySet<string>): number {
    const counts = new Map<number, number>();
    for (const stem of stems) {
      const near = new Set<number>();
      for (const line of this.linesWith.get(stem) ?? [])
        for (let at = line - AROUND; at <= line + AROUND; at++) near.add(at);
      for (const at of near) counts.set(at, (counts.get(at) ?? 0) + 1);
    }
    return Math.max(0, ...counts.values()) / stems.size;
  }

  /** Whether all numbers among these stems are somewhere in the text. */
  hasNumbers(stems: ReadonlySet<string>): boolean {
    return [...stems].every((stem) => !/^\d/.test(stem) || this.linesWith.has(stem));
  }

  /** Whether a passage is in the text's language, as far as its short words tell. */
  speaks(passage: string): boolean {
    const words = [...wordsOf(passage)];
    return words.length >= 2 && words.filter((word) => this.shortWords.has(word)).length / words.length >= 0.5;
  }
}

/** A page's text, read once for all passages. */
export class CitableText {
  private readonly given: Lines;
  private readonly rendered: Lines;

  constructor(
    { given, rendered }: GivenText,
    private readonly own: ReadonlySet<string>,
  ) {
    this.given = new Lines(given);
    this.rendered = new Lines(rendered);
  }

  /** Looks for a passage of an answer. */
  find(passage: string): Citable {
    const stems = stemsOf(passage, 60);
    for (const stem of this.own) stems.delete(stem);
    if (stems.size < MIN_STEMS) return "unknown";
    const [given, rendered] = [this.given.shareOf(stems), this.rendered.shareOf(stems)];
    // The same sentence with another price is not what was cited.
    if (given >= IN_FROM) return this.given.hasNumbers(stems) ? "in_text" : "unknown";
    if (given >= PARTLY) return "unknown";
    if (rendered >= IN_FROM) return "rendered_only";
    return rendered < PARTLY && this.given.speaks(passage) ? "not_found" : "unknown";
  }
}
