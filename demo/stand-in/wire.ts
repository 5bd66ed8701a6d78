import type { StandInAnswer } from "./answers.ts";

/** How an answer ended, independent of the provider. */
export type Ending = "complete" | "truncated" | "refused" | "empty" | "failed" | "paused";

export interface WireOptions {
  answer: StandInAnswer;
  model: string;
  ending: Ending;
  /** The model answered from memory. */
  searched: boolean;
  /** An item or block of an unknown kind. */
  unknownItem: boolean;
}

const SURPRISE = { type: "hologram_call", id: "holo_1", frames: [] };
const DECLINED = "I can't help with that.";

function textOf({ answer, ending }: WireOptions): string {
  return ending === "empty" ? "" : answer.parts.map(({ text }) => text).join("");
}

const statusOf = {
  complete: "completed",
  truncated: "incomplete",
  refused: "completed",
  empty: "completed",
  failed: "failed",
  paused: "incomplete",
};

/** The body that OpenAI's Responses API and Perplexity's Agent API share. */
function responses(options: WireOptions, items: object[], content: object): object {
  const { ending, model, unknownItem } = options;
  return {
    id: `resp_${crypto.randomUUID().replaceAll("-", "")}`,
    object: "response",
    created_at: Math.floor(Date.now() / 1000),
    status: statusOf[ending],
    error: ending === "failed" ? { code: "server_error", message: "The model failed." } : null,
    incomplete_details: ending === "truncated" ? { reason: "max_output_tokens" } : null,
    model,
    output: [
      ...items,
      ...(unknownItem ? [SURPRISE] : []),
      ...(ending === "failed"
        ? []
        : [{ type: "message", id: "msg_1", role: "assistant", status: "completed", content: [content] }]),
    ],
    usage: { input_tokens: 30, output_tokens: 120, total_tokens: 150 },
  };
}

/** OpenAI writes a citation into the text and marks where it stands. */
export function openai(options: WireOptions): object {
  let text = "";
  const annotations: object[] = [];
  for (const part of options.ending === "empty" ? [] : options.answer.parts) {
    text += part.text;
    for (const { url, title } of options.searched ? part.cites : []) {
      const start = text.length + 1;
      const tagged = `${url}${url.includes("?") ? "&" : "?"}utm_source=openai`;
      text += ` ([${new URL(url).host}](${tagged}))`;
      annotations.push({
        type: "url_citation",
        start_index: start,
        end_index: text.length,
        url: tagged,
        title,
      });
    }
  }
  const search = {
    type: "web_search_call",
    id: "ws_1",
    status: "completed",
    action: { type: "search", queries: ["sample"] },
  };
  const content =
    options.ending === "refused" ? { type: "refusal", refusal: DECLINED } : { type: "output_text", text, annotations };
  return responses(options, options.searched ? [search] : [], content);
}

/** Perplexity cites by number; its annotations are mostly empty. */
export function perplexity(options: WireOptions): object {
  let text = "";
  const results: object[] = [];
  for (const part of options.ending === "empty" ? [] : options.answer.parts) {
    text += part.text;
    for (const { url, title } of options.searched ? part.cites : []) {
      results.push({ id: results.length + 1, url, title, snippet: "…", date: null, last_updated: null, source: "web" });
      text += `[${results.length}]`;
    }
  }
  const search = { type: "search_results", queries: ["sample"], results };
  const content =
    options.ending === "refused"
      ? { type: "refusal", refusal: DECLINED }
      : { type: "output_text", text, annotations: [] };
  return responses(options, options.searched ? [search] : [], content);
}

