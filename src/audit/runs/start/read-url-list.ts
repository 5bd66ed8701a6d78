import { mediaTypeOf } from "../../../lib/text/media-type";
import { dsvFormat } from "d3-dsv";
import { ApiError, schemaError } from "../../../errors/api-error";
import { loadSitemapParser, type SitemapParser } from "../../../web";

/** URLs that a file may list. */
export const MAX_LISTED_URLS = 50_000;
const MAX_BYTES = 16 * 1024 * 1024;
/** Longer lines are refused. The limit leaves room for quoting and other columns. */
const MAX_LINE_CHARS = 16_384;
/** Names of the column that has the URLs, if the first line is a header. */
const HEADERS = new Set(["url", "urls", "address", "loc", "link", "page"]);

/** URL parsers silently drop some of these, so that two URLs would become one. */
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001F\u007F]/;

/** Whether a content type is that of a list; null: it is not. */
export function listKindOf(contentType: string): "plain" | "csv" | null {
  const type = mediaTypeOf(contentType);
  if (type === "text/csv") return "csv";
  return ["text/plain", "text/xml", "application/xml"].includes(type) ? "plain" : null;
}

/** A file of URLs in a request. */
export interface UrlFile {
  body: ReadableStream<Uint8Array> | null;
  isCsv: boolean;
}

/**
 * Reads a list of URLs: one per line, or the column `url` of a CSV file, or else its first column; or a sitemap, which begins
 * with `<`.
 */
export class UrlListReader {
  private readonly urls: string[] = [];
  /** Undefined: nothing was read yet. Null: the file is no sitemap. */
  private sitemap: SitemapParser | null | undefined;
  private rest = "";
  private row: ((line: string) => string) | null;

  constructor(
    isCsv: boolean,
    private readonly Parser: typeof SitemapParser,
  ) {
    this.row = isCsv ? null : (line) => line;
  }

  /** @throws ApiError `invalid_urls`, `invalid_request`. */
  write(text: string): void {
    if (this.sitemap === undefined && text.trim() !== "")
      this.sitemap = /^[\s\uFEFF]*</.test(text) ? new this.Parser(({ loc }) => this.add(loc)) : null;
    if (this.sitemap) this.sitemap.write(text);
    else this.writeLines(text);
  }

  private writeLines(text: string): void {
    const all = this.rest + text;
    // A final \r may be half of a line end.
    const end = all.endsWith("\r") ? all.length - 1 : all.length;
    const lines = all.slice(0, end).split(/\r\n|\n|\r/);
    this.rest = lines.pop()! + all.slice(end);
    for (const line of lines) this.line(line);
    if (this.rest.length > MAX_LINE_CHARS) throw tooLong();
  }

  end(): string[] {
    if (this.sitemap) this.endSitemap(this.sitemap);
    else this.line(this.rest);
    this.rest = "";
    if (this.urls.length === 0) throw schemaError([{ path: "body", message: "the file lists no URL" }]);
    return this.urls;
  }

  private endSitemap(sitemap: SitemapParser): void {
    sitemap.end();
    const message =
      sitemap.kind === "index"
        ? "the file is an index of sitemaps; send one of those that it lists"
        : sitemap.refused || sitemap.kind !== "urlset"
          ? "the file is no sitemap"
          : null;
    if (message !== null) throw schemaError([{ path: "body", message }]);
  }

  private line(given: string): void {
    const line = given.replace(/^\uFEFF/, "").trim();
    if (line === "" || line.startsWith("#")) return;
    if (line.length > MAX_LINE_CHARS) throw tooLong();
    if (this.row === null) {
      const { read, isHeader } = columnOf(line);
      this.row = read;
      if (isHeader) return;
    }
    this.add(this.row(line).trim());
  }

  private add(url: string): void {
    if (url === "") return;
    if (CONTROL.test(url)) throw controlCharacter(url);
    if (this.urls.push(url) > MAX_LISTED_URLS)
      throw new ApiError("invalid_urls", `The file lists more than ${MAX_LISTED_URLS} URLs.`, { invalidUrls: [] });
  }
}

function controlCharacter(url: string): ApiError {
  const shown = url.slice(0, 500).replace(new RegExp(CONTROL, "g"), "\uFFFD");
  const reason = "has a control character; write one URL per line";
  return new ApiError("invalid_urls", `${shown} ${reason}.`, { invalidUrls: [{ url: shown, reason }] });
}

function tooLong(): ApiError {
  return schemaError([{ path: "body", message: `a line has more than ${MAX_LINE_CHARS} characters` }]);
}

const DELIMITERS = [",", ";", "\t"];

/**
 * How to get the URL out of the lines of a CSV file, based on the first one. The delimiter is one that gives a known header,
 * or else the one that occurs most often outside quotes.
 */
function columnOf(first: string): { read: (line: string) => string; isHeader: boolean } {
  const formats = DELIMITERS.map((mark) => {
    const csv = dsvFormat(mark);
    const cells = (line: string) => csv.parseRows(line)[0] ?? [];
    const row = cells(first);
    return { cells, count: row.length, named: row.findIndex((cell) => HEADERS.has(cell.trim().toLowerCase())) };
  });
  const most = Math.max(...formats.map(({ count }) => count));
  const withHeader = formats.find(({ named }) => named >= 0);
  const { cells, named: column } = withHeader ?? formats.find(({ count }) => count === most)!;
  return { read: (line) => cells(line)[Math.max(0, column)] ?? "", isHeader: column >= 0 };
}

/**
 * Reads a file of URLs from a request as it arrives.
 * @throws ApiError `payload_too_large`, `invalid_urls`, `invalid_request`.
 */
export async function readUrlList({ body, isCsv }: UrlFile): Promise<string[]> {
  const list = new UrlListReader(isCsv, await loadSitemapParser());
  const decoder = new TextDecoder();
  const reader = body?.getReader();
  let bytes = 0;
  try {
    for (;;) {
      const part = await reader?.read();
      if (!part || part.done) break;
      bytes += part.value.byteLength;
      if (bytes > MAX_BYTES) throw new ApiError("payload_too_large", "The file is larger than 16 MiB.");
      list.write(decoder.decode(part.value, { stream: true }));
    }
  } catch (error) {
    void reader?.cancel().catch(() => {});
    throw error;
  }
  list.write(decoder.decode());
  return list.end();
}
