import { deflateRawSync, inflateRawSync } from "node:zlib";
import { jsonBytes } from "../../lib/text/json";
import type { Analysis, Citation } from "../core/analysis/types";
import type { Provider } from "../core/provider";
import type { SearchTrace } from "../core/search-trace";

/** Where a domain's object keeps the answer of a run. */
export interface AnswerKey {
  /** `dateUtc` of the run. */
  day: string;
  createdAt: number;
  runId: string;
}

/** What a provider said. */
export interface StoredAnswer {
  text: string;
  citations: Citation[];
  model: string | null;
  requestId: string | null;
  stop: "complete" | "truncated" | null;
  searched: boolean;
  search?: SearchTrace;
}

/** What the analysis of an answer found, and by which version of the rules. */
export interface StoredAnalysis {
  version: number;
  analysis: Analysis;
}

/** Deflated JSON, and how long it was. */
export interface Packed {
  body: Uint8Array;
  /** Bytes of the JSON. */
  size: number;
}

export function packedJson(value: object): Packed {
  return { body: deflateRawSync(JSON.stringify(value)), size: jsonBytes(value) };
}

/** An answer is bounded when it arrives (providers/bounded-answer.ts), so nothing longer was ever packed. */
const MOST = 16 * 1024 * 1024;

/** The JSON that was packed. The caller knows what it is. */
export function unpackedJson(body: ArrayBuffer | Uint8Array): unknown {
  return JSON.parse(inflateRawSync(body, { maxOutputLength: MOST }).toString("utf8"));
}

/** An answer as its object takes it. */
export interface NewAnswer extends AnswerKey {
  promptId: string;
  provider: Provider;
  /** The request that it answers. A later one's answer replaces it, an earlier one's does not. */
  attempt: number;
  model: string | null;
  /** JSON: `search` of the answer. */
  search: string | null;
  answer: Packed;
}

/** An analysis as its object takes it: what statistics read, apart from the whole. */
export interface NewAnalysis extends AnswerKey {
  rulesKey: string;
  position: number;
  sentiment: number;
  toneFound: number;
  /** JSON arrays, as in AnswerFact. */
  ownUrls: string;
  competitors: string;
  cited: string;
  analysis: Packed;
}

/** @param key the run that the analysed answer belongs to */
export function newAnalysis(
  key: AnswerKey,
  analysis: Analysis,
  made: { version: number; rulesKey: string },
): NewAnalysis {
  const { day, createdAt, runId } = key;
  return {
    day,
    createdAt,
    runId,
    rulesKey: made.rulesKey,
    position: analysis.mentionPosition,
    sentiment: analysis.sentiment,
    toneFound: analysis.toneFound ? 1 : 0,
    ownUrls: JSON.stringify(analysis.ownCitations),
    competitors: JSON.stringify(analysis.competitors.map(({ name, count, position }) => [name, count, position])),
    cited: JSON.stringify(analysis.citedUrls.map(({ domain, urls }) => [domain, urls.length])),
    analysis: packedJson({ version: made.version, analysis } satisfies StoredAnalysis),
  };
}

/** A run that ended, as D1 gives it away and the object keeps it. */
export interface SettledRun extends AnswerKey {
  promptId: string;
  provider: Provider;
  status: "ok" | "error";
  /** The request whose answer was accepted; null: there is none. */
  answeredBy: number | null;
  /** JSON: the run's other columns. */
  run: string;
}

/** An answer as it is stored: in the object, or as a part of a file in R2. */
export interface StoredParts extends AnswerKey {
  promptId: string;
  provider: Provider;
  attempt: number;
  status: "ok" | "error" | null;
  run: string | null;
  rulesKey: string | null;
  revision: number;
  /** Bytes of the answer and its analysis as JSON. */
  size: number;
  answer: ArrayBuffer | null;
  analysis: ArrayBuffer | null;
  /** The file that has what is missing here: the answer at `at`, then its analysis. */
  pack: string | null;
  at: number;
  answerLength: number;
  analysisLength: number;
}