/** Anthropic says what it is about to do, searches, then answers in many small blocks that carry their citations. */
export function anthropic(options: WireOptions): object {
  const { answer, ending, model, searched, unknownItem } = options;
  const cites = answer.parts.flatMap((part) => part.cites);
  const search = [
    { type: "text", text: "I'll search for that." },
    { type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: { query: "sample" } },
    ...(ending === "paused"
      ? []
      : [
          {
            type: "web_search_tool_result",
            tool_use_id: "srvtoolu_1",
            content: cites.map(({ url, title }) => ({
              type: "web_search_result",
              url,
              title,
              page_age: null,
              encrypted_content: "Zm9v",
            })),
          },
        ]),
  ];
  const blocks = answer.parts.map(({ text, cites: own }) => ({
    type: "text",
    text,
    citations:
      searched && own.length > 0
        ? own.map(({ url, title }) => ({
            type: "web_search_result_location",
            url,
            title,
            cited_text: "…",
            encrypted_index: "YmFy",
          }))
        : null,
  }));
  const reasons = {
    complete: "end_turn",
    truncated: "max_tokens",
    refused: "refusal",
    empty: "end_turn",
    failed: "end_turn",
    paused: "pause_turn",
  };
  const said =
    ending === "complete" || ending === "truncated"
      ? blocks
      : ending === "refused"
        ? [{ type: "text", text: DECLINED }]
        : [];
  return {
    id: `msg_${crypto.randomUUID().replaceAll("-", "")}`,
    type: "message",
    role: "assistant",
    model,
    content: [...(searched && ending !== "empty" ? search : []), ...(unknownItem ? [SURPRISE] : []), ...said],
    stop_reason: reasons[ending],
    stop_sequence: null,
    usage: { input_tokens: 30, output_tokens: 120, server_tool_use: { web_search_requests: searched ? 1 : 0 } },
  };
}

/** Google counts segments in bytes, cites through redirects, and names the cited domain in the title. */
export function google(options: WireOptions): object {
  const { answer, ending, model, searched, unknownItem } = options;
  const bytes = (text: string) => new TextEncoder().encode(text).length;
  const chunks: object[] = [];
  const supports: object[] = [];
  let at = 0;
  for (const { text, cites } of answer.parts) {
    const endIndex = at + bytes(text);
    if (cites.length > 0) {
      supports.push({
        segment: { startIndex: at, endIndex, text },
        groundingChunkIndices: cites.map((_, i) => chunks.length + i),
      });
    }
    for (const [i, { url }] of cites.entries()) {
      const id = `${chunks.length + i}-${Buffer.from(url).toString("base64url")}`;
      chunks.push({
        web: {
          uri: `https://vertexaisearch.cloud.google.com/grounding-api-redirect/${id}`,
          title: new URL(url).host.replace(/^www\./, ""),
        },
      });
    }
    at = endIndex;
  }
  const usageMetadata = { promptTokenCount: 30, candidatesTokenCount: 120, totalTokenCount: 150 };
  const common = { usageMetadata, modelVersion: model, responseId: crypto.randomUUID() };
  if (ending === "failed") return { ...common, promptFeedback: { blockReason: "OTHER" } };
  const grounding = {
    webSearchQueries: ["sample"],
    searchEntryPoint: { renderedContent: "<div></div>" },
    groundingChunks: chunks,
    groundingSupports: supports,
    ...(unknownItem && { hologramSupports: [SURPRISE] }),
  };
  const reasons = { complete: "STOP", truncated: "MAX_TOKENS", refused: "SAFETY", empty: "STOP", paused: "STOP" };
  const parts = ending === "refused" ? [] : [{ text: "Thinking…", thought: true }, { text: textOf(options) }];
  return {
    ...common,
    candidates: [
      {
        content: { role: "model", parts },
        finishReason: reasons[ending],
        index: 0,
        ...(searched && { groundingMetadata: grounding }),
      },
    ],
  };
}

/** An error body in a provider's own shape. */
export function errorBody(
  provider: string,
  status: number,
  code: string,
  message: string,
  retrySeconds?: number,
): object {
  if (provider === "claude") {
    const details = code === "enforced_spend_limit_reached" ? { details: { error_code: code } } : {};
    const type = details.details ? "rate_limit_error" : code;
    return { type: "error", error: { type, message, ...details }, request_id: "req_1" };
  }
  if (provider === "gemini") {
    const details: object[] = [];
    if (retrySeconds !== undefined)
      details.push({ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: `${retrySeconds}s` });
    if (code === "PER_DAY") {
      details.push({
        "@type": "type.googleapis.com/google.rpc.QuotaFailure",
        violations: [{ quotaId: "GenerateRequestsPerDayPerProjectPerModel" }],
      });
    }
    return { error: { code: status, message, status: code === "PER_DAY" ? "RESOURCE_EXHAUSTED" : code, details } };
  }
  return { error: { message, type: code, param: null, code: provider === "perplexity" ? status : code } };
}
