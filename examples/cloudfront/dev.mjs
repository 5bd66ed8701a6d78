import { readFileSync } from "node:fs";
import http from "node:http";
import { runInNewContext } from "node:vm";
import { handler } from "./origin-request.mjs";

// Stands for CloudFront in front of the site at SITE_ORIGIN: it hands both functions the events that AWS documents, and refuses
// responses that AWS refuses. AWS has no emulator on npm that runs them without an account.
const viewerRequest = runInNewContext(`${readFileSync("viewer-request.js", "utf8")}; handler`);

const REFUSED =
  /^(connection|content-length|expect|keep-alive|proxy-.*|trailer|transfer-encoding|upgrade|via|x-accel-.*|x-amz-cf-.*|x-cache|x-edge-.*|x-forwarded-proto|x-real-ip)$/;
const MAX_BYTES = 1_048_576;

/** The request after the function at the viewer, which sees one value per header. */
function marked({ method, url, headers, socket }) {
  const [uri, querystring = ""] = [url.split("?")[0], url.includes("?") ? url.slice(url.indexOf("?") + 1) : ""];
  const values = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, { value: String(value) }]));
  const viewer = { ip: socket.remoteAddress };
  const event = { version: "1.0", context: {}, viewer, request: { method, uri, querystring: {}, headers: values } };
  return { method, uri, querystring, clientIp: viewer.ip, headers: viewerRequest(event).headers };
}

/** The request as the policy AllViewerExceptHostHeader lets the function at the origin see it. */
function atOrigin(request) {
  const entries = Object.entries(request.headers).filter(([name]) => name !== "host");
  const headers = Object.fromEntries(entries.map(([key, { value }]) => [key, [{ key, value }]]));
  return { ...request, headers };
}

function sendGenerated(method, { status, headers, body, bodyEncoding }, response) {
  const bytes = Buffer.from(body, bodyEncoding === "base64" ? "base64" : "utf8");
  const refused = Object.keys(headers).filter((name) => REFUSED.test(name));
  if (refused.length > 0) throw new Error(`CloudFront refuses ${refused.join(", ")}`);
  if (bytes.length + JSON.stringify(headers).length > MAX_BYTES) throw new Error("CloudFront refuses more than 1 MB");
  response.statusCode = Number(status);
  for (const [name, values] of Object.entries(headers))
    response.setHeader(
      name,
      values.map(({ value }) => value),
    );
  response.end(method === "HEAD" ? undefined : bytes);
}

function fromSite(request, response) {
  const { method, headers } = request;
  const { host } = new URL(process.env.SITE_ORIGIN);
  const onward = http.request(
    process.env.SITE_ORIGIN + request.url,
    { method, headers: { ...headers, host } },
    (answer) => {
      response.writeHead(answer.statusCode, answer.headers);
      answer.pipe(response);
    },
  );
  onward.on("error", () => response.writeHead(502).end());
  request.pipe(onward);
}

async function respond(request, response) {
  const asked = atOrigin(marked(request));
  const answer = await handler({ Records: [{ cf: { config: { eventType: "origin-request" }, request: asked } }] });
  if (answer === asked) fromSite(request, response);
  else sendGenerated(request.method, answer, response);
}

http
  .createServer((request, response) => {
    respond(request, response).catch((error) => response.writeHead(502).end(String(error)));
  })
  .listen(Number(process.env.PORT), "127.0.0.1");
