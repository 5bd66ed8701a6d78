import type { Citation } from "../core/analysis/types";
import type { Location } from "../core/location";
import type { SearchTrace } from "../core/search-trace";
import type { ProviderError } from "../core/provider-error";

export interface Question {
  /** The prompt as the customer wrote it: no system prompt, nothing added. */
  text: string;
  location: Location;
}

/** A question to which a model answers with JSON of a schema. */
export interface JudgeQuestion {
  text: string;
  /** A JSON schema of which every object is closed and every field is required. */
  schema: object;
}

/** The most tokens that a judgement may take. */
export const JUDGE_TOKENS = 4000;

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
  /** Looks at a job that was started before: a GET without a body, which costs nothing. */
  looks?: true;
}

export interface WireFailure {
  status: number;
  headers: Headers;
  /** The parsed body; undefined if it is not JSON. */
  body: unknown;
  now: number;
}

/** `next`: the provider paused; send this request to continue. `job`: it works on the answer, look again later. */
export type ProviderReading = { answer: ProviderAnswer } | { next: WireRequest } | { job: string };

/** The protocol of one provider. Pure: builds requests and reads answers, but does not send anything. */
export interface ProviderAdapter {
  /** Everything before the paths of its requests, unless the operator sets another one. */
  baseUrl: string;
  /** The model that is asked, unless the operator sets another one. */
  model: string;
  request: (question: Question, model: string, apiKey: string) => WireRequest;
  /** Builds the body of a request whose answer is JSON of a schema, without tools. The rest is as in `request`. */
  judgeBody: (question: JudgeQuestion, model: string) => Record<string, unknown>;
  /** Reads a 2xx body. `sent` is the request it answers. @throws ProviderError if there is no usable answer. */
  read: (body: unknown, sent: WireRequest) => ProviderReading;
  /** The request for its list of models, which costs nothing; null: its API has none. */
  models: ((apiKey: string) => Pick<WireRequest, "path" | "headers">) | null;
  /** The request that looks at a job; absent: it has none. */
  look?: (job: string, apiKey: string) => WireRequest;
  /** Interprets an error status. */
  failure: (failure: WireFailure) => ProviderError;
}
