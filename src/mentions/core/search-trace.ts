import { parseUrl } from "../../lib/hosts/url";
import { registrableDomain } from "./analysis/citations";
import { bareHost } from "./analysis/names/terms";

/** What a provider searched for an answer, and what it got. */
export interface SearchTrace {
  /** The provider's own search queries, exactly as sent, in order. */
  queries: string[];
  /** Registrable domains of the results, whether or not the answer cites them. */
  used: string[];
}

const MAX_QUERIES = 50;
const MAX_QUERY = 1000;
const MAX_USED = 100;

type Item = Record<string, unknown>;
const itemsOf = (value: unknown): Item[] =>
  Array.isArray(value) ? value.filter((item): item is Item => typeof item === "object" && item !== null) : [];
const itemOf = (value: unknown): Item => itemsOf([value])[0] ?? {};
const textsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((text): text is string => typeof text === "string" && text !== "");

/** Results of one body, in the shape of any provider: search queries, and URLs or hosts of pages. */
function piecesOf(body: Item): { queries: string[]; pages: unknown[] } {
  // OpenAI's Responses API and Perplexity's Agent API; Anthropic's Messages API; Google's generateContent.
  const items = [...itemsOf(body["output"]), ...itemsOf(body["content"])];
  const grounding = itemOf(itemOf(itemsOf(body["candidates"])[0])["groundingMetadata"]);
  const actions = items.map((item) => itemOf(item["action"]));
  return {
    queries: [
      ...items.flatMap((item, i) =>
        // `query` is the deprecated form of `queries`.
        textsOf(actions[i]!["queries"] ?? actions[i]!["query"]).concat(
          textsOf(item["type"] === "search_results" ? item["queries"] : undefined),
          textsOf(item["type"] === "server_tool_use" ? itemOf(item["input"])["query"] : undefined),
        ),
      ),
      ...textsOf(grounding["webSearchQueries"]),
    ],
    pages: [
      ...items
        .flatMap((item, i) =>
          itemsOf(actions[i]!["sources"]).concat(
            itemsOf(item["results"]),
            itemsOf(item["type"] === "web_search_tool_result" ? item["content"] : undefined),
          ),
        )
        .map(({ url }) => url),
      // Google's URIs are redirects; the title is the page's host.
      ...itemsOf(grounding["groundingChunks"]).map((chunk) => `https://${String(itemOf(chunk["web"])["title"])}/`),
    ],
  };
}

/** Reads the searches from a provider's bodies, one per turn. Unknown shapes give nothing. */
export function searchTrace(bodies: readonly unknown[]): SearchTrace {
  const pieces = bodies.map((body) => piecesOf(itemOf(body)));
  const queries = pieces.flatMap((piece) => piece.queries).filter((query) => query.length <= MAX_QUERY);
  const used = pieces
    .flatMap(({ pages }) => textsOf(pages))
    .slice(0, 5 * MAX_USED)
    .flatMap((url) => {
      const host = parseUrl(url)?.hostname;
      return host?.includes(".") ? [registrableDomain(bareHost(host))] : [];
    });
  return { queries: [...new Set(queries)].slice(0, MAX_QUERIES), used: [...new Set(used)].slice(0, MAX_USED) };
}
