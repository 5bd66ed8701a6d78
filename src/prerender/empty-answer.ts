import { BODILESS_STATUSES } from "./core/answer-headers";

/**
 * The type of an answer without a body. Whatever stands before a Worker compresses web types, and what has no type, and says
 * `content-encoding: gzip` even of nothing, which clients fail to unpack; this type it leaves alone.
 */
const EMPTY_TYPE = "application/x-empty";

/** An answer without a body, and so without an encoding. */
export function emptyAnswer(status: number, from: Headers): Response {
  const headers = new Headers(from);
  headers.set("content-type", EMPTY_TYPE);
  headers.delete("content-encoding");
  return new Response(null, { status, headers });
}

/** Whether an answer's head says that there is no body. */
function isBodiless({ status, headers }: Response): boolean {
  return BODILESS_STATUSES.has(status) || headers.get("content-length") === "0";
}

/**
 * Whether GET would get no body, as far as an answer to HEAD tells. Redirects and errors without a length count as empty: many
 * are, and their type matters to nobody.
 */
export function isHeadOfNothing(response: Response): boolean {
  return isBodiless(response) || (response.status >= 300 && !response.headers.has("content-length"));
}

/**
 * The body of an answer; null when it has none. Of one that comes without its length only the first bytes tell, so they are
 * awaited; `defer` keeps the rest going.
 */
export async function bodyOf(
  response: Response,
  defer: (work: Promise<unknown>) => void,
): Promise<ReadableStream<Uint8Array> | null> {
  const { headers, body } = response;
  if (body === null || isBodiless(response)) return null;
  if (headers.has("content-length")) return body;
  const reader = body.getReader();
  const { done, value } = await reader.read();
  if (done) return null;
  reader.releaseLock();
  const { readable, writable } = new IdentityTransformStream();
  const goOn = async () => {
    const writer = writable.getWriter();
    await writer.write(value);
    writer.releaseLock();
    await body.pipeTo(writable);
  };
  // A client that hangs up ends it.
  defer(goOn().catch((error: unknown) => body.cancel(error).catch(() => {})));
  return readable;
}
