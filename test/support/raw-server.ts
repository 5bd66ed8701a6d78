import net from "node:net";

/** Answers one request on its raw socket, correctly or not. */
export type RawHandler = (socket: net.Socket, path: string) => void;

/** A server on a loopback port that passes on every request's socket and records the paths. */
export interface RawServer {
  host: string;
  origin: string;
  log: string[];
  handle: RawHandler;
  close: () => Promise<void>;
}

export async function startRawServer(handle: RawHandler): Promise<RawServer> {
  const sockets = new Set<net.Socket>();
  const server = { host: "", origin: "", log: [] as string[], handle } as RawServer;
  const listener = net.createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => {});
    let head = "";
    socket.on("data", (chunk: Buffer) => {
      if (head.includes("\r\n\r\n")) return;
      head += chunk.toString("latin1");
      if (!head.includes("\r\n\r\n")) return;
      const path = head.split(" ", 2)[1] ?? "/";
      server.log.push(path);
      server.handle(socket, path);
    });
  });
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  server.host = `127.0.0.1:${(listener.address() as net.AddressInfo).port}`;
  server.origin = `http://${server.host}`;
  server.close = () =>
    new Promise((resolve) => {
      for (const socket of sockets) socket.destroy();
      listener.close(() => resolve());
    });
  return server;
}

/** A complete response that closes its connection. */
export function answer(
  socket: net.Socket,
  body: string | Uint8Array,
  options: { status?: string; headers?: Record<string, string>; type?: string } = {},
): void {
  const { status = "200 OK", headers = {}, type = "text/html; charset=utf-8" } = options;
  const bytes = typeof body === "string" ? Buffer.from(body) : body;
  socket.write(
    `HTTP/1.1 ${status}\r\nContent-Type: ${type}\r\nContent-Length: ${bytes.byteLength}\r\nConnection: close\r\n`,
  );
  for (const [name, value] of Object.entries(headers)) socket.write(`${name}: ${value}\r\n`);
  socket.write("\r\n");
  socket.end(bytes);
}

/** Writes the same chunk until the client disconnects, as chunked encoding. */
export function endless(socket: net.Socket, head: string, chunk: Buffer): void {
  socket.write(`HTTP/1.1 200 OK\r\n${head}\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n`);
  const framed = Buffer.concat([Buffer.from(`${chunk.byteLength.toString(16)}\r\n`), chunk, Buffer.from("\r\n")]);
  const pump = () => {
    while (!socket.destroyed && socket.write(framed));
    if (!socket.destroyed) socket.once("drain", pump);
  };
  pump();
}
