import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Checkup } from "../../src/doctor/core/checkup.ts";

/** What the doctor asks of a service, answered as a sound one does, or one whose database fails. */
export class ExaminedService {
  isSound = true;
  /** Methods and paths, in order. */
  readonly asked: string[] = [];
  readonly #server: Server;

  constructor(token: string) {
    this.#server = createServer((request, response) => {
      this.asked.push(`${request.method} ${request.url}`);
      const isOperator = request.headers.authorization === `Bearer ${token}`;
      const [status, body] = this.#answer(`${request.method} ${request.url}`, isOperator);
      response.writeHead(status, { "content-type": "application/json" });
      response.end(status === 204 ? "" : JSON.stringify(body));
    });
  }

  #answer(request: string, isOperator: boolean): [status: number, body: object] {
    if (request === "GET /healthz") return [200, { ok: true, ...(isOperator && { version: "1.0.0" }) }];
    if (!isOperator) return [401, { error: "invalid_api_key", message: "Send the operator's token." }];
    if (request === "POST /api/admin/doctor") return [200, this.#checkup()];
    if (request === "DELETE /api/admin/doctor") return [204, {}];
    return [200, { id: "c1", at: Date.now(), alarms: [], queues: [] }];
  }

  #checkup(): Checkup {
    const state = this.isSound ? "works" : "fails";
    return {
      id: "c1",
      at: Date.now(),
      release: { version: "1.0.0", deployment: "version-1" },
      migrations: { applied: [], known: [] },
      objectSchemas: {},
      settings: { plan: "paid", siteRequestsPerJob: 4_000, browserSecondsPerDay: 1 },
      probes: [{ part: "database", name: "DB", state, reason: this.isSound ? "" : "error", ms: 1, detail: "" }],
    };
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}
