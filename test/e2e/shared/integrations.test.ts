import http from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ask, seedAccount } from "../../support/service.ts";
import { base } from "../../support/shared-service.ts";

const require = createRequire(import.meta.url);
const folderOf = (name: string) => path.join(import.meta.dirname, "../../../node_modules", name);

type Handler = (request: unknown, response: { type(name: string): { send(body: string): void } }) => void;
interface ExpressApp {
  use(...parts: unknown[]): void;
  get(route: string, handler: Handler): void;
  listen(port: number, host: string, ready: () => void): http.Server;
}
const express = require("express") as (() => ExpressApp) & { static(folder: string): unknown };

const BOT = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";
const PERSON = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

/** Three unmodified npm applications, each with our content, which only their scripts display. */
function realApplications(app: ExpressApp): void {
  const send = (route: string, type: string, body: string) =>
    app.get(route, (_request, response) => response.type(type).send(body));
  const operations = {
    "/chairs": { get: { summary: "List every oak chair", responses: { 200: { description: "Chairs" } } } },
  };
  send(
    "/swagger/openapi.json",
    "json",
    JSON.stringify({ openapi: "3.1.0", info: { title: "Furniture API", version: "1" }, paths: operations }),
  );
  send(
    "/swagger/swagger-initializer.js",
    "js",
    `window.onload = () => { window.ui = SwaggerUIBundle({ url: "openapi.json", dom_id: "#swagger-ui", presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset], layout: "StandaloneLayout" }); };`,
  );
  app.use("/swagger", express.static(folderOf("swagger-ui-dist")));
  send(
    "/docs/",
    "html",
    `<!doctype html><html><head><title>Docs</title></head><body><div id="docute"></div><script src="/docute/docute.js"></script><script>new Docute({ target: "#docute", title: "Workshop" });</script></body></html>`,
  );
  send(
    "/docs/README.md",
    "md",
    "# How chairs are made\n\nEvery chair is cut from **one** oak plank, dried for two years and joined without a nail.",
  );
  app.use("/docute", express.static(path.join(folderOf("docute"), "dist")));
  send(
    "/slides/",
    "html",
    `<!doctype html><html><head><title>Slides</title></head><body><div class="reveal"><div class="slides"><section data-markdown="talk.md"></section></div></div><script src="/reveal/reveal.js"></script><script src="/reveal/plugin/markdown.js"></script><script>Reveal.initialize({ plugins: [RevealMarkdown] });</script></body></html>`,
  );
  send(
    "/slides/talk.md",
    "md",
    "## Why oak bends\n\nSteam softens the lignin between the fibres, so that a plank can be bent around a form.",
  );
  app.use("/reveal", express.static(path.join(folderOf("reveal.js"), "dist")));
}

/** Path of the application → text that only its scripts create. */
const APPLICATIONS: Array<[name: string, path: string, text: string]> = [
  ["swagger-ui", "/swagger/", "List every oak chair"],
  ["docute", "/docs/", "dried for two years"],
  ["reveal.js", "/slides/", "Steam softens the lignin"],
];

function listen(app: ExpressApp): Promise<http.Server> {
  return new Promise((resolve) => {
    const server = app.listen(0, "127.0.0.1", () => resolve(server));
  });
}

const hostOf = (server: http.Server) => `127.0.0.1:${(server.address() as AddressInfo).port}`;

describe("real single-page applications", () => {
  let server: http.Server;
  let host: string;
  let auth: Record<string, string>;
  beforeAll(async () => {
    const app = express();
    realApplications(app);
    server = await listen(app);
    host = hostOf(server);
    auth = await seedAccount(base, { domain: host });
  });
  afterAll(() => server.close());

  it.each(APPLICATIONS)(
    "%s: text created by scripts is in the snapshot, through both entry points",
    async (_name, where, text) => {
      const raw = await ask(`http://${host}`, "GET", where);
      expect(raw.body).not.toContain(text);
      const first = await ask(base, "GET", `/render/http://${host}${where}`, {
        headers: { ...auth, "user-agent": BOT },
      });
      expect([first.status, first.headers.get("x-crawlready-cache")]).toEqual([200, "miss"]);
      expect(first.body).toContain(text);
      expect(first.body).not.toMatch(/<script(?! type="application\/ld\+json")/);
      const second = await ask(base, "GET", where, { headers: { host, "user-agent": BOT } });
      expect([second.headers.get("x-crawlready-cache"), second.body]).toEqual(["hit", first.body]);
    },
  );
});

describe("prerender-node in Express, unchanged", () => {
  it("gives crawlers snapshots and people the application", async () => {
    const app = express();
    const server = await listen(app);
    const host = hostOf(server);
    const auth = await seedAccount(base, { domain: host });
    const middleware = require("prerender-node") as { set(name: string, value: string): unknown };
    middleware.set("prerenderServiceUrl", `${base}/render/`);
    middleware.set("prerenderToken", auth["x-service-api-key"]!);
    app.use(middleware);
    realApplications(app);
    try {
      for (const [, where, text] of APPLICATIONS) {
        const crawler = await ask(`http://${host}`, "GET", where, { headers: { "user-agent": BOT } });
        expect([crawler.status, crawler.headers.get("x-crawlready-cache")]).toEqual([200, "miss"]);
        expect(crawler.body).toContain(text);
        const person = await ask(`http://${host}`, "GET", where, { headers: { "user-agent": PERSON } });
        expect(person.body).not.toContain(text);
        expect(person.body).toContain("<script");
      }
      const missing = await ask(`http://${host}`, "GET", "/nowhere", { headers: { "user-agent": BOT } });
      expect(missing.status).toBe(404);
    } finally {
      server.close();
    }
  });
});

