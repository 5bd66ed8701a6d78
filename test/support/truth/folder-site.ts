import { existsSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import type { Answer, Site } from "./site.ts";

const TYPES: Record<string, string> = { ".html": "text/html", ".htm": "text/html", ".xhtml": "application/xhtml+xml" };
const GONE: Answer = { status: 404, contentType: "text/html", body: new Uint8Array() };

/** A site that serves a folder, as a plain file server does. */
export function folderSite(folder: string): Site {
  return (address) => {
    const name = nameOf(address);
    const file = name === null ? null : path.join(folder, name);
    if (file === null || !existsSync(file)) return GONE;
    if (!statSync(file).isDirectory()) return served(file);
    if (!address.split("?")[0]!.endsWith("/")) return { ...GONE, status: 301, location: `${address.split("?")[0]}/` };
    const index = path.join(file, "index.html");
    return existsSync(index) ? served(index) : GONE;
  };
}

function nameOf(address: string): string | null {
  try {
    const name = decodeURIComponent(address.split("?")[0]!);
    return name.includes("\0") || name.split("/").includes("..") ? null : name;
  } catch {
    return null;
  }
}

function served(file: string): Answer {
  const contentType = TYPES[path.extname(file).toLowerCase()] ?? "application/octet-stream";
  return { status: 200, contentType, body: contentType.includes("html") ? readFileSync(file) : new Uint8Array() };
}
