import type { Context } from "hono";
import { ApiError } from "../errors/api-error";
import { mediaTypeOf } from "../lib/text/media-type";

/** Largest request body that the API accepts, in bytes. */
const MAX_BODY_BYTES = 1024 * 1024;

/**
 * Reads a body as UTF-8 text and stops at the limit, whatever Content-Length says. @throws ApiError `payload_too_large`
 * above `maxBytes`, `invalid_json` for invalid UTF-8.
 */
export async function readText(request: Request, maxBytes = MAX_BODY_BYTES): Promise<string> {
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) throw tooLarge(maxBytes);
  if (!request.body) return "";
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });
  const reader = request.body.getReader();
  let text = "";
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return text + decoder.decode();
      bytes += value.byteLength;
      if (bytes > maxBytes) throw tooLarge(maxBytes);
      text += decoder.decode(value, { stream: true });
    }
  } catch (error) {
    void reader.cancel().catch(() => {});
    if (error instanceof ApiError) throw error;
    throw new ApiError("invalid_json", "The body is not valid UTF-8 JSON.");
  }
}

function tooLarge(maxBytes: number): ApiError {
  const size = maxBytes === MAX_BODY_BYTES ? "1 MiB" : `${maxBytes} bytes`;
  return new ApiError("payload_too_large", `The body is larger than ${size}; send less per call.`);
}

const JSON_TYPE = /^application\/(?:[\w.+-]{1,100}\+)?json$/;

/**
 * Parses the request's body as JSON. A body without a content type is read as JSON.
 * @throws ApiError `unsupported_media_type` for another content type, `invalid_json`, `payload_too_large`.
 */
export async function readJson(c: Context): Promise<unknown> {
  const type = mediaTypeOf(c.req.header("content-type") ?? "");
  if (type && !JSON_TYPE.test(type))
    throw new ApiError("unsupported_media_type", "Send the body with content-type: application/json.");
  const text = await readText(c.req.raw);
  try {
    return JSON.parse(text);
  } catch {
    const empty = text.trim() === "";
    throw new ApiError(
      "invalid_json",
      empty ? "The body is empty; send a JSON object." : "The body is not valid JSON.",
    );
  }
}
