import http from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";

/**
 * A request whose path, headers and body may hold references: `(!X.host!)` is a value of the world, and `(!12.runs.0.id!)` is
 * one of the answer to step 12. So a list of requests can be sent again to a service that gives other ids.
 */
export interface FuzzRequest {
  operation: string;
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
  /** The body has one byte for each character. */
  binary?: true;
  /** What makes it invalid, or unusual. */
  changes: string[];
}

export interface FuzzAnswer {
  status: number;
  contentType: string | null;
  headers: http.IncomingHttpHeaders;
  text: string;
}

/** Characters that neither JSON nor a URL escapes. */
const REFERENCE = /\(!([\w.-]+)!\)/g;
export const reference = (name: string) => `(!${name}!)`;
export const referencesIn = (request: FuzzRequest): string[] =>
  [...JSON.stringify(request).matchAll(REFERENCE)].map(([, name]) => name!);

export type Resolve = (name: string) => string;

/** The request with every reference replaced. */
export function resolved(request: FuzzRequest, resolve: Resolve): FuzzRequest {
  const fill = (text: string, escape: (value: string) => string) =>
    text.replace(REFERENCE, (_, name: string) => escape(resolve(name)));
  const { path, headers, body } = request;
  return {
    ...request,
    path: fill(path, encodeURIComponent),
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, fill(value, String)])),
    ...(body !== undefined && { body: fill(body, (value) => JSON.stringify(value).slice(1, -1)) }),
  };
}

const NEARBY =
  /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1?\]|0\.0\.0\.0|.*\.(?:localhost|invalid|test|example)|(?:.*\.)?example\.(?:com|org|net))\.?$/;

function leaves(text: string): boolean {
  const address = URL.parse(text) ?? URL.parse(`http://${text}`);
  return address !== null && /^https?:$/.test(address.protocol) && !NEARBY.test(address.hostname);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A single word is a host too, but only a URL or a name with a dot leads to a server. */
const maybeAddress = (text: string) => /:\/|\/\/|\.|^\s*(?:\d+|0x[\da-f]+)\s*$/i.test(text);

/** The schemas have no deeper fields. */
const DEEPEST = 20;

function textsOf(value: unknown, depth = 0): string[] {
  if (typeof value === "string") return [value];
  if (value === null || typeof value !== "object" || depth > DEEPEST) return [];
  return Object.values(value).flatMap((inner) => textsOf(inner, depth + 1));
}

/** Null if it is not JSON. The service can't read such a body either, and the judge sees such an answer. */
export function parsed(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return null;
  }
}

/** Fields whose texts become requests of the service. */
const ADDRESS = /^(?:domain|domains|origin|sitemapUrl|url|urls|siteUrl|listUrl)$/i;

function addressesIn(value: unknown, depth = 0): string[] {
  if (value === null || typeof value !== "object" || depth > DEEPEST) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    ADDRESS.test(name) ? textsOf(inner) : addressesIn(inner, depth + 1),
  );
}

/** Whether the service could be led to a host beyond this machine and the reserved names. */
export function leavesMachine({ path, body }: FuzzRequest): boolean {
  const [pathname, query = ""] = path.split(/\?(.*)/s);
  const queried = [...new URLSearchParams(query)].flatMap(([name, value]) => (ADDRESS.test(name) ? [value] : []));
  const rendered = pathname!.startsWith("/render/") ? [pathname!.slice(8), decoded(pathname!.slice(8))] : [];
  const segments = pathname!.startsWith("/api/account/domains/") ? [decoded(pathname!.slice(21).split("/")[0]!)] : [];
  const written = body === undefined ? [] : addressesIn(parsed(body));
  return [...queried, ...rendered, ...segments, ...written].some((text) => maybeAddress(text) && leaves(text.trim()));
}

const agent = new http.Agent({ keepAlive: true, maxSockets: 8 });
/** Ends what hangs. */
const LONGEST_MS = 100_000;
const MOST_BYTES = 20_000_000;

/** A body as it was before it was compressed. One that was not read to its end stays as it is. */
function plain(body: Buffer, encoding: string | undefined): Buffer {
  try {
    if (encoding === "gzip") return gunzipSync(body);
    return encoding === "br" ? brotliDecompressSync(body) : body;
  } catch {
    return body;
  }
}

/** Sends a request as it is. Null: node refuses to send its path or headers. */
export function send(base: string, request: FuzzRequest): Promise<FuzzAnswer | null> {
  const { method, path, headers, body } = request;
  const bytes = body === undefined ? undefined : Buffer.from(body, request.binary ? "latin1" : "utf8");
  const { hostname, port } = new URL(base);
  // Without a length, node sends the body of a GET as if it were the next request.
  const framed = bytes === undefined ? headers : { ...headers, "content-length": String(bytes.length) };
  return new Promise((resolve, reject) => {
    const options = { hostname, port, method, path, headers: framed, agent, timeout: LONGEST_MS };
    let sending: http.ClientRequest;
    try {
      sending = http.request(options);
    } catch {
      return resolve(null);
    }
    sending.once("response", (response) => {
      const chunks: Buffer[] = [];
      let size = 0;
      const contentType = response.headers["content-type"] ?? null;
      const finish = () => {
        const text = plain(Buffer.concat(chunks), response.headers["content-encoding"]).toString("utf8");
        resolve({ status: response.statusCode!, contentType, headers: response.headers, text });
      };
      response.on("data", (chunk: Buffer) => {
        chunks.push(chunk);
        size += chunk.length;
        // A stream of events goes on until the audit ends.
        if (contentType?.includes("event-stream") || size > MOST_BYTES) {
          finish();
          sending.destroy();
        }
      });
      response.on("end", finish);
      response.on("error", reject);
    });
    sending.once("timeout", () => sending.destroy(new Error("no answer")));
    sending.on("error", reject);
    sending.end(bytes);
  });
}
