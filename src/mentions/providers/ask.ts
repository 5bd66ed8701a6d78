import { isNotFound } from "../../lib/hosts/not-found";
import { parseJson } from "../../lib/text/json";
import { textUpTo } from "../../lib/text/text-up-to";
import { ProviderError } from "../core/provider-error";
import { searchTrace } from "../core/search-trace";
import { boundedAnswer } from "./bounded-answer";
import type { ProviderConfig } from "./config";
import { JobFailed } from "./job-failed";
import { hiddenErrorStatus, requireAnswer } from "./require-answer";
import type { ProviderAdapter, ProviderAnswer, Question, WireRequest } from "./types";

/** A provider may pause (Anthropic's pause_turn) and be called again, up to this many calls in total. */
const MAX_TURNS = 4;
/**
 * The largest body that is read. An answer is at most 8,192 tokens (40 KB); what fills a body is the search results
 * that some providers repeat in it, which take up to some hundred KB.
 */
const MAX_BODY_BYTES = 1024 * 1024;
/** A shorter key could be a word of the provider's message. */
const SHORTEST_KEY = 8;

export interface AskOptions {
  /** The same for every attempt at one question. A provider that supports it answers, and bills, once. */
  idempotencyKey: string;
  /** Called before each request, with 1 for the first. An exception ends the question. */
  beforeCall: (turn: number) => Promise<void>;
  /** A job that was started before, to look at instead of asking again. */
  job?: string;
}

/** The answer is not there yet: a job works on it. */
export class AnswerPending extends Error {
  constructor(readonly job: string) {
    super("a job works on the answer");
    this.name = "AnswerPending";
  }
}

/**
 * Asks one provider one question, without retries. The endpoint is the operator's setting, so `guardedFetch` is not
 * needed.
 * @throws ProviderError if there is no answer, JobFailed if a job gave none, AnswerPending if a job works on it.
 */
export async function ask(
  adapter: ProviderAdapter,
  config: ProviderConfig,
  question: Question,
  options: AskOptions,
): Promise<ProviderAnswer> {
  const signal = AbortSignal.timeout(config.timeoutMs);
  let request =
    options.job !== undefined && adapter.look
      ? adapter.look(options.job, config.apiKey)
      : adapter.request(question, config.model, config.apiKey);
  const bodies: unknown[] = [];
  for (let turn = 1; turn <= MAX_TURNS; turn++) {
    if (!request.looks) await options.beforeCall(turn);
    const body = await send(adapter, config, request, `${options.idempotencyKey}:${turn}`, signal);
    bodies.push(body);
    const reading = adapter.read(body, request);
    if ("job" in reading) throw new AnswerPending(options.job ?? reading.job);
    if ("answer" in reading) {
      const answer = requireAnswer(boundedAnswer(reading.answer));
      return { ...answer, search: answer.search ?? searchTrace(bodies) };
    }
    request = reading.next;
  }
  throw new ProviderError("malformed", `The provider paused ${MAX_TURNS} times without an answer.`);
}

/** Asks a provider for its list of models, which shows that it takes the key. @throws ProviderError if it does not. */
export async function listModels(
  models: NonNullable<ProviderAdapter["models"]>,
  adapter: ProviderAdapter,
  config: ProviderConfig,
): Promise<void> {
  const { path, headers } = models(config.apiKey);
  const { response, text } = await exchange(`${config.baseUrl}${path}`, {
    headers: { accept: "application/json", ...headers, ...gatewayHeaders(config) },
    redirect: "manual",
    signal: AbortSignal.timeout(config.timeoutMs),
  });
  if (response.ok) return;
  const body = parseJson(withoutKeys(text, config));
  throw adapter.failure({ status: response.status, headers: response.headers, body, now: Date.now() });
}

/**
 * Headers for an AI gateway; other servers ignore them. A cached answer would suggest that nothing changed, so caching
 * is off.
 */
function gatewayHeaders({ gatewayToken }: ProviderConfig): Record<string, string> {
  return gatewayToken === null ? {} : { "cf-aig-authorization": `Bearer ${gatewayToken}`, "cf-aig-skip-cache": "true" };
}

async function send(
  adapter: ProviderAdapter,
  config: ProviderConfig,
  request: WireRequest,
  idempotencyKey: string,
  signal: AbortSignal,
): Promise<unknown> {
  const { response, text, isCut } = await exchange(`${config.baseUrl}${request.path}`, {
    ...(request.looks ? { method: "GET" } : { method: "POST", body: JSON.stringify(request.body) }),
    headers: {
      "content-type": "application/json",
      accept: "application/json",
      "idempotency-key": idempotencyKey,
      ...request.headers,
      ...gatewayHeaders(config),
    },
    redirect: "manual",
    signal,
  });
  // Asking again would be billed again, for an equally large answer.
  if (response.ok && isCut) throw new ProviderError("too_large", `a body of more than ${MAX_BODY_BYTES} bytes`);
  const body = parseJson(text);
  const status = response.ok ? hiddenErrorStatus(body) : response.status;
  if (status !== null) {
    if (request.looks && isNotFound(status)) throw new JobFailed("server_error", "the job is gone");
    const explained = parseJson(withoutKeys(text, config));
    throw adapter.failure({ status, headers: response.headers, body: explained, now: Date.now() });
  }
  if (body === undefined) throw new ProviderError("malformed", "a body that is not JSON");
  return body;
}

/** Providers and gateways may repeat a key that they refuse. */
function withoutKeys(text: string, { apiKey, gatewayToken }: ProviderConfig): string {
  return [apiKey, gatewayToken ?? ""]
    .filter(({ length }) => length >= SHORTEST_KEY)
    .reduce((left, key) => left.replaceAll(key, "[key]"), text);
}

/** Includes reading the body, because the connection may break or time out halfway. */
async function exchange(url: string, init: RequestInit): Promise<{ response: Response; text: string; isCut: boolean }> {
  try {
    const response = await fetch(url, init);
    return { response, ...(await textUpTo(response.body, MAX_BODY_BYTES)) };
  } catch (error) {
    if (init.signal?.aborted) throw new ProviderError("timeout", "no answer in time");
    throw new ProviderError("network", error instanceof Error ? error.message : String(error));
  }
}
