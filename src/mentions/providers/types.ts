import type { Citation } from "../core/analysis/types";
import type { Location } from "../core/location";
import type { ProviderError } from "../core/provider-error";

export interface Question {
  /** The prompt as the customer wrote it: no system prompt, nothing added. */
  text: string;
  location: Location;
}

/** An answer in one shape for all providers. */
export interface ProviderAnswer {
  text: string;
  citations: Citation[];
  /** The model that answered, as the provider names it. */
  model: string;
  requestId: string | null;
  stop: "complete" | "truncated";
  /** It searched the web before answering. */
  searched: boolean;
  usage: TokenUsage;
}

export interface TokenUsage {
  inputTokens: number | null;
  outputTokens: number | null;
  searches: number | null;
}

export interface WireRequest {
  /** Path after the base URL. */
  path: string;
  headers: Record<string, string>;
  body: Record<string, unknown>;
}

export interface WireFailure {
  status: number;
  headers: Headers;
  /** The parsed body; undefined when it was no JSON. */
  body: unknown;
  now: number;
}

/** `next`: the provider paused and wants this request to go on. */
export type ProviderReading = { answer: ProviderAnswer } | { next: WireRequest };

/** How one provider is spoken to. Pure: requests are built and answers read here, sent elsewhere. */
export interface ProviderAdapter {
  /** First part of its variables' names, e.g. `OPENAI` for `OPENAI_API_KEY`. */
  variables: "OPENAI" | "ANTHROPIC" | "PERPLEXITY" | "GEMINI";
  baseUrl: string;
  model: string;
  request: (question: Question, model: string, apiKey: string) => WireRequest;
  /** Reads a 2xx body. `sent` is the request that it answers. @throws ProviderError when there is no usable answer. */
  read: (body: unknown, sent: WireRequest) => ProviderReading;
  /** Names what an error status means. */
  failure: (failure: WireFailure) => ProviderError;
}
