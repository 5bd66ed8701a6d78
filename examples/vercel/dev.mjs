import { readFileSync } from "node:fs";
import http from "node:http";
import { stripTypeScriptTypes } from "node:module";
import { EdgeRuntime } from "edge-runtime";

// Runs the middleware in front of the site at SITE_ORIGIN, in Vercel's Edge Runtime. Needs Node 24.
const script = stripTypeScriptTypes(readFileSync("middleware.ts", "utf8")).replaceAll(/^export (default )?/gm, "");
const runtime = new EdgeRuntime({
  initialCode: `${script}
globalThis.matcher = config.matcher;
const goOn = () => new Response(null, { headers: { "x-middleware-next": "1" } });
addEventListener("fetch", (event) => event.respondWith(middleware(event.request).then((answer) => answer ?? goOn())));`,
});
const matcher = new RegExp(`^${runtime.evaluate("matcher")}$`);

/** The middleware's response; null: it lets the site respond. */
async function fromMiddleware(request) {
  const [path] = request.url.split("?");
  if (!matcher.test(path) || !["GET", "HEAD"].includes(request.method)) return null;
  const headers = { ...request.headers, "x-real-ip": request.socket.remoteAddress };
  const url = `http://${request.headers.host}${request.url}`;
  const answer = await runtime.dispatchFetch(url, { method: request.method, headers });
  return answer.headers.has("x-middleware-next") ? null : answer;
}

function fromSite(request, response) {
  const { method, headers } = request;
  const onward = http.request(process.env.SITE_ORIGIN + request.url, { method, headers }, (answer) => {
    response.writeHead(answer.statusCode, answer.headers);
    answer.pipe(response);
  });
  onward.on("error", () => response.writeHead(502).end());
  request.pipe(onward);
}

async function respond(request, response) {
  const answer = await fromMiddleware(request);
  if (answer === null) return fromSite(request, response);
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  response.end(Buffer.from(await answer.arrayBuffer()));
}

http
  .createServer((request, response) => {
    respond(request, response).catch((error) => response.writeHead(500).end(String(error)));
  })
  .listen(Number(process.env.PORT), "127.0.0.1");
