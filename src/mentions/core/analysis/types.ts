import type { Judgement } from "./judgement-schema";

/** A citation as the provider gave it. */
export interface Citation {
  url: string;
  title?: string;
  /** UTF-16 offsets of its marker or of the cited span in the answer's text, where the provider tells them. */
  start?: number;
  end?: number;
}

/** A provider's stored answer: all that the analysis needs, without another call. */
export interface Answer {
  /** The provider's text, Markdown as a rule. */
  text: string;
  citations: readonly Citation[];
}

/** Whom the answer is searched for: the domain's brand and its known competitors. */
export interface Subject {
  brandName: string;
  aliases: readonly string[];
  /** Host of the monitored domain. */
  domain: string;
  competitors: readonly TrackedCompetitor[];
}

export interface TrackedCompetitor {
  name: string;
  siteUrl?: string;
  aliases?: readonly string[];
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
  /** Every occurrence of the brand and of competitors, in order; `name` is the brand's own name, however it is written there. */
  mentions: Mention[];
  /** Competitors named, most often named first; `position` is the rank of the first occurrence, as `mentionPosition`. */
  competitors: Array<{ name: string; count: number; position: number; siteUrl?: string }>;
  /** Distinct cited URLs of any domain. */
  citationCount: number;
  /** Registrable domains of the cited URLs, by first appearance. */
  citationDomains: string[];
  /** The same domains with the distinct URLs cited of each. */
  citedUrls: Array<{ domain: string; urls: string[] }>;
  /** Distinct cited URLs of the monitored domain, of aliases that are domains, and of their subdomains. */
  ownCitations: string[];
  /** −1 to 1; 0 when not mentioned. */
  sentiment: number;
  /** What found sentiment and unknown competitors: rules (lexicon) or model (a language model). */
  method: "rules" | "model";
  /** The language model's judgement, kept so that a replay needs no call; null: no model was asked. */
  judgement: Judgement | null;
  /** What was found, in a sentence or two of plain text. */
  analysisText: string;
}
