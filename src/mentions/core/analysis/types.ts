import type { Judgement } from "./judgement-schema";
import type { Subject, TrackedCompetitor } from "./names/subject";

export type { Subject, TrackedCompetitor };

/** A citation as the provider gave it. */
export interface Citation {
  url: string;
  title?: string;
  /** UTF-16 offsets of its marker or of the cited text in the answer, if the provider gives them. */
  start?: number;
  end?: number;
}

/** A provider's stored answer. The analysis needs nothing else and makes no calls. */
export interface Answer {
  /** The provider's text, usually Markdown. */
  text: string;
  citations: readonly Citation[];
  /** The provider's length limit cut the answer off. */
  truncated?: boolean;
}

/** An occurrence of a name; `start` and `end` are UTF-16 offsets in the answer's text. */
export interface Mention {
  name: string;
  start: number;
  end: number;
}

export interface Analysis {
  mentioned: boolean;
  /** Rank of the brand among the distinct brands named, by first occurrence; 0: not mentioned. */
  mentionPosition: number;
  /**
   * Every occurrence of the brand and of competitors, in order. `name` is the configured name, whatever the spelling in
   * the text.
   */
  mentions: Mention[];
  /** Occurrences that are not counted, because the answer denies to know the name. Unset in analyses made before they were kept. */
  denied?: Mention[];
  /**
   * Occurrences that may mean the brand or a competitor, or another word or company. They are not counted. Unset in
   * analyses made before they were kept.
   */
  unsure?: Mention[];
  /** Competitors named, most frequent first. `position` is the rank of the first occurrence, like `mentionPosition`. */
  competitors: Array<{ name: string; count: number; position: number; siteUrl?: string }>;
  /** Distinct cited URLs of any domain. */
  citationCount: number;
  /** Registrable domains of the cited URLs, by first appearance. */
  citationDomains: string[];
  /** The same domains with the distinct URLs cited from each. */
  citedUrls: Array<{ domain: string; urls: string[] }>;
  /** Distinct cited URLs on the monitored domain, on aliases that are domains, and on their subdomains. */
  ownCitations: string[];
  /** −1 to 1; 0 when not mentioned, and when there is no evidence of a tone. */
  sentiment: number;
  /** Whether the answer shows a tone towards the brand. If not, `sentiment` says nothing. */
  toneFound: boolean;
  /** The answer both praises and blames the brand; `sentiment` may be near 0. Unset in older analyses. */
  toneMixed?: boolean;
  /** The tone towards each brand that shows one, the monitored brand included. Unset in older analyses. */
  tones?: Array<{ name: string; sentiment: number; mixed: boolean }>;
  /** The sentence that shows it, as offsets in the answer's text. */
  toneEvidence: { start: number; end: number } | null;
  /** Inflected forms that no alias covers, each with an alias that does. */
  inflections: Array<{ name: string; seen: string; alias: string }>;
  /** Whether the model says that the answer recommends the brand; null without a model. */
  recommended: boolean | null;
  /** How the answer was read: by rules alone, or with a language model. */
  method: "rules" | "model";
  /** The language model's judgement, stored so that a replay needs no call; null: no model was asked. */
  judgement: Judgement | null;
  /** What the rules alone read, if the language model led to another reading. */
  byRules?: { mentionPosition: number; sentiment: number; competitors: string[] };
  /** The findings in one or two sentences of plain text. */
  analysisText: string;
}
