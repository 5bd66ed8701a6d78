import * as z from "zod";
import type { Citation } from "../core/analysis/types";
import { citation } from "./citation";
import { failureOf, kindOfStatus, readShape, retryAfterOf } from "./failure";
import { inlineSpan } from "./offsets";
import { readAnswer, ResponsesBody, type TextPart } from "./responses-shape";
import { JUDGE_TOKENS, type ProviderAdapter } from "./types";

/** 429 codes that waiting does not fix (help.openai.com, error codes). */
const SPENT = new Set([
  "insufficient_quota",
  "credit_balance_exhausted",
  "organization_spend_limit_exceeded",
  "project_spend_limit_exceeded",
  "organization_usage_limit_exceeded",
]);

const ErrorBody = z.looseObject({
  error: z.looseObject({ code: z.string().nullish(), type: z.string().nullish() }),
});

/**
 * Only `url_citation` annotations are citations. The list of sources also contains pages that the answer does not cite.
 */
function citationsOf(part: TextPart, offset: number): Citation[] {
  const text = part.text ?? "";
  return (part.annotations ?? []).flatMap((note) => {
    if (note.type !== "url_citation" || !note.url) return [];
    const known = note.start_index !== undefined && note.end_index !== undefined;
    const span = known ? inlineSpan(text, note.url, note.start_index!, note.end_index!) : null;
    return citation(note.url, note.title, span && { start: offset + span.start, end: offset + span.end });
  });
}

/** OpenAI Responses API with web search. */
export const chatgpt: ProviderAdapter = {
  baseUrl: "https://api.openai.com/v1",
  model: "gpt-6-luna",

  request: ({ text, location }, model, apiKey) => {
    const { country, region, city, timezone } = location;
    return {
      path: "/responses",
      headers: { authorization: `Bearer ${apiKey}` },
      body: {
        model,
        input: text,
        store: false,
        max_output_tokens: 4000,
        tool_choice: "required",
        include: ["web_search_call.action.sources"],
        tools: [
          {
            type: "web_search",
            search_context_size: "medium",
            // Omitting the location would mean the United States; this bare object means no location.
            user_location: { type: "approximate", country, region, city, timezone },
          },
        ],
      },
    };
  },

  judgeBody: ({ text, schema }, model) => ({
    model,
    input: text,
    store: false,
    max_output_tokens: JUDGE_TOKENS,
    text: { format: { type: "json_schema", strict: true, name: "answer", schema } },
  }),

  read: (raw) => ({ answer: readAnswer(readShape(ResponsesBody, raw), "web_search_call", citationsOf) }),

  models: (apiKey) => ({ path: "/models", headers: { authorization: `Bearer ${apiKey}` } }),

  failure: ({ status, headers, body, now }) => {
    const parsed = ErrorBody.safeParse(body);
    const { code, type } = parsed.data?.error ?? {};
    const spent = SPENT.has(code ?? "") || SPENT.has(type ?? "");
    const kind = spent ? "quota" : code === "model_not_found" ? "model_not_found" : kindOfStatus(status);
    return failureOf(kind, status, body, retryAfterOf(headers, now));
  },
};
