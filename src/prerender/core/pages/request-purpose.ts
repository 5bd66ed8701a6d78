/** A request as the browser reports it, and the type of its response once that has begun. */
export interface AskedRequest {
  url: string;
  method: string;
  /** The request's headers, with lower-case names. */
  headers: Readonly<Record<string, string>>;
}

/**
 * What a request for data is for. answer: the page may show what it returns. report: it tells the server something.
 * lasting: it stays open until something happens, which may be never.
 */
export type RequestPurpose = "answer" | "report" | "lasting";

/** Parts of paths that only long polls, sockets' fallbacks and signs of life have. */
const LASTING_PARTS = new Set(
  "longpoll long-poll long_poll longpolling long-polling comet cometd bayeux sockjs sockjs-node socket.io engine.io signalr xhr_streaming xhr_send __webpack_hmr webpack-hmr eventsource sse heartbeat keepalive keep-alive presence".split(
    " ",
  ),
);
/** The same, but only at the end: `/poll/7` may be a survey. */
const LASTING_ENDS = new Set(["poll", "polling"]);
const LASTING_QUERY =
  /[?&](?:transport=(?:\w*polling|\w*streaming|websockets?|serversentevents)|feed=(?:longpoll|continuous|eventsource))(?:&|$)/i;
/** Last parts of paths that take reports when they are posted to. */
const REPORT_ENDS = new Set(
  "beacon beacons collect track tracking telemetry analytics metrics rum vitals log logs event events csp-report".split(
    " ",
  ),
);
/** Last parts of paths that answer whatever is posted to them. */
const ANSWER_ENDS = new Set(["graphql", "gql", "query", "search", "rpc", "jsonrpc", "trpc"]);
const MAX_PARTS = 50;

/** Judges a request by its address and what it accepts. Reports also include what `sendBeacon` and most error reports send. */
export function purposeOf({ url, method, headers }: AskedRequest): RequestPurpose {
  const isPosted = method === "POST";
  if (/\btext\/event-stream\b/i.test(headers["accept"] ?? "")) return "lasting";
  const { pathname = "", search = "" } = URL.parse(url) ?? {};
  const parts = pathname
    .toLowerCase()
    .split("/", MAX_PARTS)
    .filter((part) => part !== "");
  const last = (parts.at(-1) ?? "").replace(/\.\w+$/, "");
  const isPlain = /^text\/plain|^$/i.test(headers["content-type"] ?? "");
  if (isPosted && (REPORT_ENDS.has(last) || (isPlain && !ANSWER_ENDS.has(last)))) return "report";
  const isLasting =
    LASTING_ENDS.has(last) || parts.some((part) => LASTING_PARTS.has(part)) || LASTING_QUERY.test(search);
  return isLasting ? "lasting" : "answer";
}

/** Types of responses that are read part by part: those that may never end, and those that do. */
const EVENTS = /^\s*(?:text\/event-stream|multipart\/x-mixed-replace)/i;
const STREAMS = /^\s*(?:application\/(?:x-ndjson|ndjson|jsonl|x-jsonlines|json-seq|stream\+json|grpc-web[\w+-]*))/i;
/** The same, if they don't say how long they are. */
const OPEN_STREAMS = /^\s*(?:text\/plain|application\/octet-stream)/i;

/** Which kind of stream a response is, if it is one. Names of headers in lower case. */
export function streamKindOf(headers: Readonly<Record<string, string>>): "events" | "response" | null {
  const type = headers["content-type"] ?? "";
  if (EVENTS.test(type)) return "events";
  const isStream = STREAMS.test(type) || (OPEN_STREAMS.test(type) && headers["content-length"] === undefined);
  return isStream ? "response" : null;
}
