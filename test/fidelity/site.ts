import { createHash } from "node:crypto";
import http from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";

/** A response of a pattern's server. */
export interface Route {
  status?: number;
  type?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  delayMs?: number;
  /** ECHO in the body stands for this header of the request. */
  echoes?: string;
  /** Never answers. */
  hangs?: boolean;
  /** Answers so many requests, and never answers the ones after them. */
  hangsAfter?: number;
  /** Breaks the connection. */
  breaks?: boolean;
  /** Sends a chunk every so many ms, and keeps the response open unless it `ends`. */
  chunks?: { everyMs: number; list: readonly string[]; ends?: boolean; repeats?: boolean };
  /** Sends these messages to each socket. */
  messages?: { everyMs: number; list: readonly string[] };
  /** The first responses, one each; then this one. */
  firstStatuses?: number[];
}

export interface PatternSite {
  origin: string;
  routes: Map<string, Route>;
  close: () => Promise<void>;
}

const TYPES: Record<string, string> = {
  js: "text/javascript",
  mjs: "text/javascript",
  json: "application/json",
  css: "text/css",
  png: "image/png",
};
const SOCKET_KEY = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

function answer(route: Route, path: string, request: http.IncomingMessage, response: http.ServerResponse): void {
  if (route.breaks) return void response.destroy();
  if (route.hangs || (route.hangsAfter !== undefined && route.hangsAfter-- <= 0)) return;
  const type = route.type ?? TYPES[/\.(\w+)$/.exec(path)?.[1] ?? ""] ?? "text/html; charset=utf-8";
  const status = route.firstStatuses?.shift() ?? route.status ?? 200;
  response.writeHead(status, { "content-type": type, "access-control-allow-origin": "*", ...route.headers });
  const { chunks } = route;
  if (!chunks) {
    const echo = route.echoes && String(request.headers[route.echoes] ?? "none");
    return void response.end(echo ? String(route.body).replaceAll("ECHO", echo) : (route.body ?? ""));
  }
  response.flushHeaders();
  let next = 0;
  const timer = setInterval(() => {
    if (next < chunks.list.length || chunks.repeats) response.write(chunks.list[next++ % chunks.list.length]);
    else if (chunks.ends) response.end();
    else clearInterval(timer);
  }, chunks.everyMs);
  response.on("close", () => clearInterval(timer));
}

function talk(route: Route, request: http.IncomingMessage, socket: Duplex): void {
  const accept = createHash("sha1").update(`${request.headers["sec-websocket-key"]}${SOCKET_KEY}`).digest("base64");
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
  );
  const { everyMs, list } = route.messages!;
  let next = 0;
  const timer = setInterval(() => {
    const text = Buffer.from(list[next++] ?? "");
    if (text.length === 0) return clearInterval(timer);
    const head = text.length < 126 ? [0x81, text.length] : [0x81, 126, text.length >> 8, text.length & 255];
    socket.write(Buffer.concat([Buffer.from(head), text]));
  }, everyMs);
  socket.on("close", () => clearInterval(timer));
  socket.on("error", () => {});
  socket.resume();
}

/** Serves patterns at a loopback address; each address is another site to the browser. `files`: what else there is. */
export async function startPatternSite(
  address: string,
  files: (path: string) => Route | null = () => null,
): Promise<PatternSite> {
  const routes = new Map<string, Route>();
  const sockets = new Set<Duplex>();
  const server = http.createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    const path = (request.url ?? "/").split("?")[0]!;
    const route = routes.get(path) ?? files(path) ?? { status: 404, body: "nothing here" };
    setTimeout(() => answer(route, path, request, response), route.delayMs ?? 0);
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  server.on("upgrade", (request, socket) => {
    const route = routes.get((request.url ?? "").split("?")[0]!);
    if (route?.messages) talk(route, request, socket);
    else socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  return {
    origin: `http://${address}:${(server.address() as AddressInfo).port}`,
    routes,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
