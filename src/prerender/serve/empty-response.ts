import { ApiError } from "../../errors/api-error";
import { BODILESS_STATUSES } from "../core/response-headers";

/**
 * Content type of a response without a body. Proxies in front of a Worker compress web types and untyped responses and
 * add `content-encoding: gzip` even to an empty body, which clients can't decode. They leave this type alone.
 */
const EMPTY_TYPE = "application/x-empty";

/** A response without a body, and therefore without an encoding. */
export function emptyResponse(status: number, from: Headers): Response {
  const headers = new Headers(from);
  headers.set("content-type", EMPTY_TYPE);
  headers.delete("content-encoding");
  return new Response(null, { status, headers });
}

/** What a crawler gets instead of a page. Nobody else may, so no cache keeps it. */
export function insteadOfPage(status: number, headers: Record<string, string> = {}): Response {
  const own = {
    vary: "User-Agent, Accept",
    "cache-control": "private, max-age=0, must-revalidate",
    "cdn-cache-control": "no-store",
    "x-crawlready-cache": "hit",
  };
  return emptyResponse(status, new Headers({ ...headers, ...own }));
}

/** Whether a response's head says that there is no body. */
function isBodiless({ status, headers }: Response): boolean {
  return BODILESS_STATUSES.has(status) || headers.get("content-length") === "0";
}

/**
 * Whether GET would get no body, as far as a response to HEAD shows. Redirects and errors without a length count as
 * empty, because many are and their type does not matter.
 */
export function isHeadOfNothing(response: Response): boolean {
  return isBodiless(response) || (response.status >= 300 && !response.headers.has("content-length"));
}

/**
 * The body of a response; null if it is empty. Without a content length this is known only after the first bytes, so
 * they are awaited. `defer` keeps the rest of the transfer alive. @throws ApiError `origin_unreachable`.
 */
export async function bodyOf(
  response: Response,
  defer: (work: Promise<unknown>) => void,
): Promise<ReadableStream<Uint8Array> | null> {
  const { headers, body } = response;
  if (body === null || isBodiless(response)) return null;
  if (headers.has("content-length")) return body;
  const reader = body.getReader();
  const first = await reader.read().catch(() => null);
  if (first === null) {
    // A server that refuses a request early may close the connection behind its status, which says enough.
    if (response.status >= 400) return null;
    throw new ApiError("origin_unreachable", "The origin closed the connection before its response began.");
  }
  const { done, value } = first;
  if (done) return null;
  reader.releaseLock();
  const { readable, writable } = new IdentityTransformStream();
  const goOn = async () => {
    const writer = writable.getWriter();
    await writer.write(value);
    writer.releaseLock();
    await body.pipeTo(writable);
  };
  // Ends when the client disconnects.
  defer(goOn().catch((error: unknown) => body.cancel(error).catch(() => {})));
  return readable;
}
