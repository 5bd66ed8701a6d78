import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { DatabaseSync } from "node:sqlite";

interface Answer {
  result?: unknown;
  error?: { code: number; message: string };
}

interface Asked {
  method: string;
  /** Path below `/accounts/{id}/`. */
  path: string;
  query: URLSearchParams;
  body: string;
}

const NAMES = { "d1/database": "name", "storage/kv/namespaces": "title", "r2/buckets": "name", queues: "queue_name" };

/**
 * The part of Cloudflare's API that a deployment uses, on loopback. It remembers what was created and really runs D1's
 * SQL.
 */
export class CloudflareApi {
  readonly database = new DatabaseSync(":memory:");
  /** `<kind> <name>` of everything that was created, in order. */
  readonly made: string[] = [];
  /** What was to be created although it exists. */
  readonly refused: string[] = [];
  readonly secrets = new Set<string>();
  /** The bindings of each uploaded Worker. */
  readonly uploads: Record<string, unknown>[][] = [];
  /** Hashes of the uploaded static files. */
  readonly assets = new Set<string>();
  /** Whether the account is on the free plan, which refuses limits. */
  isFree = false;
  schedules: string[] = [];
  /** Queue → settings of its consumer. */
  readonly consumers = new Map<string, Record<string, unknown>>();
  /** Chooses requests that fail once, before anything is done. */
  failOnce: ((asked: { method: string; path: string; body: string }) => boolean) | null = null;
  private readonly server = createServer((request, response) => {
    void this.receive(request).then(({ result, error }) => {
      response.writeHead(error ? 400 : 200, { "content-type": "application/json" });
      response.end(JSON.stringify({ success: !error, errors: error ? [error] : [], messages: [], result }));
    });
  });

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/client/v4`;
  }

  stop(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  private async receive(request: IncomingMessage): Promise<Answer> {
    const url = new URL(request.url ?? "/", "http://api");
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    return this.answer({
      method: request.method ?? "",
      path: url.pathname.replace(/^\/client\/v4\/accounts\/[^/]+\//, ""),
      query: url.searchParams,
      body: Buffer.concat(chunks).toString("utf8"),
    });
  }

  private answer(asked: Asked): Answer {
    const { method, path, body } = asked;
    if (this.failOnce?.(asked)) {
      this.failOnce = null;
      return { error: { code: 10013, message: "An unknown error has occurred." } };
    }
    if (path in NAMES) return this.resources(path as keyof typeof NAMES, asked);
    if (path.endsWith("/query")) return { result: this.query(body) };
    if (path.startsWith("d1/database/")) return { result: this.listed("d1/database")[0] };
    if (path.endsWith("/secrets")) return { result: [...this.secrets].map((name) => ({ name, type: "secret_text" })) };
    if (path.endsWith("/schedules")) {
      if (method === "PUT") this.schedules = (JSON.parse(body) as { cron: string }[]).map(({ cron }) => cron);
      return { result: { schedules: this.schedules.map((cron) => ({ cron })) } };
    }
    if (path.endsWith("/assets-upload-session")) return this.askForAssets(body);
    if (path === "workers/assets/upload") {
      for (const [, hash] of body.matchAll(/name="([0-9a-f]{32})"/g)) this.assets.add(hash!);
      return { result: { jwt: "uploaded" } };
    }
    if (path.includes("/consumers")) return this.consumer(method, path, body);
    const isAboutVersions = method === "GET" && path.includes("/versions");
    if (isAboutVersions && this.uploads.length > 0) return this.version(path);
    if (isAboutVersions) return { error: { code: 10007, message: "This Worker does not exist on your account." } };
    if (method === "PUT" || path.endsWith("/versions")) {
      if (this.isFree && /"limits":\{"cpu_ms"/.test(body))
        return { error: { code: 100328, message: "CPU limits are not supported for the Free plan." } };
      this.upload(body);
    }
    const isDeployed = this.uploads.length > 0;
    if (path.startsWith("workers/services/") && !isDeployed)
      return { error: { code: 10090, message: "This Worker does not exist on your account." } };
    if (path.endsWith("/settings"))
      return isDeployed
        ? { result: { bindings: this.uploads.at(-1) } }
        : { error: { code: 10007, message: "No Worker" } };
    return {
      result: {
        id: "version-1",
        default_environment: { script: {} },
        enabled: true,
        subdomain: "test",
        deployments: [],
      },
    };
  }

  /** Which static files still have to be uploaded, by hash. */
  private askForAssets(body: string): Answer {
    const { manifest } = JSON.parse(body) as { manifest: Record<string, { hash: string }> };
    const missing = Object.values(manifest).flatMap(({ hash }) => (this.assets.has(hash) ? [] : [hash]));
    return { result: { jwt: "session", buckets: missing.length > 0 ? [missing] : [] } };
  }

  private version(path: string): Answer {
    const bindings = this.uploads.at(-1);
    const version = {
      id: "version-1",
      number: 1,
      metadata: {},
      resources: { bindings, script: {}, script_runtime: {} },
    };
    return { result: path.endsWith("/versions") ? { items: [version] } : version };
  }

  private listed(kind: keyof typeof NAMES): Record<string, unknown>[] {
    return this.made
      .filter((each) => each.startsWith(`${kind} `))
      .map((each) => each.slice(kind.length + 1))
      .map((name) => ({
        uuid: `id-${name}`,
        id: `id-${name}`,
        queue_id: name,
        consumers: [],
        producers_total_count: 0,
        consumers_total_count: 0,
        [NAMES[kind]]: name,
      }));
  }

  private resources(kind: keyof typeof NAMES, { method, query, body }: Asked): Answer {
    if (method === "GET") {
      const names = query.getAll("name");
      const all = this.listed(kind).filter((each) => names.length === 0 || names.includes(String(each[NAMES[kind]])));
      return { result: Number(query.get("page") ?? 1) > 1 ? [] : all };
    }
    const name = String((JSON.parse(body) as Record<string, unknown>)[NAMES[kind]]);
    if (this.made.includes(`${kind} ${name}`)) {
      this.refused.push(`${kind} ${name}`);
      return { error: { code: 10004, message: `${name} already exists` } };
    }
    this.made.push(`${kind} ${name}`);
    return { result: this.listed(kind).at(-1) };
  }

  private query(body: string): unknown {
    const { sql } = JSON.parse(body) as { sql: string };
    const reads = /^\s*(SELECT|PRAGMA)/i.test(sql);
    const results = reads ? this.database.prepare(sql).all() : this.database.exec(sql);
    return [{ success: true, results: results ?? [], meta: { duration: 0 } }];
  }

  private consumer(method: string, path: string, body: string): Answer {
    const queue = path.split("/")[1] ?? "";
    const settings = this.consumers.get(queue);
    if (method === "GET") return { result: settings ? [settings] : [] };
    this.consumers.set(queue, JSON.parse(body) as Record<string, unknown>);
    return { result: { ...(JSON.parse(body) as object), consumer_id: queue } };
  }

  private upload(body: string): void {
    const metadata = /name="metadata"[^\n]*\r\n(?:[^\r\n]+\r\n)*\r\n(.*?)\r\n--/s.exec(body);
    if (!metadata) return;
    const { bindings } = JSON.parse(metadata[1] ?? "{}") as { bindings: Record<string, unknown>[] };
    this.uploads.push(bindings);
    for (const { type, name } of bindings) if (type === "secret_text") this.secrets.add(String(name));
  }
}
