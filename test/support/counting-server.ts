import { createHash } from "node:crypto";
import http from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";

/** A loopback server that counts everything that reaches it: requests, sockets and their messages. */
export interface CountingServer {
  host: string;
  /** Method and path of each request; `SOCKET` and `MESSAGE` with the path for web sockets. */
  log: string[];
  /** Requests by the crawler itself, which the edge passes on when there is no snapshot. */
  passedOn: string[];
  /** Body by path, a script for `….js`; any other path returns an empty page. */
  routes: Record<string, { body: string; headers?: Record<string, string> }>;
  openSockets: () => number;
  close: () => Promise<void>;
}

const SOCKET_KEY = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

function acceptSocket(server: CountingServer, request: http.IncomingMessage, socket: Duplex): void {
  const path = request.url ?? "/";
  const accept = createHash("sha1").update(`${request.headers["sec-websocket-key"]}${SOCKET_KEY}`).digest("base64");
  server.log.push(`SOCKET ${path}`);
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
  );
  // One short text message, as for an app that loads its data through a socket.
  const text = Buffer.from("from the socket");
  socket.write(Buffer.concat([Buffer.from([0x81, text.length]), text]));
  socket.on("data", (bytes: Buffer) => {
    // 8 is a close frame; answer by closing.
    if ((bytes[0]! & 15) === 8) socket.end();
    else server.log.push(`MESSAGE ${path}`);
  });
  socket.on("end", () => socket.end());
  socket.on("error", () => {});
}

/** Starts a server at `address`, a separate loopback address, which is another host to the browser. */
export async function startCounting(address: string): Promise<CountingServer> {
  const sockets = new Set<Duplex>();
  const counting: CountingServer = {
    host: "",
    log: [],
    passedOn: [],
    routes: {},
    openSockets: () => sockets.size,
    close: () => Promise.resolve(),
  };
  // If the server closes a connection while a request is on its way, the browser sends the request again.
  const server = http.createServer({ keepAliveTimeout: 120_000 }, (request, response) => {
    const url = request.url ?? "/";
    const isCrawler = /Googlebot/.test(request.headers["user-agent"] ?? "");
    (isCrawler ? counting.passedOn : counting.log).push(`${request.method} ${url}`);
    const path = url.split("?")[0]!;
    const route = counting.routes[path];
    const type = path.endsWith(".js") ? "text/javascript" : "text/html";
    response.writeHead(200, {
      "content-type": type,
      "access-control-allow-origin": "*",
      ...route?.headers,
    });
    response.end(route?.body ?? "<p>nothing");
  });
  server.on("upgrade", (request, socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    acceptSocket(counting, request, socket);
  });
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  counting.host = `${address}:${(server.address() as AddressInfo).port}`;
  counting.close = () =>
    new Promise((resolve) => {
      for (const socket of sockets) socket.destroy();
      server.closeAllConnections();
      server.close(() => resolve());
    });
  return counting;
}
