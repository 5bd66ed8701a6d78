import { createReadStream, realpathSync, statSync } from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { CliError } from "../cli-error.ts";

const TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".htm": "text/html; charset=utf-8",
  ".xhtml": "application/xhtml+xml",
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".webmanifest": "application/manifest+json",
  ".xml": "application/xml",
  ".txt": "text/plain; charset=utf-8",
  ".md": "text/markdown; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".gif": "image/gif",
  ".webp": "image/webp",
  ".avif": "image/avif",
  ".ico": "image/x-icon",
  ".woff": "font/woff",
  ".woff2": "font/woff2",
  ".ttf": "font/ttf",
  ".otf": "font/otf",
  ".pdf": "application/pdf",
  ".mp4": "video/mp4",
  ".webm": "video/webm",
  ".mp3": "audio/mpeg",
  ".wasm": "application/wasm",
  ".gz": "application/gzip",
};

export interface ServedFolder {
  /** Host with its port, on loopback. */
  host: string;
  /** The file of each path that was served, relative to the folder. */
  files: Record<string, string>;
  close: () => void;
}

/** The response to a path: a file, the same path with a slash, or nothing. */
export type Found = { file: string; status: 200 | 404 } | { redirect: string } | null;

/**
 * Finds the file of a path as static hosts do: `/a/` is `a/index.html`, `/a` is the file, `a.html` or leads to `/a/`.
 * Nothing outside the folder is found, whatever the path or a link in the folder points to, and no hidden file except
 * `/.well-known/`.
 */
export function findFile(root: string, pathname: string): Found {
  const parts = partsOf(pathname);
  if (parts === null) return missing(root);
  const target = path.join(root, ...parts);
  if (pathname.endsWith("/")) {
    const file = fileIn(root, path.join(target, "index.html"));
    return file === null ? missing(root) : { file, status: 200 };
  }
  const file = fileIn(root, target) ?? fileIn(root, `${target}.html`);
  if (file !== null) return { file, status: 200 };
  return fileIn(root, path.join(target, "index.html")) === null
    ? missing(root)
    : { redirect: `/${parts.map(encodeURIComponent).join("/")}/` };
}

/** The decoded parts of a path; null if the path is not allowed. */
function partsOf(pathname: string): string[] | null {
  let parts: string[];
  try {
    parts = pathname
      .split("/")
      .filter((part) => part !== "")
      .map(decodeURIComponent);
  } catch {
    return null;
  }
  // oxlint-disable-next-line no-control-regex
  return parts.every((part, depth) => !/[/\\\x00-\x1f]/.test(part) && isOpen(part, depth)) ? parts : null;
}

function missing(root: string): Found {
  const file = fileIn(root, path.join(root, "404.html"));
  return file === null ? null : { file, status: 404 };
}

/** The file if it exists in the folder and may be served, even after links have been followed. */
function fileIn(root: string, file: string): string | null {
  try {
    const real = realpathSync(file);
    const inner = path.relative(root, real);
    const mayServe = !path.isAbsolute(inner) && inner.split(path.sep).every(isOpen);
    return mayServe && statSync(real).isFile() ? file : null;
  } catch {
    return null;
  }
}

/** Whether a name in the folder may be served. `..` is hidden too. */
function isOpen(name: string, depth: number): boolean {
  return !name.startsWith(".") || (depth === 0 && name === ".well-known");
}

/** Serves a folder of static files on a loopback port that is free. */
export async function serveFolder(folder: string): Promise<ServedFolder> {
  const root = realpathSync(folder);
  if (!statSync(root).isDirectory()) throw new CliError(`${folder} is not a folder.`);
  const files: Record<string, string> = Object.create(null) as Record<string, string>;
  const server = http.createServer((request, response) => {
    const end = (status: number, headers: http.OutgoingHttpHeaders = {}) => response.writeHead(status, headers).end();
    // A request with another host name comes from a page elsewhere that reads the folder by DNS rebinding.
    if (request.headers.host !== host) return void end(421);
    if (request.method !== "GET" && request.method !== "HEAD") return void end(405, { allow: "GET, HEAD" });
    const url = URL.parse(request.url ?? "/", "http://localhost");
    if (!url) return void end(400);
    const found = findFile(root, url.pathname);
    if (found === null) return void end(404, { "content-type": "text/plain; charset=utf-8" });
    if ("redirect" in found) return void end(301, { location: found.redirect + url.search });
    const { size, mtime } = statSync(found.file);
    const type = TYPES[path.extname(found.file).toLowerCase()] ?? "application/octet-stream";
    if (found.status === 200 && type.startsWith("text/html")) files[url.pathname] = path.relative(root, found.file);
    // Static hosts compress text, and so do we: otherwise the audit would blame the site.
    const isText = /^text\/|\+xml$|^application\/(?:json|xml|manifest)/.test(type);
    const zip = isText && /\bgzip\b/.test(request.headers["accept-encoding"] ?? "");
    response.writeHead(found.status, {
      "content-type": type,
      ...(zip ? { "content-encoding": "gzip", vary: "accept-encoding" } : { "content-length": size }),
      "last-modified": mtime.toUTCString(),
      "x-content-type-options": "nosniff",
    });
    if (request.method === "HEAD") return void response.end();
    const file = createReadStream(found.file);
    void (zip ? pipeline(file, createGzip(), response) : pipeline(file, response)).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { host, files, close };
}
