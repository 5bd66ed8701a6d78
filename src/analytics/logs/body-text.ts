import { ApiError } from "../../errors/api-error";

/** Most bytes of a request's body, and of the text in it. */
const MAX_BODY_BYTES = 1024 * 1024;
const MAX_TEXT_BYTES = 16 * 1024 * 1024;

/**
 * The text of a body, plain or gzipped, piece by piece.
 * @throws ApiError `payload_too_large`, `invalid_request` for broken gzip.
 */
export async function* bodyText(request: Request): AsyncGenerator<string> {
  if (!request.body) return;
  if (Number(request.headers.get("content-length") ?? 0) > MAX_BODY_BYTES) throw tooLarge("1 MiB");
  const body = request.body.pipeThrough(limited(MAX_BODY_BYTES, "1 MiB"));
  const [first, all] = await peek(body);
  const isGzip = first?.[0] === 0x1f && first[1] === 0x8b;
  const bytes = isGzip ? all.pipeThrough(new DecompressionStream("gzip")) : all;
  const text = bytes.pipeThrough(limited(MAX_TEXT_BYTES, "16 MiB of text")).pipeThrough(new TextDecoderStream());
  try {
    for await (const piece of text) yield piece;
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw new ApiError("invalid_request", "The body is gzip that ends early or is damaged.", { issues: [] });
  }
}

function tooLarge(size: string): ApiError {
  return new ApiError("payload_too_large", `The body is larger than ${size}; send the log in smaller pieces.`);
}

type Bytes = Uint8Array<ArrayBuffer>;

function limited(maxBytes: number, name: string): TransformStream<Bytes, Bytes> {
  let bytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > maxBytes) controller.error(tooLarge(name));
      else controller.enqueue(chunk);
    },
  });
}

/** The first chunk of a stream, and a stream with all of them. */
async function peek(stream: ReadableStream<Bytes>): Promise<[Bytes | undefined, ReadableStream<Bytes>]> {
  const reader = stream.getReader();
  const { value } = await reader.read();
  const all = new ReadableStream<Bytes>({
    start: (controller) => value && controller.enqueue(value),
    async pull(controller) {
      const next = await reader.read();
      if (next.done) controller.close();
      else controller.enqueue(next.value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return [value, all];
}
