import type { IncomingMessage, ServerResponse } from "node:http";

interface Submitted {
  host: string;
  key: string;
  keyLocation: string;
  urlList: string[];
}

/** What a stand-in for IndexNow has received for a host, and how it answers next. */
interface HostState {
  submitted: Array<Submitted & { status: number }>;
  /** Statuses of the next answers; then 200. */
  next: number[];
}

/** IndexNow on loopback, for the hosts of several tests: `GET ?host=` returns what it received, `PUT ?host=` sets the next statuses. */
export class IndexNowStandIn {
  private readonly hosts = new Map<string, HostState>();

  of(host: string): HostState {
    const state = this.hosts.get(host) ?? { submitted: [], next: [] };
    this.hosts.set(host, state);
    return state;
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "http://stand-in");
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString("utf8");
    const asked = url.searchParams.get("host") ?? "";
    if (request.method === "GET") return void response.end(JSON.stringify(this.of(asked).submitted));
    if (request.method === "PUT") {
      this.of(asked).next = JSON.parse(text) as number[];
      return void response.end();
    }
    const body = JSON.parse(text) as Submitted;
    const state = this.of(body.host);
    const status = body.urlList.length > 10_000 ? 400 : (state.next.shift() ?? 200);
    state.submitted.push({ ...body, status });
    response.writeHead(status).end();
  }
}
