import http from "node:http";
import https from "node:https";
import type { AddressInfo } from "node:net";

/** A request that an integration sent to the service. */
export interface Asked {
  method: string;
  url: string;
  headers: http.IncomingHttpHeaders;
}

export interface Gateway {
  url: URL;
  asked: Asked[];
  /** How many of them the service got. */
  passedOn: () => number;
  /** Does something while the service is not there. */
  away: (during: () => Promise<void>) => Promise<void>;
  close: () => void;
}

/** Stands in front of the service, records what integrations send, and fails for some pages. */
export async function startGateway(service: string, tls: { key: string; cert: string } | null): Promise<Gateway> {
  const asked: Asked[] = [];
  let passed = 0;
  const answer = (request: http.IncomingMessage, response: http.ServerResponse): void => {
    const { method = "", url = "", headers } = request;
    asked.push({ method, url, headers });
    // Never answers.
    if (url.endsWith("/hangs")) return;
    if (url.endsWith("/breaks")) return void request.socket.destroy();
    const status = /\/service-says\/(\d+)$/.exec(url)?.[1];
    if (status !== undefined) {
      response.writeHead(Number(status), { "content-type": "application/json" });
      return void response.end(`{"error":"the service's own"}`);
    }
    passed++;
    passOn(service, request, response);
  };
  const server = tls ? https.createServer(tls, answer) : http.createServer(answer);
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    url: new URL(tls ? `https://localhost:${port}` : `http://127.0.0.1:${port}`),
    asked,
    passedOn: () => passed,
    away: async (during) => {
      close();
      await during().finally(() => listen(port));
    },
    close,
  };
}

/** Passes a request on to a server, and its response back, byte for byte. */
function passOn(base: string, request: http.IncomingMessage, response: http.ServerResponse): void {
  const { host } = new URL(base);
  const options = { method: request.method, headers: { ...request.headers, host }, agent: false };
  const onward = http.request(base + request.url, options, (answer) => {
    response.writeHead(answer.statusCode!, answer.headers);
    answer.pipe(response);
  });
  onward.on("error", () => response.destroy());
  request.pipe(onward);
}
