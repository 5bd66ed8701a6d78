import { readBody, type BodyEnd, type FetchedResponse } from "../../web";
import { decoderFor, PageExtractor, sniffCharset, type PageFacts } from "../../web/html";

const HTML_TYPE = /^\s*(text\/html|application\/xhtml\+xml)\b/i;
const MAX_BYTES = 2 * 1024 * 1024;

/** Why a page was not read to its end; null: it was. */
export type Cut = Exclude<BodyEnd, "complete"> | null;

/** What a response that is HTML says; null for any other. Reads at most 2 MiB, one chunk in memory at a time. */
export async function seenPage(response: FetchedResponse): Promise<{ facts: PageFacts; cut: Cut } | null> {
  const type = response.headers.get("content-type");
  if (type !== null && !HTML_TYPE.test(type)) return null;
  const extractor = new PageExtractor();
  let decoder: TextDecoder | null = null;
  const { end } = await readBody(response, MAX_BYTES, (chunk) => {
    decoder ??= decoderFor(sniffCharset(chunk, type));
    extractor.write(decoder.decode(chunk, { stream: true }));
  });
  return { facts: extractor.end(end !== "complete"), cut: end === "complete" ? null : end };
}
