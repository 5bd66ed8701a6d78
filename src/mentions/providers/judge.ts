import * as z from "zod";
import type { Bindings } from "../../env";
import { PROVIDERS_AS_JUDGES, variableOf, type ApiProvider, type ProviderVariable } from "../../lib/ai-providers";
import { ProviderError } from "../core/provider-error";
import { ask, type AskOptions } from "./ask";
import { boundedAnswer } from "./bounded-answer";
import { providerConfigOf } from "./config";
import { ADAPTERS } from "./index";
import { JUDGE_TOKENS, type JudgeQuestion, type ProviderAdapter, type ProviderAnswer } from "./types";

/** A judgement is worth less than the answer itself, so we don't wait for it long. */
const MAX_WAIT_MS = 30_000;
const JUDGES = [...PROVIDERS_AS_JUDGES, "cloudflare"] as const;
export type Judge = (typeof JUDGES)[number];

/** The default model of Cloudflare's binding. It supports JSON that follows a schema. */
const CLOUDFLARE_MODEL = "@cf/meta/llama-3.3-70b-instruct-fp8-fast";

type JudgeEnv = Pick<Bindings, "ANALYSIS_PROVIDER" | "AI" | ProviderVariable<"API_KEY">>;

/**
 * Who judges answers: ANALYSIS_PROVIDER, or else the first provider with a key, or else Cloudflare's binding. Null:
 * nobody, or ANALYSIS_PROVIDER is `off`.
 * @throws ProviderError `not_configured` for any other name.
 */
export function judgeOf(env: JudgeEnv): Judge | null {
  const name = env.ANALYSIS_PROVIDER?.trim();
  if (name === "off") return null;
  if (!name) return PROVIDERS_AS_JUDGES.find((each) => hasKey(env, each)) ?? (env.AI ? "cloudflare" : null);
  const judge = JUDGES.find((each) => each === name);
  if (!judge)
    throw new ProviderError("not_configured", `ANALYSIS_PROVIDER must be off or one of ${JUDGES.join(", ")}.`);
  return judge;
}

function hasKey(env: JudgeEnv, provider: ApiProvider): boolean {
  return Boolean(env[variableOf(provider, "API_KEY")]?.trim());
}

/** Whether analyses may wait for a model. */
export function mayJudge(env: JudgeEnv): boolean {
  return (
    env.ANALYSIS_PROVIDER?.trim() !== "off" &&
    (Boolean(env.AI) || PROVIDERS_AS_JUDGES.some((each) => hasKey(env, each)))
  );
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
      body: ADAPTERS[judge].judgeBody(question, model),
    }),
  };
  const model = env.ANALYSIS_MODEL?.trim() || config.model;
  const timeoutMs = Math.min(config.timeoutMs, MAX_WAIT_MS);
  return ask(adapter, { ...config, model, timeoutMs }, { text: question.text, location: {} }, options);
}

const CloudflareResponse = z.looseObject({
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
    max_tokens: JUDGE_TOKENS,
    response_format: { type: "json_schema", json_schema: schema },
  };
  const raw = await Promise.race([env.AI.run(model, input), timeout(MAX_WAIT_MS)]).catch((error: unknown) => {
    if (error instanceof ProviderError) throw error;
    throw new ProviderError("server_error", String(error));
  });
  const { response, usage } = CloudflareResponse.safeParse(raw).data ?? {};
  return boundedAnswer({
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
  });
}

async function timeout(ms: number): Promise<never> {
  await new Promise((resolve) => setTimeout(resolve, ms));
  throw new ProviderError("timeout", "The model did not answer in time.");
}
