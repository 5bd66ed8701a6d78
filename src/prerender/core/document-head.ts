import { MAX_HEADER } from "./answer-headers";

/** The head of the answer that is the page's own document. */
export interface DocumentHead {
  /** 0: it never answered. */
  status: number;
  /** Location of a 3xx, absolute. */
  location: string | null;
  headers: Record<string, string>;
}

/** Reads a head as the browser tells it; `url`: what was asked for. */
export function headOf(
  status: number,
  lines: ReadonlyArray<{ name: string; value: string }>,
  url: string,
): DocumentHead {
  const headers = joinHeaders(lines);
  const target = headers["location"] === undefined ? null : URL.parse(headers["location"], url);
  return { status, headers, location: status >= 300 && status <= 399 && target !== null ? target.href : null };
}

/** Header lines of one name count as one list; cut at what a snapshot repeats at most. */
function joinHeaders(lines: ReadonlyArray<{ name: string; value: string }>): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const { name, value } of lines) {
    const key = name.toLowerCase();
    headers[key] = (headers[key] === undefined ? value : `${headers[key]}, ${value}`).slice(0, MAX_HEADER);
  }
  return headers;
}

/**
 * What follows from a head: a page that is loaded; an answer that is told by its head alone (a redirect is passed on, not
 * followed); or a document that is no HTML. Without a type browsers look at the bytes; most such pages are HTML.
 */
export function judgeHead({ status, location, headers }: DocumentHead): "page" | "head_only" | "no_html" {
  if (location !== null || status >= 500) return "head_only";
  const type = headers["content-type"];
  return type === undefined || /^\s*(text\/html|application\/xhtml\+xml)\b/i.test(type) ? "page" : "no_html";
}
