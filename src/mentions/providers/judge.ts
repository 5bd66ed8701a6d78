import type { Bindings } from "../../env";
import { JUDGEMENT_SCHEMA } from "../core/analysis/judgement";
import { ProviderError } from "../core/provider-error";
import { ask, type AskOptions } from "./ask";
import { configOf } from "./config";
import { ADAPTERS } from "./index";
import type { ProviderAdapter, ProviderAnswer } from "./types";

const MAX_TOKENS = 2000;
const JUDGES = ["chatgpt", "claude", "gemini"] as const;
export type Judge = (typeof JUDGES)[number];

/** The body of a question that is answered in JSON of the schema, without tools. */
const BODIES: Record<Judge, (question: string, model: string) => Record<string, unknown>> = {
  chatgpt: (input, model) => ({
    model,
    input,
    store: false,
    max_output_tokens: MAX_TOKENS,
    text: { format: { type: "json_schema", strict: true, name: "answer_judgement", schema: JUDGEMENT_SCHEMA } },
  }),
  claude: (content, model) => ({
    model,
    max_tokens: MAX_TOKENS,
    messages: [{ role: "user", content }],
    output_config: { format: { type: "json_schema", schema: JUDGEMENT_SCHEMA } },
  }),
  gemini: (text) => ({
    contents: [{ role: "user", parts: [{ text }] }],
    generationConfig: {
      maxOutputTokens: MAX_TOKENS,
      responseMimeType: "application/json",
      responseJsonSchema: JUDGEMENT_SCHEMA,
    },
  }),
};

/**
 * The provider whose model judges answers (ANALYSIS_PROVIDER); null: none, the rules alone.
 * @throws ProviderError `not_configured` for a name that is none of chatgpt, claude and gemini.
 */
export function judgeOf(env: Pick<Bindings, "ANALYSIS_PROVIDER">): Judge | null {
  const name = env.ANALYSIS_PROVIDER?.trim();
  if (!name) return null;
  const judge = JUDGES.find((each) => each === name);
  if (!judge) throw new ProviderError("not_configured", `ANALYSIS_PROVIDER must be one of ${JUDGES.join(", ")}.`);
  return judge;
}

/** Asks the judging model; its answer's text is JSON, to be checked. @throws ProviderError as `ask`. */
export function askJudge(env: Bindings, judge: Judge, question: string, options: AskOptions): Promise<ProviderAnswer> {
  const config = configOf(env, judge);
  const adapter: ProviderAdapter = {
    ...ADAPTERS[judge],
    request: (asked, model, apiKey) => ({
      ...ADAPTERS[judge].request(asked, model, apiKey),
      body: BODIES[judge](asked.text, model),
    }),
  };
  const model = env.ANALYSIS_MODEL?.trim() || config.model;
  return ask(adapter, { ...config, model }, { text: question, location: {} }, options);
}
