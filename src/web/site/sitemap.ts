import type { EgressRules } from "../fetch/egress";
import type { ServerVisits } from "./server-visits";
import { guardedFetch, type FetchedResponse } from "../fetch/guarded-fetch";
import type { SitemapEntry, SitemapKind, SitemapParser, XmlFault } from "./sitemap-parser";

/** Where to look for a sitemap if robots.txt names none. */
export const DEFAULT_SITEMAP_PATHS = ["/sitemap.xml", "/sitemap_index.xml", "/sitemap-index.xml"];
/** Protocol limits (sitemaps.org): uncompressed size of one file, and number of entries. */
const SITEMAP_MAX_BYTES = 52_428_800;
export const SITEMAP_MAX_URLS = 50_000;
/** Maximum files read from one index. */
const MAX_CHILD_SITEMAPS = 500;
/** Maximum files read from a server that is not the site's own: a whole index. */
export const MAX_FILES_OF_SERVER = MAX_CHILD_SITEMAPS + 1;
/** Entries per batch. */
const BATCH = 1_000;

export type SitemapEnd =
  | "complete"
  | "too_large"
  | "timeout"
  | "broken"
  | "refused"
  | "unreachable"
  | "gzip_broken"
  | "stopped";

export interface SitemapFile {
  url: string;
  /** HTTP status; 0 if there was no response. */
  status: number;
  kind: SitemapKind;
  contentType: string | null;
  /** URLs, or files of an index. */
  entries: number;
  /** Decoded bytes read. */
  bytes: number;
  end: SitemapEnd;
  faults: XmlFault[];
  /** 1 if listed by an index, 0 if named by robots.txt or the owner. */
  depth: number;
  /** On a host that must not be requested, directly or through a redirect. */
  foreign: boolean;
  /** Files of this index that were not read. */
  unread: number;
}

export interface SitemapReadOptions {
  rules: EgressRules;
  /** Which servers may receive requests for further files. */
  visits: ServerVisits;
  /** Time limit per file, ms. */
  timeoutMs: number;
  /** Called with the entries of each chunk, in order. Return false to stop everything. */
  onEntries: (entries: SitemapEntry[], file: SitemapFile) => boolean | Promise<boolean>;
  /** Called at the end of each file, before the next one. Return false to stop everything. */
  onFile?: (file: SitemapFile) => boolean | Promise<boolean>;
}

/** Whether the file was found and is a sitemap of any format. */
export function isReadable(file: SitemapFile): boolean {
  return (
    file.status === 200 &&
    (file.kind === "urlset" || file.kind === "index" || file.kind === "text" || file.kind === "feed")
  );
}

/**
 * Reads a sitemap, and the files of an index (one level), as streams: memory does not grow with the file. Returns a
 * record of each file read, starting with the first.
 */
export async function readSitemap(url: string, options: SitemapReadOptions): Promise<SitemapFile[]> {
  const children = new Set<string>();
  const files: SitemapFile[] = [];
  const read = async (address: string, depth: number): Promise<boolean> => {
    const file = await readFile(address, depth, options, (entry) => {
      if (depth > 0) return; // an index inside an index is ignored
      if (children.size < MAX_CHILD_SITEMAPS) children.add(entry.loc);
    });
    files.push(file);
    if (file.kind === "index") file.unread = depth > 0 ? file.entries : file.entries - children.size;
    return file.end !== "stopped" && (options.onFile ? await options.onFile(file) : true);
  };
  const root = URL.parse(url);
  if (root && !options.visits.take(root)) return [blankFile(url, 0)];
  let goOn = await read(url, 0);
  for (const child of children) {
    const target = URL.parse(child);
    if (!goOn || (target && !options.visits.take(target))) {
      files[0]!.unread++;
      continue;
    }
    goOn = await read(child, 1);
  }
  return files;
}

function blankFile(url: string, depth: number): SitemapFile {
  return {
    url,
    status: 0,
    kind: "unknown",
    contentType: null,
    entries: 0,
    bytes: 0,
    end: "unreachable",
    faults: [],
    depth,
    foreign: false,
    unread: 0,
  };
}

