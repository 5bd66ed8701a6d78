import { isAssetPath } from "../../web";

/** Marks our renderer's requests. A request with it gets the origin. */
export const RENDERER_TOKEN = "CrawlreadyRender";
/** Headers of renderers. */
export const LOOP_HEADERS = ["x-prerender", "x-edge-render", "x-crawlready-render"];

export interface RequestFacts {
  method: string;
  pathname: string;
  headers: Headers;
  /** The domain offers its snapshots as Markdown. */
  markdown: boolean;
}

/** html, markdown: wants a page in this form; origin: the request is not for a page. */
export type Wanted =
  | { kind: "html" | "markdown" }
  | { kind: "origin"; reason: "method" | "asset" | "accept" | "already_rendered" };

/** What kind of response a request wants, whoever sends it. */
export function wantedFrom({ method, pathname, headers, markdown }: RequestFacts): Wanted {
  if (method !== "GET" && method !== "HEAD") return { kind: "origin", reason: "method" };
  if (isRenderer(headers)) return { kind: "origin", reason: "already_rendered" };
  if (isAssetPath(pathname)) return { kind: "origin", reason: "asset" };
  const form = preferredForm(headers.get("accept") ?? "", markdown);
  return form ? { kind: form } : { kind: "origin", reason: "accept" };
}

/**
 * The form of a page that an Accept header prefers (RFC 9110 §12.5.1): the higher quality, or the first of two equal
 * ones. A missing header and any type mean HTML.
 */
export function preferredForm(accept: string, markdown: boolean): "html" | "markdown" | null {
  if (accept.trim() === "") return "html";
  let best: { form: "html" | "markdown"; quality: number } | null = null;
  for (const part of accept.slice(0, 1_000).split(",")) {
    const [type = "", ...parameters] = part.split(";").map((each) => each.trim().toLowerCase());
    const form = FORMS.get(type);
    if (!form || (form === "markdown" && !markdown)) continue;
    const named = parameters.find((each) => each.startsWith("q="));
    const quality = named === undefined ? 1 : Number(named.slice(2)) || 0;
    if (quality > (best?.quality ?? 0)) best = { form, quality };
  }
  return best?.form ?? null;
}

const FORMS = new Map<string, "html" | "markdown">([
  ["text/html", "html"],
  ["application/xhtml+xml", "html"],
  ["text/*", "html"],
  ["*/*", "html"],
  ["text/markdown", "markdown"],
]);

/** Whether a renderer, ours or another, sent the request. Serving it a snapshot would cause a loop. */
export function isRenderer(headers: Headers): boolean {
  return LOOP_HEADERS.some((name) => headers.has(name)) || (headers.get("user-agent") ?? "").includes(RENDERER_TOKEN);
}

/** Whether the client already has this version (RFC 9110 §13.2.2: If-None-Match first, else If-Modified-Since). */
export function isNotModified(headers: Headers, etag: string, lastModifiedMs: number): boolean {
  const match = headers.get("if-none-match");
  if (match !== null)
    return match.trim() === "*" || match.split(",").some((each) => each.trim().replace(/^W\//, "") === etag);
  const since = Date.parse(headers.get("if-modified-since") ?? "");
  // HTTP dates have a resolution of one second.
  return !Number.isNaN(since) && Math.floor(lastModifiedMs / 1000) * 1000 <= since;
}
