import { createGzip } from "node:zlib";
import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { watchHeap } from "../support/heap.ts";
import { answer, startRawServer, type RawHandler, type RawServer } from "../support/raw-server.ts";
import { seedAccount, startAudit, startService, untilEnded, type Service } from "../support/service.ts";

const URLS = 50_000;
/** One entry with its tags. The total is just under the protocol's 52,428,800 bytes. */
const ENTRY_BYTES = 1_048;
const HEAD = `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`;
const TAIL = "</urlset>";
/** Memory limit of a Worker on the platform. */
const HEAP_LIMIT_MB = 128;

function* sitemap(host: string): Generator<string> {
  yield HEAD;
  for (let i = 0; i < URLS; i++) {
    const start = `<url><loc>http://${host}/p/${i}?`;
    const end = "</loc><lastmod>2026-01-02</lastmod></url>";
    yield start + "x".repeat(ENTRY_BYTES - start.length - end.length) + end;
  }
  yield TAIL;
}

const site = (host: () => string, gzipped: boolean): RawHandler => {
  const file = gzipped ? "/sitemap.xml.gz" : "/sitemap.xml";
  return (socket, path) => {
    if (path === "/robots.txt") return answer(socket, `Sitemap: http://${host()}${file}\n`, { type: "text/plain" });
    if (path === "/") return answer(socket, "<!doctype html><title>Home</title><h1>Home</h1>");
    if (path !== file) return answer(socket, "", { status: "404 Not Found" });
    socket.write(
      `HTTP/1.1 200 OK\r\nContent-Type: application/${gzipped ? "gzip" : "xml"}\r\nConnection: close\r\n\r\n`,
    );
    const text = Readable.from(sitemap(host()), { objectMode: false });
    (gzipped ? text.pipe(createGzip()) : text).pipe(socket);
  };
};

describe("a sitemap of 50,000 URLs and 50 MB", () => {
  let service: Service;
  let server: RawServer;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.dispose());

  const forms: Array<[string, boolean]> = [
    ["plain", false],
    ["compressed", true],
  ];
  it.each(forms)("is read as a stream (%s)", async (name, gzipped) => {
    server = await startRawServer((socket, path) => site(() => server.host, gzipped)(socket, path));
    const auth = await seedAccount(service.base, { domain: server.host });
    const watch = await watchHeap(service.child.pid!, 100);
    const startedAt = Date.now();
    const { body } = await startAudit(service.base, auth, server.host);
    const { run } = await untilEnded(service.base, auth, body.runId);
    console.log(`${name}: ${Date.now() - startedAt} ms, heap of the Worker at most ${Math.round(watch.peakMb())} MB`);
    watch.stop();
    await server.close();
    expect(run).toMatchObject({ status: "success", pagesCrawled: 1 });
    expect(run.crawlStats.sitemaps).toEqual({ files: 1, urls: URLS, unreadFiles: 0 });
    const found = run.sitemapIssues.map((issue: { id: string; count: number }) => [issue.id, issue.count]);
    expect(found).toEqual([
      ["indexable_not_in_sitemap", 1],
      ["sitemap_url_orphan", URLS],
    ]);
    expect(watch.peakMb()).toBeLessThan(HEAP_LIMIT_MB);
  });
});
