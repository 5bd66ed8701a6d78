import http from "node:http";
import { gzipSync } from "node:zlib";
import type { AddressInfo } from "node:net";

/** A test site's response for one path. */
export interface SiteRoute {
  status?: number;
  headers?: Record<string, string>;
  body?: string;
  /** A binary body, instead of `body`. */
  base64?: string;
  delayMs?: number;
  /** Holds the response back until then. */
  after?: Promise<unknown>;
  /** Sends the body compressed. */
  gzip?: boolean;
  /** Breaks the connection instead. */
  broken?: boolean;
  /** Other responses, chosen by the content of a request header. */
  when?: Array<{ header: string; includes: string; route: SiteRoute }>;
}

/** A site on a loopback port whose pages a test sets, and which records the requests. */
export interface SiteServer {
  host: string;
  origin: string;
  routes: Record<string, SiteRoute>;
  /** Method and path of each request, in order. */
  log: string[];
  /** Headers of the last request. */
  headers: http.IncomingHttpHeaders;
  close: () => Promise<void>;
}

function answerPage(site: SiteServer, request: http.IncomingMessage, response: http.ServerResponse): void {
  const url = request.url ?? "/";
  site.headers = request.headers;
  site.log.push(`${request.method} ${url}`);
  const found = site.routes[url] ??
    site.routes[url.split("?")[0]!] ??
    site.routes["*"] ?? { status: 404, body: "<h1>Not found</h1>" };
  const special = found.when?.find(({ header, includes }) => String(request.headers[header]).includes(includes));
  const route = special?.route ?? found;
  if (route.broken) return void request.socket.destroy();
  const send = () => {
    response.writeHead(route.status ?? 200, { "content-type": "text/html; charset=utf-8", ...route.headers });
    const plain = route.base64 === undefined ? (route.body ?? "") : Buffer.from(route.base64, "base64");
    const body = route.gzip ? gzipSync(plain) : plain;
    response.end(request.method === "HEAD" ? undefined : body);
  };
  if (route.after) void route.after.then(send);
  else if (route.delayMs) setTimeout(send, route.delayMs);
  else send();
}

function readBody(request: http.IncomingMessage): Promise<string> {
  return new Promise((resolve) => {
    let text = "";
    request.on("data", (chunk: Buffer) => (text += chunk.toString()));
    request.on("end", () => resolve(text));
  });
}

/**
 * `PUT /__site` sets the routes, `GET /__site` returns the log, and `GET /__headers` the headers of the last request,
 * for tests that run inside workerd.
 */
export async function startSite(port = 0): Promise<SiteServer> {
  const site: SiteServer = { host: "", origin: "", routes: {}, log: [], headers: {}, close: () => Promise.resolve() };
  const server = http.createServer((request, response) => {
    if (request.url === "/__headers") return void response.end(JSON.stringify(site.headers));
    if (request.url !== "/__site") return answerPage(site, request, response);
    void readBody(request).then((text) => {
      if (request.method === "PUT") {
        site.routes = JSON.parse(text) as Record<string, SiteRoute>;
        site.log = [];
      }
      response.end(JSON.stringify(site.log));
    });
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  site.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  site.origin = `http://${site.host}`;
  site.close = () =>
    new Promise((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
  return site;
}
