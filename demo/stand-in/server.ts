import http from "node:http";
import type { AddressInfo } from "node:net";
import { sampleAnswer, type StandInAnswer } from "./answers.ts";
import { API_PROVIDERS, type ApiProvider } from "../../src/lib/ai-providers.ts";
import { WIRE_FORMATS } from "./providers/index.ts";
import type { Ending, FailureKind } from "./wire.ts";

/** How one call is answered. */
export interface Behaviour {
  /** `cut` ends the connection in the middle of the body. */
  kind: Ending | FailureKind | "malformed" | "cut";
  answer?: StandInAnswer;
  delayMs?: number;
  retryAfterSeconds?: number;
  searched?: boolean;
  unknownItem?: boolean;
  /** The explanation of an error. */
  message?: string;
}

export interface Received {
  provider: ApiProvider;
  method: string;
  path: string;
  headers: http.IncomingHttpHeaders;
  body: any;
  question: string;
}

export interface StandInOptions {
  /** Refuses a request as the real API would: a status and body, or null. */
  judge?: (received: Received) => { status: number; body: object } | null;
  behave?: (received: Received) => Behaviour;
  /** Requests to paths of no provider. */
  otherwise?: (request: http.IncomingMessage, body: string, response: http.ServerResponse) => void;
}

export interface StandIn {
  /** `…_BASE_URL` of each provider. */
  baseUrls: Record<ApiProvider, string>;
  origin: string;
  log: Received[];
  close: () => Promise<void>;
}

/** The statuses of failures. */
const FAILURES: Record<FailureKind, number> = {
  unauthorized: 401,
  spent: 429,
  rate_limited: 429,
  overloaded: 503,
  server_error: 500,
};

const isFailure = (kind: Behaviour["kind"]): kind is FailureKind => kind in FAILURES;

function respond(received: Received, behaviour: Behaviour, response: http.ServerResponse): void {
  const { provider } = received;
  const format = WIRE_FORMATS[provider];
  const { kind, retryAfterSeconds: wait } = behaviour;
  if (isFailure(kind)) {
    const status = (kind === "overloaded" && format.overloadedStatus) || FAILURES[kind];
    const headers: Record<string, string> =
      wait === undefined || format.waitInBody ? {} : { "retry-after": String(wait) };
    const message = behaviour.message ?? "A sample error of the stand-in.";
    const body = format.error({ status, code: format.codes[kind], message, retrySeconds: wait });
    return sendJson(response, status, body, headers);
  }
  const ending: Ending = kind === "malformed" || kind === "cut" ? "complete" : kind;
  const text = JSON.stringify(
    format.write({
      answer: behaviour.answer ?? sampleAnswer(provider, received.question),
      model: format.model?.(received) ?? String(received.body?.model ?? ""),
      ending,
      searched: behaviour.searched ?? true,
      unknownItem: behaviour.unknownItem ?? false,
    }),
  );
  if (kind === "cut") {
    response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(text) });
    response.write(text.slice(0, text.length >> 1), () => response.destroy());
    return;
  }
  response.writeHead(200, { "content-type": "application/json" });
  response.end(kind === "malformed" ? text.slice(0, -5) : text);
}

function sendJson(
  response: http.ServerResponse,
  status: number,
  body: object,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(body));
}

function receive(request: http.IncomingMessage, text: string): Received | null {
  const url = request.url ?? "/";
  const provider = API_PROVIDERS.find((each) => url.startsWith(`${WIRE_FORMATS[each].prefix}/`));
  if (!provider) return null;
  const { prefix, question } = WIRE_FORMATS[provider];
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    body = undefined;
  }
  const asked = question(body);
  return {
    provider,
    method: request.method ?? "",
    path: url.slice(prefix.length),
    headers: request.headers,
    body,
    question: typeof asked === "string" ? asked : "",
  };
}

/** Speaks the wire formats of the AI providers on a loopback port. Its answers say that they are samples. */
export async function startStandIn(port = 0, options: StandInOptions = {}): Promise<StandIn> {
  const log: Received[] = [];
  const server = http.createServer((request, response) => {
    let text = "";
    request.on("data", (chunk: Buffer) => (text += chunk.toString()));
    request.on("end", () => {
      const received = receive(request, text);
      if (!received) {
        if (options.otherwise) return options.otherwise(request, text, response);
        return sendJson(response, 404, {
          error: { message: "This stand-in serves the wire formats of AI providers." },
        });
      }
      log.push(received);
      const refusal = options.judge?.(received);
      if (refusal) return sendJson(response, refusal.status, refusal.body);
      if (received.method === "GET" && /^\/models(\?|$)/.test(received.path))
        return sendJson(response, 200, { data: [], models: [] });
      const behaviour = options.behave?.(received) ?? { kind: "complete", delayMs: 400 };
      setTimeout(() => respond(received, behaviour, response), behaviour.delayMs ?? 0);
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
  const baseUrls = Object.fromEntries(
    API_PROVIDERS.map((provider) => [provider, `${origin}${WIRE_FORMATS[provider].prefix}`]),
  ) as StandIn["baseUrls"];
  return { baseUrls, origin, log, close };
}
