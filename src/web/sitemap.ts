import type { EgressRules } from "./egress";
import { guardedFetch, type FetchedResponse } from "./fetch";
import { SitemapParser, type SitemapEntry, type SitemapKind } from "./sitemap-parser";

/** Places where a sitemap is looked for when robots.txt names none. */
export const DEFAULT_SITEMAP_PATHS = ["/sitemap.xml", "/sitemap_index.xml", "/sitemap-index.xml"];
export const SITEMAP_MAX_BYTES = 52_428_800;
export const SITEMAP_MAX_URLS = 50_000;
const MAX_CHILD_SITEMAPS = 500;

export interface SitemapFile {
  url: string;
  /** HTTP status; 0 when nothing answered. */
  status: number;
  kind: SitemapKind;
  contentType: string | null;
  entries: number;
  bytes: number;
  end: "complete" | "too_large" | "timeout" | "broken" | "refused" | "unreachable" | "gzip_broken" | "stopped";
  /** Listed by an index, 1; named by robots.txt or the owner, 0. */
  depth: number;
}

export interface SitemapReadOptions {
  rules: EgressRules;
  /** Time for one file, ms. */
  timeoutMs: number;
  /** Called with what a chunk of a file held, in order. Return false to stop the whole reading. */
  onEntries: (entries: SitemapEntry[], file: SitemapFile) => boolean | Promise<boolean>;
}

/** True when the file was found and is a sitemap of some form. */
export function isReadable(file: SitemapFile): boolean {
  return (
    file.status === 200 &&
    (file.kind === "urlset" || file.kind === "index" || file.kind === "text" || file.kind === "feed")
  );
}

/**
 * Reads a sitemap, and the files an index lists, one level deep, streaming: memory does not grow with the file.
 * Returns a record of each file read, the first one first.
 */
export async function readSitemap(url: string, options: SitemapReadOptions): Promise<SitemapFile[]> {
  const children: string[] = [];
  const root = await readFile(url, 0, options, (entry, file) => {
    if (file.kind !== "index") return false;
    if (children.length < MAX_CHILD_SITEMAPS) children.push(entry.loc);
    return true;
  });
  const files = [root];
  for (const child of children) {
    if (files.at(-1)!.end === "stopped") break;
    files.push(await readFile(child, 1, options, () => false));
  }
  return files;
}

async function readFile(
  url: string,
  depth: number,
  options: SitemapReadOptions,
  isChild: (entry: SitemapEntry, file: SitemapFile) => boolean,
): Promise<SitemapFile> {
  const file: SitemapFile = {
    url,
    status: 0,
    kind: "unknown",
    contentType: null,
    entries: 0,
    bytes: 0,
    end: "unreachable",
    depth,
  };
  const target = URL.parse(url);
  if (!target) return file;
  const response = await guardedFetch(target, {
    rules: options.rules,
    timeoutMs: options.timeoutMs,
    maxRedirects: 5,
    headers: { accept: "application/xml,text/xml,*/*;q=0.5" },
  });
  if (!response.ok) return { ...file, end: response.failure === "timeout" ? "timeout" : "unreachable" };
  file.status = response.status;
  file.contentType = response.headers.get("content-type");
  if (response.status !== 200) {
    response.release();
    return { ...file, end: "complete" };
  }
  let pending: SitemapEntry[] = [];
  const parser = new SitemapParser((entry) => {
    file.kind = parser.kind;
    file.entries++;
    if (!isChild(entry, file)) pending.push(entry);
  });
  const drain = async () => {
    file.kind = parser.kind;
    if (pending.length === 0) return true;
    const batch = pending;
    pending = [];
    return options.onEntries(batch, file);
  };
  file.end = await streamText(response, file, parser, drain);
  response.release();
  return file;
}

/** Feeds the decoded body to the parser chunk by chunk, waiting for `drain` between chunks. */
async function streamText(
  response: FetchedResponse,
  file: SitemapFile,
  parser: SitemapParser,
  drain: () => Promise<boolean>,
): Promise<SitemapFile["end"]> {
  if (!response.body) return "complete";
  const [body, gzipped] = await inflateIfGzip(response.body);
  const reader = body.getReader();
  const decoder = new TextDecoder();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      file.bytes += value.byteLength;
      parser.write(decoder.decode(value, { stream: true }));
      if (parser.refused) return "refused";
      if (!(await drain())) return "stopped";
      if (file.bytes > SITEMAP_MAX_BYTES) return "too_large";
    }
    parser.write(decoder.decode());
    parser.end();
    return (await drain()) ? "complete" : "stopped";
  } catch (error) {
    if (error instanceof Error && error.name === "AbortError") return "timeout";
    return gzipped ? "gzip_broken" : "broken";
  } finally {
    void reader.cancel().catch(() => {});
  }
}

/** A `.gz` file is told by its first two bytes, whatever its name or type says. */
async function inflateIfGzip(body: ReadableStream<Uint8Array>): Promise<[ReadableStream<Uint8Array>, boolean]> {
  const reader = body.getReader();
  const first = await reader.read();
  const head = first.value ?? new Uint8Array();
  const rest = new ReadableStream<Uint8Array>({
    start: (controller) => {
      if (head.byteLength > 0) controller.enqueue(head);
    },
    pull: async (controller) => {
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
  if (head[0] !== 0x1f || head[1] !== 0x8b) return [rest, false];
  return [rest.pipeThrough(new DecompressionStream("gzip")), true];
}
