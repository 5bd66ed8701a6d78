import type { ErrorDetails, ErrorStatus } from "./generated/operations";
import { retryAfterSecondsOf } from "./retry-after";

/** Codes that the client adds to those of the API. */
interface OwnStatus {
  /** No response came: the connection failed. `cause` says why. */
  unreachable: 0;
  /** The response is not from this API, such as a proxy's error page. */
  unexpected_answer: number;
}
type AllStatus = ErrorStatus & OwnStatus;

export type ClientErrorCode = keyof AllStatus;

interface About<Code extends ClientErrorCode> {
  status: AllStatus[Code];
  requestId: string | null;
  details: Code extends keyof ErrorDetails ? ErrorDetails[Code] : Record<string, unknown>;
  retryAfterSeconds?: number | null;
}

/** What a call throws if it was refused or failed. Use {@link isCrawlreadyError} to tell errors apart by their code. */
export class CrawlreadyError<Code extends ClientErrorCode = ClientErrorCode> extends Error {
  override readonly name = "CrawlreadyError";
  readonly code: Code;
  /** The HTTP status; 0 if no response came. */
  readonly status: AllStatus[Code];
  /** Finds the request in the service's log. */
  readonly requestId: string | null;
  /** Further fields of this kind of error, such as `runId`. */
  readonly details: About<Code>["details"];
  /** How long to wait before trying again; 0 if that time has passed, null if the response does not say. */
  readonly retryAfterSeconds: number | null;

  constructor(code: Code, message: string, about: About<Code>, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.status = about.status;
    this.requestId = about.requestId;
    this.details = about.details;
    this.retryAfterSeconds = about.retryAfterSeconds ?? null;
  }
}

/** All errors as a union: comparing `code` narrows `status` and `details`. */
export type Failure = { [Code in ClientErrorCode]: CrawlreadyError<Code> }[ClientErrorCode];

/** Whether a call threw this. Narrows to the union of all errors. */
export function isCrawlreadyError(error: unknown): error is Failure {
  return error instanceof CrawlreadyError;
}

/** No response came, or not all of it. */
export function unreachable(cause: unknown): CrawlreadyError {
  const why = cause instanceof Error ? cause.message : String(cause);
  const about = { status: 0, requestId: null, details: {} } as const;
  return new CrawlreadyError("unreachable", `The service did not answer: ${why}`, about, { cause });
}

/** A response that is not from this API. */
export function unexpected({ status, headers }: Response, message: string, cause?: unknown): CrawlreadyError {
  const about = { status, requestId: headers.get("x-request-id"), details: {} };
  return new CrawlreadyError("unexpected_answer", message, about, { cause });
}

/** Reads a whole body. Fails with the signal's reason if it was aborted. */
export async function textOf(response: Response, signal: AbortSignal | undefined): Promise<string> {
  try {
    return await response.text();
  } catch (error) {
    throw signal?.aborted ? error : unreachable(error);
  }
}

/** The error that a response stands for. */
export async function errorOf(response: Response, signal: AbortSignal | undefined): Promise<CrawlreadyError> {
  const { status } = response;
  const body = bodyOf(await textOf(response, signal));
  const retryAfterSeconds = retryAfterSecondsOf(response);
  if (body === null) {
    const about = { status, requestId: response.headers.get("x-request-id"), details: {}, retryAfterSeconds };
    return new CrawlreadyError(
      "unexpected_answer",
      `The response has status ${status} and is not from this API.`,
      about,
    );
  }
  const { error, message, requestId, ...details } = body;
  const about = { status, requestId, details, retryAfterSeconds } as unknown as About<ClientErrorCode>;
  return new CrawlreadyError(error as ClientErrorCode, message, about);
}

function bodyOf(text: string): { error: string; message: string; requestId: string } | null {
  try {
    const body = JSON.parse(text) as { error?: unknown; message?: unknown; requestId: string } | null;
    if (typeof body?.error !== "string" || typeof body.message !== "string") return null;
    return body as { error: string; message: string; requestId: string };
  } catch {
    return null;
  }
}
