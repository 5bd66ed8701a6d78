const BOMS: ReadonlyArray<readonly [number[], string]> = [
  [[0xef, 0xbb, 0xbf], "utf-8"],
  [[0xfe, 0xff], "utf-16be"],
  [[0xff, 0xfe], "utf-16le"],
];

/** The charset of a byte order mark, or null. */
export function bomCharset(head: Uint8Array): string | null {
  return BOMS.find(([bom]) => bom.every((byte, i) => head[i] === byte))?.[1] ?? null;
}

const latin1 = new TextDecoder("windows-1252");

/** The first `length` bytes, one character per byte, for finding ASCII markup. */
export function headText(bytes: Uint8Array, length: number): string {
  return latin1.decode(bytes.subarray(0, length));
}

/** The charset of a page (HTML standard): byte order mark, then the header, then a meta in the first 1,024 bytes. */
export function sniffCharset(head: Uint8Array, contentType: string | null): string {
  const marked = bomCharset(head);
  if (marked !== null) return marked;
  const declared = /charset\s*=\s*["']?([^\s"';]+)/i.exec(contentType ?? "")?.[1];
  if (declared) return declared;
  const ascii = headText(head, 1_024);
  return /<meta[^>]+charset\s*=\s*["']?([^\s"'/>;]+)/i.exec(ascii)?.[1] ?? "utf-8";
}

/** A streaming decoder for the charset; UTF-8 if the platform does not support it. */
export function decoderFor(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder();
  }
}

const utf8 = new TextDecoder();

/**
 * Decodes a whole body. All UTF-8 bodies share one decoder, because creating one takes as long as decoding a short
 * page.
 */
export function decodeWhole(bytes: Uint8Array, charset: string): string {
  const decoder = /^utf-?8$/i.test(charset) ? utf8 : decoderFor(charset);
  const text = decoder.decode(bytes, { stream: true });
  // Resets the decoder after an unfinished character at the end of the body.
  decoder.decode();
  return text;
}