async function readFile(
  url: string,
  depth: number,
  options: SitemapReadOptions,
  onChild: (entry: SitemapEntry) => void,
): Promise<SitemapFile> {
  const file = blankFile(url, depth);
  const target = URL.parse(url);
  if (!target) return file;
  const response = await guardedFetch(target, {
    rules: options.rules,
    timeoutMs: options.timeoutMs,
    maxRedirects: 5,
    headers: { accept: "application/xml,text/xml,*/*;q=0.5" },
  });
  if (!response.ok) {
    const foreign = response.refusal === "foreign_host";
    return { ...file, foreign, end: response.failure === "timeout" ? "timeout" : "unreachable" };
  }
  file.status = response.status;
  file.contentType = response.headers.get("content-type");
  if (response.status !== 200) {
    response.release();
    return { ...file, end: "complete" };
  }
  const Parser = await loadSitemapParser();
  let pending: SitemapEntry[] = [];
  const parser = new Parser((entry) => {
    file.kind = parser.kind;
    file.entries++;
    if (file.kind === "index") onChild(entry);
    else pending.push(entry);
  });
  const drain = async (least: number) => {
    file.kind = parser.kind;
    if (pending.length === 0 || pending.length < least) return true;
    const batch = pending;
    pending = [];
    return options.onEntries(batch, file);
  };
  file.end = await streamText(response, file, parser, drain);
  file.faults = [...parser.faults];
  response.release();
  return file;
}

/** Feeds the decoded body to the parser chunk by chunk. Awaits `drain` whenever enough entries have accumulated. */
async function streamText(
  response: FetchedResponse,
  file: SitemapFile,
  parser: SitemapParser,
  drain: (least: number) => Promise<boolean>,
): Promise<SitemapEnd> {
  if (!response.body) return "complete";
  const chunks = new SitemapBytes(response.body);
  const decoder = new TextDecoder();
  let end: SitemapEnd = "complete";
  for (;;) {
    const chunk = await chunks.next();
    if (chunk === "end") break;
    if (chunk === "broken") {
      // The part before the break counts.
      end = response.timedOut() ? "timeout" : chunks.gzipped ? "gzip_broken" : "broken";
      break;
    }
    file.bytes += chunk.byteLength;
    parser.write(decoder.decode(chunk, { stream: true }));
    if (parser.refused) end = "refused";
    else if (file.bytes > SITEMAP_MAX_BYTES) end = "too_large";
    else if (!(await drain(BATCH))) end = "stopped";
    if (end !== "complete") break;
  }
  chunks.cancel();
  if (end === "stopped") return end;
  if (end === "complete") {
    parser.write(decoder.decode());
    parser.end();
  }
  return (await drain(1)) ? end : "stopped";
}

/** A sitemap's bytes, decompressed if the first two bytes identify gzip, whatever its name or type. */
class SitemapBytes {
  gzipped = false;
  private reader: ReadableStreamDefaultReader<Uint8Array>;
  private started = false;

  constructor(body: ReadableStream<Uint8Array>) {
    this.reader = body.getReader();
  }

  async next(): Promise<Uint8Array | "end" | "broken"> {
    try {
      if (!this.started) await this.start();
      const { done, value } = await this.reader.read();
      return done ? "end" : value;
    } catch {
      return "broken";
    }
  }

  cancel(): void {
    void this.reader.cancel().catch(() => {});
  }

  /** Inspects the first bytes and puts them back. */
  private async start(): Promise<void> {
    this.started = true;
    const source = this.reader;
    let head = new Uint8Array();
    for (let ended = false; head.byteLength < 2 && !ended;) {
      const { done, value } = await source.read();
      ended = done;
      if (value) head = new Uint8Array([...head, ...value]);
    }
    const whole = new ReadableStream<Uint8Array>({
      start: (controller) => {
        if (head.byteLength > 0) controller.enqueue(head);
      },
      pull: async (controller) => {
        const { done, value } = await source.read();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: (reason) => source.cancel(reason),
    });
    this.gzipped = head[0] === 0x1f && head[1] === 0x8b;
    this.reader = (this.gzipped ? whole.pipeThrough(new DecompressionStream("gzip")) : whole).getReader();
  }
}

/** The parser, which start-up does not evaluate. */
export async function loadSitemapParser(): Promise<typeof SitemapParser> {
  return (await import("./sitemap-parser")).SitemapParser;
}
