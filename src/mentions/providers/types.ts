import type { Citation } from "../core/analysis/types";
import type { Location } from "../core/location";
import type { SearchTrace } from "../core/search-trace";
import type { ProviderError } from "../core/provider-error";

export interface Question {
  /** The prompt as the customer wrote it: no system prompt, nothing added. */
  text: string;
  location: Location;
}

/** An answer in a common shape for all providers. */
export interface ProviderAnswer {
  text: string;
  citations: Citation[];
  /** The model that answered, as named by the provider. */
  model: string;
  requestId: string | null;
  stop: "complete" | "truncated";
  /** Whether the model searched the web before answering. */
  searched: boolean;
  usage: TokenUsage;
  /** What the provider searched for and found. */
  search?: SearchTrace;
}

export interface TokenUsage {
  inputTokens: number | null;
  outputTokens: number | null;
  searches: number | null;
}

export interface WireRequest {
  /** Path appended to the base URL. */
  path: string;
  headers: Record<string, string>;
  body: Record<string, unknown>;
}

export interface WireFailure {
  status: number;
  headers: Headers;
  /** The parsed body; undefined if it is not JSON. */
  body: unknown;
  now: number;
}

/** `next`: the provider paused; send this request to continue. */
export type ProviderReading = { answer: ProviderAnswer } | { next: WireRequest };

/** The protocol of one provider. Pure: builds requests and reads answers, but does not send anything. */
export interface ProviderAdapter {
  /** Prefix of its variables, e.g. `OPENAI` for `OPENAI_API_KEY`. */
  variables: "OPENAI" | "ANTHROPIC" | "PERPLEXITY" | "GEMINI";
  baseUrl: string;
  model: string;
  request: (question: Question, model: string, apiKey: string) => WireRequest;
  /** Reads a 2xx body. `sent` is the request it answers. @throws ProviderError if there is no usable answer. */
  read: (body: unknown, sent: WireRequest) => ProviderReading;
  /** Interprets an error status. */
  failure: (failure: WireFailure) => ProviderError;
}
