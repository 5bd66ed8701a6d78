import * as z from "zod";
import type { Bindings } from "../../env";
import { ProviderError } from "../core/provider-error";
import { ask, type AskOptions } from "./ask";
import { providerConfigOf } from "./config";
import { ADAPTERS } from "./index";
import type { ProviderAdapter, ProviderAnswer } from "./types";

const MAX_TOKENS = 4000;
/** A judgement is worth less than the answer itself, so we don't wait for it long. */
const MAX_WAIT_MS = 30_000;
/** In the order of preference. */
const PROVIDERS = ["gemini", "chatgpt", "claude", "perplexity"] as const;
const JUDGES = [...PROVIDERS, "cloudflare"] as const;
export type Judge = (typeof JUDGES)[number];

/** The default model of Cloudflare's binding. It supports JSON of a schema. */
const CLOUDFLARE_MODEL = "@cf/meta/llama-3.3-70b-instruct-fp8-fast";

interface JudgeQuestion {
  text: string;
  schema: object;
}

const inWords = ({ text, schema }: JudgeQuestion) =>
  `${text}\nAnswer with JSON alone, without Markdown, of this schema: ${JSON.stringify(schema)}`;

/** Builds the request body for a question whose answer is JSON of the schema, without tools. */
const BODIES: Record<(typeof PROVIDERS)[number], (asked: JudgeQuestion, model: string) => Record<string, unknown>> = {
  chatgpt: ({ text, schema }, model) => ({
    model,
    input: text,
    store: false,
    max_output_tokens: MAX_TOKENS,
    text: { format: { type: "json_schema", strict: true, name: "answer", schema } },
  }),
  claude: ({ text, schema }, model) => ({
    model,
    max_tokens: MAX_TOKENS,
    messages: [{ role: "user", content: text }],
    output_config: { format: { type: "json_schema", schema } },
  }),
  perplexity: (asked, model) => ({ model, input: inWords(asked), max_output_tokens: MAX_TOKENS }),
  gemini: ({ text, schema }) => ({
    contents: [{ role: "user", parts: [{ text }] }],
    generationConfig: {
      maxOutputTokens: MAX_TOKENS,
      responseMimeType: "application/json",
      responseJsonSchema: schema,
    },
  }),
};

type JudgeEnv = Pick<Bindings, "ANALYSIS_PROVIDER" | "AI" | `${ProviderAdapter["variables"]}_API_KEY`>;

/**
 * Who judges answers: ANALYSIS_PROVIDER, or else the first provider with a key, or else Cloudflare's binding. Null:
 * nobody, or ANALYSIS_PROVIDER is `off`.
 * @throws ProviderError `not_configured` for any other name.
 */
export function judgeOf(env: JudgeEnv): Judge | null {
  const name = env.ANALYSIS_PROVIDER?.trim();
  if (name === "off") return null;
  if (!name) return PROVIDERS.find((each) => hasKey(env, each)) ?? (env.AI ? "cloudflare" : null);
  const judge = JUDGES.find((each) => each === name);
  if (!judge)
    throw new ProviderError("not_configured", `ANALYSIS_PROVIDER must be off or one of ${JUDGES.join(", ")}.`);
  return judge;
}

function hasKey(env: JudgeEnv, provider: (typeof PROVIDERS)[number]): boolean {
  return Boolean(env[`${ADAPTERS[provider].variables}_API_KEY`]?.trim());
}

/** Whether analyses may wait for a model. */
export function mayJudge(env: JudgeEnv): boolean {
  return env.ANALYSIS_PROVIDER?.trim() !== "off" && (Boolean(env.AI) || PROVIDERS.some((each) => hasKey(env, each)));
}

/** Asks the judging model for JSON of a schema. The caller checks the returned text. @throws ProviderError as `ask`. */
export function askJudge(
  env: Bindings,
  judge: Judge,
  question: JudgeQuestion,
  options: AskOptions,
): Promise<ProviderAnswer> {
  if (judge === "cloudflare") return askCloudflare(env, question, options);
  const config = providerConfigOf(env, judge);
  const adapter: ProviderAdapter = {
    ...ADAPTERS[judge],
    request: (asked, model, apiKey) => ({
      ...ADAPTERS[judge].request(asked, model, apiKey),
      body: BODIES[judge](question, model),
    }),
  };
  const model = env.ANALYSIS_MODEL?.trim() || config.model;
  const timeoutMs = Math.min(config.timeoutMs, MAX_WAIT_MS);
  return ask(adapter, { ...config, model, timeoutMs }, { text: question.text, location: {} }, options);
}

const CloudflareAnswer = z.looseObject({
  response: z.unknown(),
  usage: z.looseObject({ prompt_tokens: z.number().nullish(), completion_tokens: z.number().nullish() }).nullish(),
});

async function askCloudflare(
  env: Pick<Bindings, "AI" | "ANALYSIS_MODEL">,
  { text, schema }: JudgeQuestion,
  { beforeCall }: AskOptions,
): Promise<ProviderAnswer> {
  if (!env.AI) throw new ProviderError("not_configured", "cloudflare is not configured: the binding AI is missing.");
  const model = env.ANALYSIS_MODEL?.trim() || CLOUDFLARE_MODEL;
  await beforeCall(1);
  const input = {
    messages: [{ role: "user", content: text }],
    max_tokens: MAX_TOKENS,
    response_format: { type: "json_schema", json_schema: schema },
  };
  const raw = await Promise.race([env.AI.run(model, input), timeout(MAX_WAIT_MS)]).catch((error: unknown) => {
    if (error instanceof ProviderError) throw error;
    throw new ProviderError("server_error", `Cloudflare's model failed: ${String(error).slice(0, 200)}`);
  });
  const { response, usage } = CloudflareAnswer.safeParse(raw).data ?? {};
  return {
    // Depending on the model, the JSON comes parsed.
    text: typeof response === "string" ? response : (JSON.stringify(response) ?? ""),
    citations: [],
    model,
    requestId: null,
    stop: "complete",
    searched: false,
    usage: {
      inputTokens: usage?.prompt_tokens ?? null,
      outputTokens: usage?.completion_tokens ?? null,
      searches: null,
    },
  };
}

async function timeout(ms: number): Promise<never> {
  await new Promise((resolve) => setTimeout(resolve, ms));
  throw new ProviderError("timeout", "The model did not answer in time.");
}