/** Pages for every kind of response, with and without a body. */
const WORDS = Array.from({ length: 60 }, (_, i) => `word${i}`).join(" ");
const ANSWERS: Record<string, { status: number; headers?: Record<string, string>; body?: string }> = {
  "/ok": { status: 200, body: `<!doctype html><title>Page</title><p>${WORDS}</p>` },
  "/moved": { status: 301, headers: { location: "/ok" } },
  "/found": { status: 302, headers: { location: "/ok" } },
  "/found-told": { status: 302, headers: { location: "/ok" }, body: "<p>Found elsewhere</p>" },
  "/kept": { status: 308, headers: { location: "/ok" } },
  "/none": { status: 404, body: `<!doctype html><title>None</title><p>Nothing here. ${WORDS}</p>` },
  "/none-empty": { status: 404 },
  "/gone-empty": { status: 410 },
  "/no-content": { status: 204 },
  "/broken": { status: 500, body: "<p>broken</p>" },
  "/broken-empty": { status: 503 },
};

/** The raw response, as sent over the network. */
function raw(base: string, method: string, where: string, headers: Record<string, string>) {
  return new Promise<{ status: number; headers: http.IncomingHttpHeaders; bytes: Buffer }>((resolve, reject) => {
    const request = http.request(base + where, { method, headers, agent: false }, (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part));
      response.on("error", reject);
      response.on("end", () =>
        resolve({ status: response.statusCode!, headers: response.headers, bytes: Buffer.concat(parts) }),
      );
    });
    request.on("error", reject);
    request.end();
  });
}

describe("answers without a body have no encoding", () => {
  let server: http.Server;
  let host: string;
  let auth: Record<string, string>;
  let shop: http.Server;
  beforeAll(async () => {
    const app = express();
    app.use((request: { path: string }, response: http.ServerResponse, next: () => void) => {
      const answer = ANSWERS[request.path];
      if (!answer) return next();
      // Neither a body nor a length: chunked encoding, which does not reveal in advance that the body is empty.
      response.writeHead(answer.status, { "content-type": "text/html; charset=utf-8", ...answer.headers });
      response.end(answer.body);
    });
    server = await listen(app);
    host = hostOf(server);
    auth = await seedAccount(base, { domain: host });
    // The middleware runs on a different host than the pages, and requests them from the service for that domain.
    const middleware = require("prerender-node") as { set(name: string, value: string): unknown };
    middleware.set("prerenderServiceUrl", `${base}/render/`);
    middleware.set("prerenderToken", auth["x-service-api-key"]!);
    middleware.set("host", host);
    const front = express();
    front.use(middleware);
    shop = await listen(front);
  });
  afterAll(() => {
    server.close();
    shop.close();
  });

  const expected = (where: string) => {
    const { status, body = "" } = ANSWERS[where]!;
    return { status, word: /word1|broken/.exec(body)?.[0] ?? "" };
  };

  it.concurrent.each(Object.keys(ANSWERS))("%s, through both entry points, with and without gzip", async (where) => {
    const { status, word } = expected(where);
    for (const encoding of ["gzip", "identity"])
      for (const method of ["GET", "HEAD", "GET"])
        for (const answer of [
          await raw(base, method, `/render/http://${host}${where}`, {
            ...auth,
            "user-agent": BOT,
            "accept-encoding": encoding,
          }),
          await raw(base, method, where, { host, "user-agent": BOT, "accept-encoding": encoding }),
        ]) {
          expect(answer.status).toBe(status);
          const packed = answer.headers["content-encoding"];
          if (method === "HEAD") expect(answer.bytes).toHaveLength(0);
          if (ANSWERS[where]!.body === undefined) expect(packed).toBeUndefined();
          if (method === "HEAD") continue;
          if (answer.bytes.length === 0) expect(packed).toBeUndefined();
          else if (word !== "")
            expect((packed === "gzip" ? gunzipSync(answer.bytes) : answer.bytes).toString()).toContain(word);
          if (encoding === "identity") expect(packed).toBeUndefined();
        }
  });

  it("304, through both entry points", async () => {
    const headers = { ...auth, "user-agent": BOT, "accept-encoding": "gzip" };
    const first = await raw(base, "GET", `/render/http://${host}/ok`, headers);
    const again = { ...headers, "if-none-match": first.headers.etag! };
    for (const answer of [
      await raw(base, "GET", `/render/http://${host}/ok`, again),
      await raw(base, "GET", "/ok", { ...again, host }),
    ])
      expect([answer.status, answer.headers["content-encoding"], answer.bytes.length]).toEqual([304, undefined, 0]);
  });

  it.each(Object.keys(ANSWERS))("prerender-node in Express passes on %s", async (where) => {
    const { status, word } = expected(where);
    const answer = await ask(`http://${hostOf(shop)}`, "GET", where, { headers: { "user-agent": BOT } });
    expect([answer.status, answer.body.includes(word)]).toEqual([status, true]);
    if (status > 300 && status < 400)
      expect(URL.parse(answer.headers.get("location")!, `http://${host}`)!.pathname).toBe("/ok");
  });
});
