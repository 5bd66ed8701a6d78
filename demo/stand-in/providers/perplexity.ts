import { responses } from "../responses.ts";
import { DECLINED, searchesOf, type WireFormat, type WireOptions } from "../wire.ts";

/** Perplexity cites by number; its annotations are mostly empty. */
function write(options: WireOptions): object {
  let text = "";
  const results: object[] = [];
  for (const part of options.ending === "empty" ? [] : options.answer.parts) {
    text += part.text;
    for (const { url, title } of options.searched ? part.cites : []) {
      results.push({ id: results.length + 1, url, title, snippet: "…", date: null, last_updated: null, source: "web" });
      text += `[${results.length}]`;
    }
  }
  const search = { type: "search_results", queries: searchesOf(options), results };
  const content =
    options.ending === "refused"
      ? { type: "refusal", refusal: DECLINED }
      : { type: "output_text", text, annotations: [] };
  return responses(options, options.searched ? [search] : [], content);
}

export const perplexity: WireFormat = {
  prefix: "/perplexity/v1",
  write,
  question: (body) => body?.input,
  codes: {
    unauthorized: "forbidden",
    spent: "request_rate_limit_exceeded",
    rate_limited: "request_rate_limit_exceeded",
    overloaded: "bad_gateway",
    server_error: "internal_error",
  },
  error: ({ status, code, message }) => ({ error: { message, type: code, param: null, code: status } }),
};
