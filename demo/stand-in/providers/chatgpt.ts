import { responses, responsesError } from "../responses.ts";
import { DECLINED, searchesOf, type WireFormat, type WireOptions } from "../wire.ts";

/** OpenAI writes a citation into the text and marks its position. */
function write(options: WireOptions): object {
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
    action: { type: "search", queries: searchesOf(options) },
  };
  const content =
    options.ending === "refused" ? { type: "refusal", refusal: DECLINED } : { type: "output_text", text, annotations };
  return responses(options, options.searched ? [search] : [], content);
}

export const chatgpt: WireFormat = {
  prefix: "/openai/v1",
  write,
  question: (body) => body?.input,
  codes: {
    unauthorized: "invalid_api_key",
    spent: "insufficient_quota",
    rate_limited: "rate_limit_exceeded",
    overloaded: "server_is_overloaded",
    server_error: "server_error",
  },
  error: responsesError,
};
