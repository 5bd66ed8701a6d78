import { strToU8, zipSync } from "fflate";
import http from "node:http";
import type { AddressInfo } from "node:net";

/** What the action asks of GitHub's API, from its documentation, for the repository owner/site and one token. */
export class GitHub {
  comments: Array<{ id: number; body: string; user: { type: string }; author_association: string }> = [];
  /** The run that main has left; null: none. */
  artifact: string | null = null;
  url = "";
  private readonly server = http.createServer((request, response) => void this.answer(request, response));

  static async start(): Promise<GitHub> {
    const github = new GitHub();
    await new Promise<void>((resolve) => github.server.listen(0, "127.0.0.1", resolve));
    github.url = `http://127.0.0.1:${(github.server.address() as AddressInfo).port}`;
    return github;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async answer(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const send = (status: number, body: unknown) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    if (request.url === "/zip") {
      // Where artifacts are stored, nobody gets the token.
      if (request.headers.authorization !== undefined) return void send(400, {});
      const zipped = zipSync({ "crawlready-run.json": strToU8(this.artifact!) });
      return void response.writeHead(200, { "content-type": "application/zip" }).end(zipped);
    }
    if (request.headers.authorization !== "Bearer the-job's-token") return void send(401, {});
    const { pathname, searchParams } = new URL(request.url!, this.url);
    const path = pathname.replace("/repos/owner/site", "");
    const call = `${request.method} ${path}`;
    if (call === "GET /issues/7/comments") return void send(200, searchParams.get("page") === "1" ? this.comments : []);
    if (call === "POST /issues/7/comments") {
      this.comments.push({ ...(await bodyOf(request)), id: 5, user: { type: "Bot" }, author_association: "NONE" });
      return void send(201, {});
    }
    if (call === "PATCH /issues/comments/5") {
      Object.assign(this.comments[0]!, await bodyOf(request));
      return void send(200, {});
    }
    if (call === "GET /actions/artifacts")
      return void send(200, { artifacts: this.artifacts(searchParams.get("name")!) });
    if (call !== "GET /actions/artifacts/1/zip") return void send(404, {});
    // Another origin, as GitHub's storage is.
    response.writeHead(302, { location: `${this.url.replace("127.0.0.1", "localhost")}/zip` }).end();
  }

  /** The newest comes from a fork whose branch has the same name. */
  private artifacts(name: string) {
    if (this.artifact === null) return [];
    const of = (id: number, created: string, repository: number, branch = "main") => ({
      id,
      name,
      expired: false,
      created_at: created,
      workflow_run: { head_branch: branch, repository_id: 1, head_repository_id: repository },
    });
    return [
      of(3, "2026-11-28T12:00:00Z", 2),
      of(2, "2026-11-28T11:00:00Z", 1, "other"),
      of(1, "2026-11-28T10:00:00Z", 1),
    ];
  }
}

async function bodyOf(request: http.IncomingMessage): Promise<{ body: string }> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString()) as { body: string };
}
