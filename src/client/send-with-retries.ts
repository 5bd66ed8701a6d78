import { unreachable } from "./errors";

export interface SendOptions {
  /** Sends the requests; the global `fetch` by default. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /** How often to repeat a call that met a rate limit (429), or a read that met an outage (503); 3 by default. */
  retries?: number;
  /** The longest wait before a repeated call, in seconds; 60 by default. A longer `Retry-After` fails at once. */
  maxWaitSeconds?: number;
  /** Waits; given by tests. */
  wait?: (seconds: number, signal?: AbortSignal) => Promise<void>;
}

/** Sends a request and repeats it as `Retry-After` says, within the given bounds. */
export async function sendWithRetries(
  url: string,
  init: RequestInit,
  signal: AbortSignal | undefined,
  { fetch: send = (...given) => fetch(...given), retries = 3, maxWaitSeconds = 60, wait = pause }: SendOptions,
): Promise<Response> {
  for (let repeated = 0; ; repeated++) {
    // A redirect is an answer: fetch would take our key along to another host.
    const response = await send(url, { ...init, redirect: "manual", ...(signal && { signal }) }).catch((error) => {
      throw signal?.aborted ? error : unreachable(error);
    });
    const seconds = repeated < retries ? waitSeconds(response, init.method, repeated) : null;
    // A stream can be sent only once.
    if (seconds === null || seconds > maxWaitSeconds || init.body instanceof ReadableStream) return response;
    await response.body?.cancel().catch(() => {});
    await wait(seconds, signal);
  }
}

/** A refused request was not carried out, so any may be repeated; one that met an outage may have been, so only reads. */
function waitSeconds(response: Response, method: string | undefined, repeated: number): number | null {
  const isRead = method === "GET" || method === "HEAD";
  if (response.status !== 429 && !(response.status === 503 && isRead)) return null;
  const told = response.headers.get("retry-after");
  if (told === null) return 2 ** repeated;
  if (/^\d+$/.test(told)) return Number(told);
  const until = Date.parse(told);
  return Number.isNaN(until) ? 2 ** repeated : Math.max(0, Math.ceil((until - Date.now()) / 1000));
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
