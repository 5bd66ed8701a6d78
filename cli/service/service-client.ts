import { createClient, isCrawlreadyError, type Client, type ClientOptions, type Failure } from "../../src/client";
import { CliError } from "../cli-error.ts";

/** A command waits for a busy service rather than fail: about two minutes in all. */
const RETRIES = 7;
const ANSWER_MS = 120_000;

/** The API of a service, deployed or our own, as commands call it. {@link cliErrorOf} turns errors into sentences. */
export function serviceClient(baseUrl: string, key: string, more: Partial<ClientOptions> = {}): Client {
  return createClient({ baseUrl, key, retries: RETRIES, fetch: patientFetch, ...more });
}

/** A service that sends nothing for two minutes counts as unreachable. */
function patientFetch(url: string, init: RequestInit): Promise<Response> {
  const late = AbortSignal.timeout(ANSWER_MS);
  return fetch(url, { ...init, signal: init.signal ? AbortSignal.any([init.signal, late]) : late });
}

/** A refusal or an outage of the service, as a sentence for people; anything else unchanged. */
export function cliErrorOf(error: unknown): unknown {
  if (!isCrawlreadyError(error)) return error;
  if (error.code === "unreachable") return new CliError(`The service can't be reached: ${reasonOf(error)}`);
  return new CliError([error.message, ...issuesOf(error)].join(" "));
}

/** Causes that mean that there was no connection, so that no request left. */
const NOT_SENT = new Set<unknown>(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN"]);

/** The failure to start an audit of a deployed service, which may have started it although it did not answer. */
export function startErrorOf(error: unknown, domain: string): unknown {
  if (!isCrawlreadyError(error) || error.code !== "unreachable" || NOT_SENT.has(codeOf(error))) return error;
  return new CliError(
    `The service did not answer (${reasonOf(error)}). The audit may have started. Before you start another, look at ` +
      `the audits in the dashboard, or at GET /api/seo-spider/runs?${new URLSearchParams({ domain })}`,
  );
}

/** What is wrong with the request, unless the message says it. */
function issuesOf({ details, message: said }: Failure): string[] {
  const issues = "issues" in details ? (details.issues as Array<{ path: string; message: string }>) : [];
  return issues.filter(({ message }) => !said.includes(message)).map(({ path, message }) => `${path}: ${message}.`);
}

/** `fetch failed` says nothing; its cause does. */
function reasonOf({ cause }: Failure): string {
  if (!(cause instanceof Error)) return String(cause);
  return cause.cause instanceof Error ? cause.cause.message : cause.message;
}

/** The code of the system's error. */
function codeOf({ cause }: Failure): unknown {
  const system = cause instanceof Error ? cause.cause : null;
  return system instanceof Error && "code" in system ? system.code : null;
}
