import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** What the service answers to one request: a body, an error, or nothing in time. */
export type ServiceReply =
  | { json: unknown; status?: number; headers?: Record<string, string> }
  | { text: string; status?: number }
  | { silent: true };

export interface ServiceRequest {
  method: string;
  path: string;
  headers: Record<string, unknown>;
  body: unknown;
}

/** A scraping service on this machine that replies as it is told, in order. */
export async function startScrapingService() {
  const replies: ServiceReply[] = [];
  const seen: ServiceRequest[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const text = Buffer.concat(chunks).toString();
      const body: unknown = text === "" ? undefined : JSON.parse(text);
      seen.push({ method: request.method!, path: request.url!, headers: request.headers, body });
      const reply = replies.shift() ?? { json: { error: { message: "nothing planned" } }, status: 500 };
      if ("silent" in reply) return;
      const headers = "json" in reply ? { "content-type": "application/json", ...reply.headers } : {};
      response.writeHead(reply.status ?? 200, headers);
      response.end("json" in reply ? JSON.stringify(reply.json) : reply.text);
    });
  });
  await new Promise<void>((done) => void server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    replies,
    seen,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
