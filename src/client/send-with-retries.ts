import { unreachable } from "./errors";
import { retryAfterSecondsOf } from "./retry-after";

export interface SendOptions {
  /** Sends the requests; the global `fetch` by default. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /** How often to repeat a request; 3 by default. See {@link sendWithRetries} for which are repeated. */
  retries?: number;
  /** The longest wait before a repeated call, in seconds; 60 by default. A longer `Retry-After` fails at once. */
  maxWaitSeconds?: number;
  /** Waits; tests replace it. */
  wait?: (seconds: number, signal?: AbortSignal) => Promise<void>;
}

/**
 * Sends a request, and repeats it by one rule, which all our programs share:
 *
 * - 429, and 503 with `Retry-After`: the service says that it did nothing and when to come back. Any request is repeated.
 * - No response, and 503 without `Retry-After`: nobody knows what was done. Only reads (GET, HEAD) are repeated. A second
 *   DELETE would be harmless (RFC 9110 §9.2.2), but its 404 would hide that the first one worked. With
 *   {@link fetchWhole} a response that is cut off counts as none.
 *
 * It waits as long as `Retry-After` says, but at least a second; without it 1, 2, 4 … seconds. A `Retry-After` that is
 * neither whole seconds nor a valid date counts as none.
 * @throws CrawlreadyError `unreachable`, or the signal's reason.
 */
export async function sendWithRetries(
  url: string,
  init: RequestInit,
  signal: AbortSignal | undefined,
  { fetch: send = (...given) => fetch(...given), retries = 3, maxWaitSeconds = 60, wait = pause }: SendOptions,
): Promise<Response> {
  for (let repeated = 0; ; repeated++) {
    // A redirect counts as the response: fetch would send our key along to another host.
    const answer = await send(url, { ...init, redirect: "manual", ...(signal && { signal }) }).catch(
      (error: unknown) => {
        if (signal?.aborted) throw error;
        return unreachable(error);
      },
    );
    const seconds = repeated < retries ? waitSeconds(answer, init, Math.min(2 ** repeated, maxWaitSeconds)) : null;
    if (seconds === null || seconds > maxWaitSeconds) {
      if (answer instanceof Response) return answer;
      throw answer;
    }
    if (answer instanceof Response) await answer.body?.cancel().catch(() => {});
    await wait(seconds, signal);
  }
}

/** Reads JSON to its end, so that a response which is cut off counts as none. */
export function fetchWhole(send: SendOptions["fetch"] = (...given) => fetch(...given)): typeof send {
  return async (url, init) => {
    const response = await send(url, init);
    const { status, statusText, headers } = response;
    // These two say by their headers alone what to do.
    if (status === 429 || status === 503 || response.body === null) return response;
    if (!/\bjson\b/.test(headers.get("content-type") ?? "")) return response;
    return new Response(await response.text(), { status, statusText, headers });
  };
}

/** How long to wait before the request is repeated; null: it is not. */
function waitSeconds(answer: Response | Error, { method, body }: RequestInit, backoff: number): number | null {
  // A stream can be sent only once.
  if (body instanceof ReadableStream) return null;
  const isRead = method === "GET" || method === "HEAD";
  if (!(answer instanceof Response)) return isRead ? backoff : null;
  const told = retryAfterSecondsOf(answer);
  const isRefusal = answer.status === 429 || (answer.status === 503 && told !== null);
  if (!isRefusal && !(answer.status === 503 && isRead)) return null;
  // "Now" is no wait: many clients at once would come back at once.
  return told === 0 ? Math.min(1, backoff) : (told ?? backoff);
}

/** Rejects with the signal's reason when it is aborted. */
function pause(seconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason as Error);
    const stop = () => {
      clearTimeout(timer);
      reject(signal!.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, seconds * 1000);
    signal?.addEventListener("abort", stop, { once: true });
  });
}
