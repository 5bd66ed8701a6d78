import { setTimeout as pause } from "node:timers/promises";
import { CliError } from "../cli-error.ts";

/** How often a request is repeated that was not answered, or with 429 or 503. */
const TRIES = 8;
const LONGEST_WAIT_S = 60;
const ANSWER_MS = 120_000;

/** An error of the API, with its code. */
export class ApiFailure extends CliError {
  readonly status: number;
  readonly code: string;
  readonly body: Record<string, unknown>;

  constructor(status: number, body: Record<string, unknown>) {
    const message = typeof body["message"] === "string" ? body["message"] : `the service answered ${status}`;
    super([message, ...issuesOf(body, message)].join(" "));
    this.status = status;
    this.code = typeof body["error"] === "string" ? body["error"] : "";
    this.body = body;
  }
}

/** What is wrong in the request, unless the message says it. */
function issuesOf({ issues }: Record<string, unknown>, said: string): string[] {
  if (!Array.isArray(issues)) return [];
  const given = issues as Array<{ path?: string; message?: string }>;
  return given.filter(({ message }) => !said.includes(message ?? "")).map((each) => `${each.path}: ${each.message}.`);
}

/** What this class needs of the world; tests give their own. */
export interface ApiWorld {
  fetch: typeof fetch;
  wait: (ms: number) => Promise<unknown>;
}

const REAL: ApiWorld = { fetch: (...args) => fetch(...args), wait: pause };

/** The API of a service, deployed or our own. Waits when it is asked to (429) or does not answer. */
export class ServiceApi {
  readonly base: string;
  readonly #headers: Record<string, string>;
  readonly #world: ApiWorld;

  constructor(base: string, key: string, world = REAL, headers?: Record<string, string>) {
    this.base = base.replace(/\/+$/, "");
    this.#headers = headers ?? { "x-service-api-key": key };
    this.#world = world;
  }

  static operator(base: string, adminToken: string): ServiceApi {
    return new ServiceApi(base, "", REAL, { authorization: `Bearer ${adminToken}` });
  }

  get<T>(path: string): Promise<T> {
    return this.#json<T>("GET", path);
  }
  post<T>(path: string, json: unknown): Promise<T> {
    return this.#json<T>("POST", path, json);
  }
  patch<T>(path: string, json: unknown): Promise<T> {
    return this.#json<T>("PATCH", path, json);
  }

  /** @throws ApiFailure if the service refuses, CliError if it can't be reached. */
  async #json<T>(method: string, path: string, json?: unknown): Promise<T> {
    const response = await this.send(method, path, json === undefined ? {} : { json });
    const text = await response.text();
    const body = parsed(text);
    if (response.ok && body !== null) return body as T;
    throw new ApiFailure(response.status, (body ?? {}) as Record<string, unknown>);
  }

  /** One answer, whatever its status, but waits out 429 and 503. Redirects are returned, because the key is for this service alone. */
  async send(
    method: string,
    path: string,
    { json, headers }: { json?: unknown; headers?: Record<string, string> } = {},
  ): Promise<Response> {
    const content: Record<string, string> = json === undefined ? {} : { "content-type": "application/json" };
    const init: RequestInit = {
      method,
      headers: { ...this.#headers, ...content, ...headers },
      body: json === undefined ? undefined : JSON.stringify(json),
      redirect: "manual",
    };
    for (let attempt = 1; ; attempt++) {
      const signal = AbortSignal.timeout(ANSWER_MS);
      const answer = await this.#world.fetch(`${this.base}${path}`, { ...init, signal }).catch((error: Error) => error);
      const mayRepeat = attempt < TRIES;
      if (answer instanceof Error) {
        // A write may have been done although its answer was lost.
        if (!mayRepeat || method !== "GET") throw new CliError(`${this.base} can't be reached: ${reasonOf(answer)}`);
      } else if (!mayRepeat || (answer.status !== 429 && answer.status !== 503)) return answer;
      await this.#world.wait(waitMs(answer, attempt));
      if (!(answer instanceof Error)) await answer.body?.cancel();
    }
  }
}

function waitMs(answer: Response | Error, attempt: number): number {
  const asked = answer instanceof Error ? Number.NaN : Number(answer.headers.get("retry-after") ?? Number.NaN);
  return 1_000 * Math.min(LONGEST_WAIT_S, asked > 0 ? asked : 2 ** (attempt - 2));
}

function reasonOf(error: Error): string {
  return error.cause instanceof Error ? error.cause.message : error.message;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
