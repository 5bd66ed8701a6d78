import http from "node:http";
import { Readable } from "node:stream";

// Stands for Fastly Compute in front of the site at SITE_ORIGIN, with the backends of README.md. Fastly's own emulator, Viceroy, is
// not on npm: its command line downloads it.
const FIRST_BYTE_MS = 30_000;

/** A request to a backend: no redirects, no decompression, and the backend's time limit. */
function ask(url, { method, headers, body }) {
  return new Promise((resolve, reject) => {
    const options = { method, headers: Object.fromEntries(headers), agent: false, timeout: FIRST_BYTE_MS };
    const request = http.request(url, options, (answer) => {
      const hasBody = method !== "HEAD" && ![204, 304].includes(answer.statusCode);
      if (!hasBody) answer.resume();
      const given = Object.entries(answer.headers).map(([name, value]) => [name, String(value)]);
      resolve(new Response(hasBody ? Readable.toWeb(answer) : null, { status: answer.statusCode, headers: given }));
    });
    request.on("timeout", () => request.destroy(new Error("first byte timeout")));
    request.on("error", reject);
    if (body) Readable.fromWeb(body).pipe(request);
    else request.end();
  });
}

globalThis.fetch = (input, { backend, ...init }) => {
  const request = new Request(input, init);
  const { pathname, search, origin } = new URL(request.url);
  return ask((backend === "site" ? process.env.SITE_ORIGIN : origin) + pathname + search, request);
};
let respond;
globalThis.addEventListener = (_type, listener) => (respond = listener);
await import("./src/index.js");

function eventOf(request) {
  const { method, headers, socket } = request;
  const body = method === "GET" || method === "HEAD" ? undefined : Readable.toWeb(request);
  const asked = new Request(`http://${headers.host}${request.url}`, { method, headers, body, duplex: "half" });
  return { request: asked, client: { address: socket.remoteAddress } };
}

http
  .createServer((request, response) => {
    const send = async (answer) => {
      const { status, headers, body } = await answer;
      response.writeHead(status, Object.fromEntries(headers));
      if (body) Readable.fromWeb(body).pipe(response);
      else response.end();
    };
    const respondWith = (answer) => {
      send(answer).catch((error) => response.writeHead(502).end(String(error)));
    };
    respond({ ...eventOf(request), respondWith });
  })
  .listen(Number(process.env.PORT), "127.0.0.1");
