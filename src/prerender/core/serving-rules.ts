import { isAssetPath } from "../../web";

/** Marks our renderer's requests; whoever carries it gets the origin. */
export const RENDERER_TOKEN = "CrawlreadyRender";
const LOOP_HEADERS = ["x-prerender", "x-edge-render", "x-crawlready-render"];

export interface RequestFacts {
  method: string;
  pathname: string;
  headers: Headers;
}

/** html: a page is wanted; origin: the request is none of ours. */
export type Wanted = { kind: "html" } | { kind: "origin"; reason: "method" | "asset" | "accept" | "already_rendered" };

/** What kind of answer a request wants, whoever sends it (field.md 1a.2). */
export function wantedFrom({ method, pathname, headers }: RequestFacts): Wanted {
  if (method !== "GET" && method !== "HEAD") return { kind: "origin", reason: "method" };
  if (isRenderer(headers)) return { kind: "origin", reason: "already_rendered" };
  if (isAssetPath(pathname)) return { kind: "origin", reason: "asset" };
  const accept = headers.get("accept") ?? "";
  const html = accept === "" || /text\/html|application\/xhtml\+xml|\*\/\*/i.test(accept);
  return html ? { kind: "html" } : { kind: "origin", reason: "accept" };
}

/** True for requests that a renderer, ours or another, sends: serving them a snapshot would go round in circles. */
export function isRenderer(headers: Headers): boolean {
  return LOOP_HEADERS.some((name) => headers.has(name)) || (headers.get("user-agent") ?? "").includes(RENDERER_TOKEN);
}

/** Whether the caller already has this version (RFC 9110 §13.2.2: If-None-Match first, else If-Modified-Since). */
export function isNotModified(headers: Headers, etag: string, lastModifiedMs: number): boolean {
  const match = headers.get("if-none-match");
  if (match !== null)
    return match.trim() === "*" || match.split(",").some((each) => each.trim().replace(/^W\//, "") === etag);
  const since = Date.parse(headers.get("if-modified-since") ?? "");
  // HTTP dates have whole seconds.
  return !Number.isNaN(since) && Math.floor(lastModifiedMs / 1000) * 1000 <= since;
}
