import * as z from "zod";
import type { Citation } from "../core/analysis/types";
import { ProviderError } from "../core/provider-error";
import { citation } from "./citation";
import { failureOf, kindOfStatus, readShape, requireText, retryAfterOf } from "./failure";
import { JUDGE_TOKENS, type ProviderAdapter, type WireRequest } from "./types";

const Block = z.looseObject({
  type: z.string(),
  text: z.string().optional(),
  citations: z
    .array(z.looseObject({ type: z.string(), url: z.string().nullish(), title: z.string().nullish() }))
    .nullish(),
  content: z.unknown().optional(),
});
type Block = z.infer<typeof Block>;

const Body = z.looseObject({
  id: z.string().nullish(),
  model: z.string().nullish(),
  content: z.array(Block),
  stop_reason: z.string().nullish(),
  usage: z
    .looseObject({
      input_tokens: z.number().nullish(),
      output_tokens: z.number().nullish(),
      server_tool_use: z.looseObject({ web_search_requests: z.number().nullish() }).nullish(),
    })
    .nullish(),
});

const ErrorBody = z.looseObject({
  error: z.looseObject({ type: z.string().nullish(), details: z.looseObject({ error_code: z.string() }).nullish() }),
});

/** Content of earlier turns of a paused answer, which the next request continues. */
function earlierBlocks(sent: WireRequest): Block[] {
  const turns = sent.body["messages"] as Array<{ role: string; content: unknown }>;
  return turns.filter(({ role }) => role === "assistant").flatMap(({ content }) => content as Block[]);
}

/** The answer follows the last search and its result. Before that the model only announces what it will do. */
function answerBlocks(blocks: Block[]): Block[] {
  const last = blocks.findLastIndex(({ type }) => type === "web_search_tool_result" || type === "server_tool_use");
  return blocks.slice(last + 1).filter(({ type, text }) => type === "text" && text !== undefined);
}

/** Continues a paused request. Anthropic requires the paused content unchanged, so only the assistant's turn is added. */
function resumed(sent: WireRequest, content: unknown): WireRequest {
  const messages = sent.body["messages"] as unknown[];
  return { ...sent, body: { ...sent.body, messages: [...messages, { role: "assistant", content }] } };
}

/** Anthropic Messages API with web search. The basic tool version works with every model and returns plain blocks. */
export const claude: ProviderAdapter = {
  baseUrl: "https://api.anthropic.com/v1",
  model: "claude-haiku-4-5",

  request: ({ text, location }, model, apiKey) => {
    const { country, region, city, timezone } = location;
    const place = country ?? region ?? city ?? timezone;
    return {
      path: "/messages",
      headers: { "x-api-key": apiKey, "anthropic-version": "2023-06-01" },
      body: {
        model,
        max_tokens: 4000,
        messages: [{ role: "user", content: text }],
        tools: [
          {
            type: "web_search_20250305",
            name: "web_search",
            max_uses: 3,
            ...(place && { user_location: { type: "approximate", country, region, city, timezone } }),
          },
        ],
      },
    };
  },

  judgeBody: ({ text, schema }, model) => ({
    model,
    max_tokens: JUDGE_TOKENS,
    messages: [{ role: "user", content: text }],
    output_config: { format: { type: "json_schema", schema } },
  }),

  read: (raw, sent) => {
    const body = readShape(Body, raw);
    if (body.stop_reason === "pause_turn") return { next: resumed(sent, (raw as { content: unknown }).content) };
    const blocks = [...earlierBlocks(sent), ...body.content];
    let text = "";
    const citations: Citation[] = [];
    for (const block of answerBlocks(blocks)) {
      const [start, end] = [text.length, text.length + block.text!.length];
      for (const { url, title } of block.citations ?? []) {
        if (url) citations.push(citation(url, title, { start, end }));
      }
      text += block.text!;
    }
    if (body.stop_reason === "refusal") {
      throw new ProviderError("refused", "stop_reason refusal");
    }
    const cut = body.stop_reason === "max_tokens" || body.stop_reason === "model_context_window_exceeded";
    const answer = {
      text: requireText(text),
      citations,
      model: body.model ?? "",
      requestId: body.id ?? null,
      stop: cut ? ("truncated" as const) : ("complete" as const),
      // A failed search returns HTTP 200 with an object instead of the list of results.
      searched: blocks.some(({ type, content }) => type === "web_search_tool_result" && Array.isArray(content)),
      usage: {
        inputTokens: body.usage?.input_tokens ?? null,
        outputTokens: body.usage?.output_tokens ?? null,
        searches: body.usage?.server_tool_use?.web_search_requests ?? null,
      },
    };
    return { answer };
  },

  models: (apiKey) => ({
    path: "/models?limit=1",
    headers: { "x-api-key": apiKey, "anthropic-version": "2023-06-01" },
  }),

  failure: ({ status, headers, body, now }) => {
    const parsed = ErrorBody.safeParse(body);
    const error = parsed.success ? parsed.data.error : null;
    const spent = error?.details?.error_code === "enforced_spend_limit_reached" || error?.type === "billing_error";
    const kind = spent ? "quota" : error?.type === "overloaded_error" ? "overloaded" : kindOfStatus(status);
    return failureOf(kind, status, body, retryAfterOf(headers, now));
  },
};
