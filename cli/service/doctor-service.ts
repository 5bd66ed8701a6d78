import type { Checkup, Heard } from "../../src/doctor/core/checkup";
import { CliError } from "../cli-error.ts";

/** A service, and what opens its operator's endpoints. */
export interface DoctorTarget {
  origin: string;
  token: string;
  /** A version of the Worker that shall answer; null: whichever does. */
  workerVersion: string | null;
}

type Unreached = "unreachable" | "html" | "token" | "older" | "busy" | "status";

/** Why a request has no answer that can be used, as a reason of the part `reach`. */
export class NotReached extends CliError {
  readonly reason: Unreached;

  constructor(reason: Unreached, detail: string) {
    super(detail);
    this.reason = reason;
  }
}

const ANSWER_MS = 120_000;
/** The name of the Worker in wrangler.toml, which Cloudflare wants with a version. */
const WORKER = "crawlready";
const MAX_BODY = 1_000_000;

/** Calls of the doctor's endpoint. Each throws {@link NotReached} unless it has its answer. */
export function doctorService({ origin, token, workerVersion }: DoctorTarget) {
  const headers: Record<string, string> = { authorization: `Bearer ${token}`, accept: "application/json" };
  if (workerVersion !== null) headers["cloudflare-workers-version-overrides"] = `${WORKER}="${workerVersion}"`;

  async function call<T>(method: string, path: string, json?: object): Promise<T> {
    const response = await send(method, path, json);
    if (response.status === 204) return undefined as T;
    const text = (await response.text()).slice(0, MAX_BODY);
    const body = parsed(text);
    const isOurs = typeof body === "object" && body !== null;
    const seen = `HTTP ${response.status}${isOurs ? "" : `, ${response.headers.get("content-type") ?? "no content type"}`}`;
    if (response.ok && isOurs) return body as T;
    const { error = "", message = "" }: { error?: unknown; message?: unknown } = isOurs ? body : {};
    const told = typeof message === "string" && message !== "" ? `${seen}: ${message}` : seen;
    if (response.status === 401 && error === "invalid_api_key") throw new NotReached("token", told);
    if (response.status === 429) throw new NotReached("busy", told);
    if (response.status >= 500) throw new NotReached("status", told);
    // Only the service itself knows its own codes.
    throw new NotReached(error === "not_found" ? "older" : "html", told);
  }

  async function send(method: string, path: string, json: object | undefined): Promise<Response> {
    const body = json === undefined ? undefined : JSON.stringify(json);
    const signal = AbortSignal.timeout(ANSWER_MS);
    const type: Record<string, string> = body === undefined ? {} : { "content-type": "application/json" };
    try {
      return await fetch(origin + path, { method, headers: { ...headers, ...type }, body, redirect: "manual", signal });
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      throw new NotReached("unreachable", (cause as Error).message);
    }
  }

  return {
    /** Whether requests are answered and the token is the service's. */
    greet: async (): Promise<void> => {
      const health = await call<{ ok?: unknown; version?: unknown }>("GET", "/healthz");
      if (health.ok !== true) throw new NotReached("html", "/healthz is another service's");
      // The service tells its version to its operator alone.
      if (health.version === undefined) throw new NotReached("token", "not taken for the operator");
    },
    start: (options: { mailTo?: string; spend?: boolean }) => call<Checkup>("POST", "/api/admin/doctor", options),
    read: () => call<Heard>("GET", "/api/admin/doctor"),
    end: () => call<void>("DELETE", "/api/admin/doctor"),
  };
}

export type DoctorService = ReturnType<typeof doctorService>;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
