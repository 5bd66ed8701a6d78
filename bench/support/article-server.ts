// Serves a site of articles. Usage: node bench/support/article-server.ts <pages> <port>
import http from "node:http";
import { htmlOf, pathOf } from "./article-site.ts";

const [pages = 2_000, port = 0] = process.argv.slice(2).map(Number);
/** So many bodies are kept in memory. */
const MOST_KEPT = 20_000;

const bodies = new Map<string, Buffer>();
// Generated in advance, so that serving a page takes little CPU time during the measurement.
for (let i = 0; i < Math.min(pages, MOST_KEPT); i++) bodies.set(pathOf(i), Buffer.from(htmlOf(i, pages)));

function bodyOf(path: string): Buffer | undefined {
  const known = bodies.get(path);
  const i = Number(/page-(\d+)-/.exec(path)?.[1]);
  return known ?? (i < pages && pathOf(i) === path ? Buffer.from(htmlOf(i, pages)) : undefined);
}

const server = http.createServer((request, response) => {
  if (request.url === "/robots.txt") return response.end("User-agent: *\nDisallow: /private/\n");
  const body = bodyOf(request.url ?? "/");
  response.writeHead(body ? 200 : 404, { "content-type": "text/html; charset=utf-8" });
  response.end(body ?? "<h1>Not found</h1>");
});
// A connection that a busy crawler left idle for five seconds would be closed while it sends its next request.
server.keepAliveTimeout = 120_000;
server.listen(port, "127.0.0.1");
