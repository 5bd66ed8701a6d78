import { describe, expect, it } from "vitest";
import { searchTrace } from "../../../src/mentions/core/search-trace";

describe("a provider's searches", () => {
  it.each([
    [
      "OpenAI",
      {
        output: [
          {
            type: "web_search_call",
            action: {
              type: "search",
              queries: ["best  CRM 2026", "Own CRM"],
              sources: [{ type: "url", url: "https://www.rev.io/1" }],
            },
          },
          { type: "web_search_call", action: { type: "open_page", url: "https://rev.io/1" } },
          { type: "message", content: [{ type: "output_text", text: "…" }] },
        ],
      },
    ],
    [
      "Perplexity",
      {
        output: [
          { type: "search_results", queries: ["best  CRM 2026", "Own CRM"], results: [{ url: "https://rev.io/1" }] },
        ],
      },
    ],
    [
      "Anthropic",
      {
        content: [
          { type: "server_tool_use", name: "web_search", input: { query: "best  CRM 2026" } },
          { type: "web_search_tool_result", content: [{ url: "https://rev.io/1" }] },
          { type: "server_tool_use", name: "web_search", input: { query: "Own CRM" } },
          { type: "web_search_tool_result", content: { error_code: "unavailable" } },
        ],
      },
    ],
    [
      "Google",
      {
        candidates: [
          {
            groundingMetadata: {
              webSearchQueries: ["best  CRM 2026", "Own CRM"],
              groundingChunks: [{ web: { uri: "https://redirect.example/x", title: "rev.io" } }],
            },
          },
        ],
      },
    ],
  ])("of %s are read exactly", (_name, body) => {
    expect(searchTrace([body])).toEqual({ queries: ["best  CRM 2026", "Own CRM"], used: ["rev.io"] });
  });

  it("are empty for any other shape, and bounded", () => {
    for (const body of [
      null,
      1,
      "x",
      [],
      {},
      { output: 1 },
      { candidates: [null] },
      { content: [{ type: "server_tool_use" }] },
    ])
      expect(searchTrace([body])).toEqual({ queries: [], used: [] });
    const queries = Array.from({ length: 200 }, (_, i) => `query ${i}`);
    const long = { output: [{ action: { queries: [...queries, "x".repeat(5000)] } }] };
    expect(searchTrace([long]).queries).toEqual(queries.slice(0, 50));
  });
});
