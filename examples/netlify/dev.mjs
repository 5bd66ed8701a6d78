import http from "node:http";
import path from "node:path";
import { Readable } from "node:stream";
import { EdgeFunctionsHandler } from "@netlify/edge-functions-dev";

// Runs the edge function in front of the site at SITE_ORIGIN with the packages of `netlify dev`.
process.env.PATH = `${path.resolve("node_modules/deno")}${path.delimiter}${process.env.PATH}`;

const edge = new EdgeFunctionsHandler({
  configDeclarations: [],
  directories: [path.resolve("netlify/edge-functions")],
  env: {},
  geolocation: {},
  logger: { log: console.log, warn: console.warn, error: console.error },
  requestTimeout: 40_000,
  siteID: "example",
  siteName: "example",
});

function asRequest(request) {
  const { method } = request;
  const headers = { ...request.headers, "x-nf-request-id": crypto.randomUUID() };
  const body = method === "GET" || method === "HEAD" ? undefined : Readable.toWeb(request);
  const url = `http://${headers.host}${request.url}`;
  return new Request(url, { method, headers, body, duplex: "half", redirect: "manual" });
}

async function respond(request, response) {
  const asked = asRequest(request);
  const match = await edge.match(asked);
  const answer = match
    ? await match.handle(asked, process.env.SITE_ORIGIN)
    : await fetch(process.env.SITE_ORIGIN + request.url, asked);
  // Node has decompressed the body of the site's response.
  const headers = [...answer.headers].filter(([name]) => !/^content-(encoding|length)$|^transfer-encoding$/.test(name));
  response.writeHead(answer.status, Object.fromEntries(headers));
  response.end(Buffer.from(await answer.arrayBuffer()));
}

http
  .createServer((request, response) => {
    respond(request, response).catch((error) => response.writeHead(500).end(String(error)));
  })
  .listen(Number(process.env.PORT), "127.0.0.1");
