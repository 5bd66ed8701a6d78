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

const PRESCANNED_BYTES = 1_024;
const XHTML = /^\s*application\/xhtml\+xml\b/i;

/** Whether a page is XHTML that is sent as such, so that browsers read it as XML. */
export const isXhtml = (contentType: string | null | undefined): boolean => XHTML.test(contentType ?? "");
/** A comment, or a meta element with its attributes. Comments come first, so that what they hold is passed over. */
const COMMENT_OR_META = /<!--.*?(?:-->|$)|<meta[\s/]([^>]*)/gis;
const CHARSET = /(?:^|[\s"'/])charset\s*=\s*["']?\s*([^\s"'/>;]+)/i;
const CONTENT_CHARSET = /charset\s*=\s*["']?\s*([^\s"'/>;]+)/i;
const CONTENT_TYPE_META = /http-equiv\s*=\s*["']?\s*content-type/i;
const CONTENT = /(?:^|[\s"'/])content\s*=\s*(?:"([^"]*)"|'([^']*)'|(\S+))/i;
const XML_ENCODING = /^<\?xml[^>]*?\sencoding\s*=\s*["']([^"'>]+)["']/i;

/**
 * The charset of a page, as browsers find it (HTML standard): byte order mark, then the header, then a meta in the first 1,024
 * bytes, then an XML declaration. A page without any is windows-1252, and XHTML is UTF-8.
 */
export function sniffCharset(head: Uint8Array, contentType: string | null): string {
  const marked = bomCharset(head);
  if (marked !== null) return marked;
  const declared = /charset\s*=\s*["']?([^\s"';]+)/i.exec(contentType ?? "")?.[1];
  if (declared) return declared;
  const ascii = headText(head, PRESCANNED_BYTES);
  const isXml = isXhtml(contentType);
  const named = (isXml ? null : metaCharset(ascii)) ?? xmlEncoding(ascii);
  if (named === null) return isXml ? "utf-8" : "windows-1252";
  // What was read as ASCII can't be UTF-16.
  if (/^utf-?16/i.test(named)) return "utf-8";
  return /^x-user-defined$/i.test(named) ? "windows-1252" : named;
}

/** The encoding that an XML declaration at the beginning of a page names. */
export function xmlEncoding(beginning: string): string | null {
  return XML_ENCODING.exec(beginning)?.[1] ?? null;
}

function metaCharset(ascii: string): string | null {
  for (const [, attributes] of ascii.matchAll(COMMENT_OR_META)) {
    if (attributes === undefined) continue;
    // The value of content is no attribute of its own.
    const own = attributes.replace(CONTENT, "");
    const content = CONTENT_TYPE_META.test(own) ? CONTENT.exec(attributes) : null;
    const named = CHARSET.exec(own) ?? (content && CONTENT_CHARSET.exec(content[1] ?? content[2] ?? content[3] ?? ""));
    if (named) return named[1]!;
  }
  return null;
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
