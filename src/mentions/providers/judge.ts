import type { Bindings } from "../../env";
import { ProviderError } from "../core/provider-error";
import { ask, type AskOptions } from "./ask";
import { providerConfigOf } from "./config";
import { ADAPTERS } from "./index";
import type { ProviderAdapter, ProviderAnswer } from "./types";

const MAX_TOKENS = 2000;
const JUDGES = ["chatgpt", "claude", "gemini"] as const;
export type Judge = (typeof JUDGES)[number];

/** Builds the request body for a question whose answer is JSON of the schema, without tools. */
const BODIES: Record<Judge, (question: string, model: string, schema: object) => Record<string, unknown>> = {
  chatgpt: (input, model, schema) => ({
    model,
    input,
    store: false,
    max_output_tokens: MAX_TOKENS,
    text: { format: { type: "json_schema", strict: true, name: "answer", schema } },
  }),
  claude: (content, model, schema) => ({
    model,
    max_tokens: MAX_TOKENS,
    messages: [{ role: "user", content }],
    output_config: { format: { type: "json_schema", schema } },
  }),
  gemini: (text, _model, schema) => ({
    contents: [{ role: "user", parts: [{ text }] }],
    generationConfig: {
      maxOutputTokens: MAX_TOKENS,
      responseMimeType: "application/json",
      responseJsonSchema: schema,
    },
  }),
};

/**
 * The provider whose model judges answers (ANALYSIS_PROVIDER); null: rules only.
 * @throws ProviderError `not_configured` for any name other than chatgpt, claude and gemini.
 */
export function judgeOf(env: Pick<Bindings, "ANALYSIS_PROVIDER">): Judge | null {
  const name = env.ANALYSIS_PROVIDER?.trim();
  if (!name) return null;
  const judge = JUDGES.find((each) => each === name);
  if (!judge) throw new ProviderError("not_configured", `ANALYSIS_PROVIDER must be one of ${JUDGES.join(", ")}.`);
  return judge;
}

/** Asks the judging model for JSON of a schema. The caller checks the returned text. @throws ProviderError as `ask`. */
export function askJudge(
  env: Bindings,
  judge: Judge,
  question: { text: string; schema: object },
  options: AskOptions,
): Promise<ProviderAnswer> {
  const config = providerConfigOf(env, judge);
  const adapter: ProviderAdapter = {
    ...ADAPTERS[judge],
    request: (asked, model, apiKey) => ({
      ...ADAPTERS[judge].request(asked, model, apiKey),
      body: BODIES[judge](asked.text, model, question.schema),
    }),
  };
  const model = env.ANALYSIS_MODEL?.trim() || config.model;
  return ask(adapter, { ...config, model }, { text: question.text, location: {} }, options);
}
