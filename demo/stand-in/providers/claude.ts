import { DECLINED, searchesOf, SURPRISE, type WireFormat, type WireOptions } from "../wire.ts";

/** Claude says what it is about to do, searches, then answers in many small blocks that carry their citations. */
function write(options: WireOptions): object {
  const { answer, ending, model, searched, unknownItem } = options;
  const cites = answer.parts.flatMap((part) => part.cites);
  const search = [
    { type: "text", text: "I'll search for that." },
    { type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: { query: searchesOf(options)[0] } },
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

export const claude: WireFormat = {
  prefix: "/anthropic/v1",
  write,
  question: (body) => body?.messages?.[0]?.content,
  codes: {
    unauthorized: "authentication_error",
    spent: "enforced_spend_limit_reached",
    rate_limited: "rate_limit_error",
    overloaded: "overloaded_error",
    server_error: "api_error",
  },
  overloadedStatus: 529,
  error: ({ code, message }) => {
    const isSpent = code === "enforced_spend_limit_reached";
    const error = isSpent
      ? { type: "rate_limit_error", message, details: { error_code: code } }
      : { type: code, message };
    return { type: "error", error, request_id: "req_1" };
  },
};
