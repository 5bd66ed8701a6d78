import http from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";

/** A request that reached the site itself. */
export interface Received {
  method: string;
  url: string;
  headers: http.IncomingHttpHeaders;
  body: string;
}

export interface SinglePageSite {
  port: number;
  origin: string;
  received: Received[];
  close: () => void;
}

export const MADE = "made by script";
export const STYLE = "p { color: green }";

const WORDS = Array.from({ length: 60 }, (_, i) => `word${i}`).join(" ");

/** Pages of which people's browsers make the text. */
const PAGE = `<!doctype html><html lang="en"><head><title>Shop</title></head><body><div id="root"></div><script>
document.getElementById("root").innerHTML = "<h1>" + location.pathname + "</h1><p>${WORDS}</p><p>" + "made by " + "script</p>";
</script></body></html>`;

function responseTo({ method, url, body }: Received): {
  status: number;
  headers: Record<string, string>;
  body: string;
} {
  const { pathname } = new URL(url, "http://site");
  const html = { "content-type": "text/html; charset=utf-8" };
  if (pathname === "/style.css") return { status: 200, headers: { "content-type": "text/css" }, body: STYLE };
  if (pathname === "/api/items")
    return { status: 200, headers: { "content-type": "application/json" }, body: JSON.stringify({ method, body }) };
  if (pathname === "/moved") return { status: 301, headers: { ...html, location: "/p" }, body: "" };
  return { status: pathname === "/none" ? 404 : 200, headers: html, body: PAGE };
}

/** A single-page application: people's browsers make its pages. */
export async function startSinglePageSite(): Promise<SinglePageSite> {
  const received: Received[] = [];
  const server = http.createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8");
    request.on("data", (part: string) => (body += part));
    request.on("end", () => {
      const got = { method: request.method!, url: request.url!, headers: request.headers, body };
      received.push(got);
      const { status, headers, body: text } = responseTo(got);
      const packs = text !== "" && /\bgzip\b/.test(String(request.headers["accept-encoding"] ?? ""));
      response.writeHead(status, { ...headers, ...(packs && { "content-encoding": "gzip" }) });
      response.end(request.method === "HEAD" ? undefined : packs ? gzipSync(text) : text);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { port, origin: `http://127.0.0.1:${port}`, received, close };
}

export const isSitePage = (body: string) => body.includes("<script>") && body.includes("made by");
