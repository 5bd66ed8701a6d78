import { MAX_HEADER } from "../response-headers";

/** The response head of the page's own document. */
export interface DocumentHead {
  /** 0: no response. */
  status: number;
  /** Location of a 3xx, absolute. */
  location: string | null;
  headers: Record<string, string>;
}

/** Reads a head from the browser's data. `url`: the requested URL. */
export function headOf(
  status: number,
  lines: ReadonlyArray<{ name: string; value: string }>,
  url: string,
): DocumentHead {
  const headers = joinHeaders(lines);
  const target = headers["location"] === undefined ? null : URL.parse(headers["location"], url);
  return { status, headers, location: status >= 300 && status <= 399 && target !== null ? target.href : null };
}

/** Joins header lines of the same name into one list, truncated to the length that a snapshot keeps. */
function joinHeaders(lines: ReadonlyArray<{ name: string; value: string }>): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const { name, value } of lines) {
    const key = name.toLowerCase();
    headers[key] = (headers[key] === undefined ? value : `${headers[key]}, ${value}`).slice(0, MAX_HEADER);
  }
  return headers;
}

/**
 * Decides from the head: load the page, use the head alone (a redirect is passed on, not followed), or reject a
 * document that is not HTML. Without a content type browsers inspect the bytes; most such pages are HTML.
 */
export function judgeHead({ status, location, headers }: DocumentHead): "page" | "head_only" | "no_html" {
  if (location !== null || status >= 500) return "head_only";
  const type = headers["content-type"];
  return type === undefined || /^\s*(text\/html|application\/xhtml\+xml)\b/i.test(type) ? "page" : "no_html";
}

/** Whether no script of the document runs: its Content-Security-Policy sandboxes it without `allow-scripts`. */
export function isScriptless({ headers }: DocumentHead): boolean {
  const directives = (headers["content-security-policy"] ?? "").toLowerCase().split(/[,;]/);
  return directives.some((directive) => {
    const [name, ...tokens] = directive.trim().split(/\s+/);
    return name === "sandbox" && !tokens.includes("allow-scripts");
  });
}
