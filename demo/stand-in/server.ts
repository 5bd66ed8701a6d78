import http from "node:http";
import type { AddressInfo } from "node:net";
import { sampleAnswer, type StandInAnswer } from "./answers.ts";
import { anthropic, errorBody, google, openai, perplexity, type Ending, type WireOptions } from "./wire.ts";

export type StandInProvider = "chatgpt" | "claude" | "perplexity" | "gemini";

/** How one call is answered. */
export interface Behaviour {
  /** `cut` ends the connection in the middle of the body. */
  kind: Ending | "unauthorized" | "spent" | "rate_limited" | "overloaded" | "server_error" | "malformed" | "cut";
  answer?: StandInAnswer;
  delayMs?: number;
  retryAfterSeconds?: number;
  searched?: boolean;
  unknownItem?: boolean;
}

export interface Received {
  provider: StandInProvider;
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
  /** Requests outside the four providers. */
  otherwise?: (request: http.IncomingMessage, body: string, response: http.ServerResponse) => void;
}

export interface StandIn {
  /** `…_BASE_URL` of each provider. */
  baseUrls: Record<StandInProvider, string>;
  origin: string;
  log: Received[];
  close: () => Promise<void>;
}

const PREFIXES: Record<StandInProvider, string> = {
  chatgpt: "/openai/v1",
  claude: "/anthropic/v1",
  perplexity: "/perplexity/v1",
  gemini: "/google/v1beta",
};
const WRITERS: Record<StandInProvider, (options: WireOptions) => object> = {
  chatgpt: openai,
  claude: anthropic,
  perplexity,
  gemini: google,
};

interface Failure {
  status: number;
  codes: Record<StandInProvider, string>;
}

/** Errors as the providers write them. */
const FAILURES: Partial<Record<Behaviour["kind"], Failure>> = {
  unauthorized: {
    status: 401,
    codes: {
      chatgpt: "invalid_api_key",
      claude: "authentication_error",
      perplexity: "forbidden",
      gemini: "UNAUTHENTICATED",
    },
  },
  spent: {
    status: 429,
    codes: {
      chatgpt: "insufficient_quota",
      claude: "enforced_spend_limit_reached",
      perplexity: "request_rate_limit_exceeded",
      gemini: "PER_DAY",
    },
  },
  rate_limited: {
    status: 429,
    codes: {
      chatgpt: "rate_limit_exceeded",
      claude: "rate_limit_error",
      perplexity: "request_rate_limit_exceeded",
      gemini: "RESOURCE_EXHAUSTED",
    },
  },
  overloaded: {
    status: 503,
    codes: {
      chatgpt: "server_is_overloaded",
      claude: "overloaded_error",
      perplexity: "bad_gateway",
      gemini: "UNAVAILABLE",
    },
  },
  server_error: {
    status: 500,
    codes: { chatgpt: "server_error", claude: "api_error", perplexity: "internal_error", gemini: "INTERNAL" },
  },
};

function questionOf(provider: StandInProvider, body: any): string {
  if (provider === "claude") return String(body?.messages?.[0]?.content ?? "");
  if (provider === "gemini") return String(body?.contents?.[0]?.parts?.[0]?.text ?? "");
  return String(body?.input ?? "");
}

function modelOf({ provider, path, body }: Received): string {
  return provider === "gemini" ? (/models\/([^:]+):/.exec(path)?.[1] ?? "") : String(body?.model ?? "");
}

function respond(received: Received, behaviour: Behaviour, response: http.ServerResponse): void {
  const { provider } = received;
  const failure = FAILURES[behaviour.kind];
  if (failure) {
    const status = provider === "claude" && behaviour.kind === "overloaded" ? 529 : failure.status;
    const wait = behaviour.retryAfterSeconds;
    // Google states the wait in the body, the others in a header.
    const headers: Record<string, string> =
      wait === undefined || provider === "gemini" ? {} : { "retry-after": String(wait) };
    const body = errorBody(provider, status, failure.codes[provider], "A sample error of the stand-in.", wait);
    return sendJson(response, status, body, headers);
  }
  const ending: Ending =
    behaviour.kind === "malformed" || behaviour.kind === "cut" ? "complete" : (behaviour.kind as Ending);
  const text = JSON.stringify(
    WRITERS[provider]({
      answer: behaviour.answer ?? sampleAnswer(provider, received.question),
      model: modelOf(received),
      ending,
      searched: behaviour.searched ?? true,
      unknownItem: behaviour.unknownItem ?? false,
    }),
  );
  if (behaviour.kind === "cut") {
    response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(text) });
    response.write(text.slice(0, text.length >> 1), () => response.destroy());
    return;
  }
  response.writeHead(200, { "content-type": "application/json" });
  response.end(behaviour.kind === "malformed" ? text.slice(0, -5) : text);
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
  const entry = Object.entries(PREFIXES).find(([, prefix]) => url.startsWith(`${prefix}/`));
  if (!entry) return null;
  const [provider, prefix] = entry as [StandInProvider, string];
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    body = undefined;
  }
  const question = questionOf(provider, body);
  return {
    provider,
    method: request.method ?? "",
    path: url.slice(prefix.length),
    headers: request.headers,
    body,
    question,
  };
}

/** Speaks the wire formats of the four AI providers on a loopback port. Its answers say that they are samples. */
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
          error: { message: "This stand-in serves the wire formats of four AI providers." },
        });
      }
      log.push(received);
      const refusal = options.judge?.(received);
      if (refusal) return sendJson(response, refusal.status, refusal.body);
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
    Object.entries(PREFIXES).map(([provider, prefix]) => [provider, `${origin}${prefix}`]),
  ) as StandIn["baseUrls"];
  return { baseUrls, origin, log, close };
}
