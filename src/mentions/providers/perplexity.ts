import * as z from "zod";
import type { Citation } from "../core/analysis/types";
import { citation } from "./citation";
import { failureOf, kindOfStatus, readShape, retryAfterOf } from "./failure";
import { readAnswer, ResponsesBody, type TextPart } from "./responses-shape";
import { JUDGE_TOKENS, type ProviderAdapter } from "./types";

const Result = z.looseObject({
  id: z.union([z.number(), z.string()]).nullish(),
  url: z.string(),
  title: z.string().nullish(),
});

type SearchResult = z.infer<typeof Result>;

/** Search results by the number that the text cites them with. */
function numberedResults(body: ResponsesBody): Map<string, SearchResult> {
  const results = (body.output ?? [])
    .filter((item) => item.type === "search_results")
    .flatMap((item) => item.results ?? [])
    .flatMap((result) => Result.safeParse(result).data ?? []);
  return new Map(results.map((result, index) => [String(result.id ?? index + 1), result]));
}

function annotated(part: TextPart, offset: number): Citation[] {
  return (part.annotations ?? []).flatMap(({ url, title, start_index: start, end_index: end }) => {
    if (!url) return [];
    const known = start !== undefined && end !== undefined;
    return citation(url, title, known ? { start: offset + start, end: offset + end } : null);
  });
}

/** Annotations are mostly empty. `[n]` in the text then refers to result n. */
function marked(part: TextPart, offset: number, results: ReadonlyMap<string, SearchResult>): Citation[] {
  return [...(part.text ?? "").matchAll(/\[(\d{1,3})\](?!\()/g)].flatMap((match) => {
    const result = results.get(match[1]!);
    const start = offset + match.index;
    return result ? citation(result.url, result.title, { start, end: start + match[0].length }) : [];
  });
}

/** Perplexity Agent API. The model is always set explicitly, because a preset may run another vendor's model. */
export const perplexity: ProviderAdapter = {
  baseUrl: "https://api.perplexity.ai/v1",
  model: "perplexity/sonar",

  request: ({ text, location }, model, apiKey) => {
    const { country, region, city, latitude, longitude } = location;
    const place = country ?? region ?? city ?? latitude;
    return {
      path: "/agent",
      headers: { authorization: `Bearer ${apiKey}` },
      body: {
        model,
        input: text,
        // The model decides whether to search; there is no documented way to force it.
        instructions: "Search the web before answering.",
        max_output_tokens: 4000,
        tools: [
          {
            type: "web_search",
            search_context_size: "medium",
            ...(place !== undefined && { user_location: { country, region, city, latitude, longitude } }),
          },
        ],
      },
    };
  },

  // Its API knows no schemas, so the question describes the answer.
  judgeBody: ({ text, schema }, model) => ({
    model,
    input: `${text}\nAnswer with JSON alone, without Markdown, of this schema: ${JSON.stringify(schema)}`,
    max_output_tokens: JUDGE_TOKENS,
  }),

  read: (raw) => {
    const body = readShape(ResponsesBody, raw);
    const results = numberedResults(body);
    const answer = readAnswer(body, "search_results", (part, offset) => {
      const given = annotated(part, offset);
      return given.length > 0 ? given : marked(part, offset, results);
    });
    return { answer };
  },

  models: null,

  failure: ({ status, headers, body, now }) =>
    failureOf(kindOfStatus(status), status, body, retryAfterOf(headers, now)),
};
