import { deflateRawSync, inflateRawSync } from "node:zlib";

/** What a page says, a line per block: in the HTML that crawlers get, and the lines that only a browser shows. */
export interface KeptText {
  given: string;
  rendered: string;
  /** Nothing was cut off. */
  isWhole: boolean;
}

/** Bytes of each part. The window of deflate is as long, so that a text packed against another one costs what differs. */
const GIVEN_BYTES = 28 * 1024;
const RENDERED_BYTES = 3 * 1024;
const MOST = 1024 * 1024;
const MAX_LINES = 20_000;

/** A text's first bytes, without half a character at the end. */
function upTo(text: string, bytes: number): string {
  const data = new TextEncoder().encode(text.slice(0, bytes));
  return data.length <= bytes
    ? text.slice(0, bytes)
    : new TextDecoder().decode(data.subarray(0, bytes), { stream: true });
}

const wordsOf = (line: string) => line.replaceAll(/\s+/g, "");

/** `given`: the text of the HTML that crawlers get; `shown`: what a browser shows of the page. */
export function pageText(given: string, shown: string): KeptText {
  // A browser shows no marks around what is struck out.
  const all = wordsOf(given.replaceAll("~~", ""));
  const only = shown.split("\n", MAX_LINES).filter((line) => line.trim() !== "" && !all.includes(wordsOf(line)));
  const rendered = [...new Set(only.map((line) => line.replaceAll(/\s+/g, " ").trim()))].join("\n");
  const text = { given: upTo(given, GIVEN_BYTES), rendered: upTo(rendered, RENDERED_BYTES) };
  return { ...text, isWhole: text.given === given && text.rendered === rendered };
}

const bytesOf = (text: KeptText) => Buffer.from(JSON.stringify([text.given, text.rendered, text.isWhole ? 1 : 0]));

/** A text as it is kept: alone, or as what differs from a later one. */
export function packedText(text: KeptText, later: KeptText | null): Uint8Array {
  return deflateRawSync(bytesOf(text), later === null ? { level: 9 } : { level: 9, dictionary: bytesOf(later) });
}

/** The text that was packed, against the same later one. */
export function unpackedText(body: ArrayBuffer | Uint8Array, later: KeptText | null): KeptText {
  const options = { maxOutputLength: MOST, ...(later !== null && { dictionary: bytesOf(later) }) };
  const [given, rendered, isWhole] = JSON.parse(inflateRawSync(new Uint8Array(body), options).toString("utf8")) as [
    string,
    string,
    number,
  ];
  return { given, rendered, isWhole: isWhole === 1 };
}
