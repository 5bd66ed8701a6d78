import { createReadStream, existsSync, statSync } from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { createGzip } from "node:zlib";

const TYPES: Record<string, string> = {
  html: "text/html",
  htm: "text/html",
  css: "text/css",
  js: "text/javascript",
  mjs: "text/javascript",
  json: "application/json",
  xml: "application/xml",
  txt: "text/plain",
  png: "image/png",
  gif: "image/gif",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  svg: "image/svg+xml",
  ico: "image/vnd.microsoft.icon",
  woff: "font/woff",
  woff2: "font/woff2",
};

/** The file that a plain web server sends for a path, a redirect to a folder, or nothing. */
export function fileFor(root: string, address: string): { file: string } | { location: string } | null {
  let name: string;
  try {
    name = decodeURIComponent(address.split("?")[0]!);
  } catch {
    return null;
  }
  const file = path.join(root, name);
  if (name.includes("\0") || !(file + path.sep).startsWith(root + path.sep) || !existsSync(file)) return null;
  if (!statSync(file).isDirectory()) return name.endsWith("/") ? null : { file };
  if (!name.endsWith("/")) return { location: `${address.split("?")[0]!}/` };
  const index = path.join(file, "index.html");
  return existsSync(index) ? { file: index } : null;
}

/** Serves a folder on loopback with compression and cache times, without a charset, as many servers do. */
export async function serve(root: string): Promise<{ origin: string; close: () => void }> {
  const server = http.createServer((request, response) => {
    const found = fileFor(root, request.url ?? "/");
    if (found === null) return void response.writeHead(404, { "content-type": "text/html" }).end("<h1>Not Found</h1>");
    if ("location" in found) return void response.writeHead(301, { location: found.location }).end();
    const type = TYPES[path.extname(found.file).slice(1).toLowerCase()] ?? "application/octet-stream";
    const packs = /text|json|xml/.test(type) && /\bgzip\b/.test(String(request.headers["accept-encoding"]));
    response.writeHead(200, {
      "content-type": type,
      "cache-control": "max-age=600",
      ...(packs && { "content-encoding": "gzip" }),
    });
    const body = createReadStream(found.file);
    if (packs) body.pipe(createGzip({ level: 1 })).pipe(response);
    else body.pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
