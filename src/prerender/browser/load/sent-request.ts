import { isData } from "../../core/pages/page-failures";
import type { OpenRequest, RequestKind } from "../../core/pages/readiness";
import type { RequestPurpose } from "../../core/pages/request-purpose";

/** A request in progress. */
export interface SentRequest {
  type: string;
  url: string;
  method: string;
  own: boolean;
  isReport: boolean;
  purpose: RequestPurpose;
  /** When it was sent, and for how long the network had been still then. */
  sentAt: number;
  calmMs: number;
  /** What an equal request has in common with it; null: its body is too long to tell. */
  likeness: string | null;
  /** The page had an answer to an equal request before. */
  isAgain: boolean;
  /** The page sends the same request again and again. */
  repeats: boolean;
  /** The status that the server sent, also if the browser keeps it from the page; 0: none so far. */
  status: number;
  /** The response has begun. */
  hasHead: boolean;
  /** It is read part by part, and may never end. */
  streams: "events" | "response" | null;
  /** Bytes received so far. */
  bytes: number;
}

/** What it could still change. `isPage`: it loads the page's own document. */
export function openRequest(request: SentRequest, isPage: boolean, now: number): OpenRequest {
  const { method, url, sentAt, calmMs } = request;
  const answers = isPage || (request.own && isAnswering(request));
  return { kind: kindOf(request), answers, ageMs: now - sentAt, calmMs, line: `${method} ${url}` };
}

/** The end of a file's request is not always reported, but its response is. */
function isAnswering({ type, purpose, repeats, isAgain, hasHead }: SentRequest): boolean {
  if (type === "Script" || type === "Stylesheet") return !hasHead;
  return isData(type) && purpose === "answer" && !repeats && !isAgain;
}

function kindOf({ type, own, isReport, repeats, purpose, isAgain }: SentRequest): RequestKind {
  if (type === "Script") return own ? "own_script" : "foreign_script";
  if (type === "Document" && own) return "own_frame";
  if (!isData(type) || isReport || repeats) return "other";
  if (!own) return "foreign_data";
  return purpose === "answer" && !isAgain ? "own_data" : "own_poll";
}
