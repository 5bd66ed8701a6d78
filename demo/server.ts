import { readFileSync } from "node:fs";
import http from "node:http";
import path from "node:path";
import { GUIDE_PATHS, guidePage } from "./guides.ts";
import { CHECK_PRICE, DEMO_PAGES, NOT_FOUND, type Block, type DemoPage } from "./pages.ts";
import { serverPage } from "./server-page.ts";

const FILES: Record<string, string> = { "/app.js": "text/javascript", "/style.css": "text/css" };
const folder = path.join(import.meta.dirname, "site");

function sitemap(origin: string): string {
  const urls = Object.keys(DEMO_PAGES).map(
    (page) => `<url><loc>${origin}${page}</loc><lastmod>2026-11-01</lastmod></url>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join("")}</urlset>\n`;
}

function picture(name: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="360"><rect width="640" height="360" fill="#9bb"/><text x="40" y="180" font-size="40">${name}</text></svg>`;
}

/** Pages that the site's server renders by now, in the order in which its owner moved them there. */
const MOVED = [
  "/journal/salt",
  "/about",
  "/bikes/harbour-loader",
  "/contact",
  "/bikes/ferry-folder",
  "/journal/wind",
  "/journal",
  "/bikes",
  "/rental",
  "/",
  "/bikes/dyke-tourer",
];
export const MOVED_PAGES = MOVED.length;

export interface DemoSite {
  server: http.Server;
  /** How many pages have been moved to the server; all of `MOVED_PAGES` unless the demo's history is being made. */
  moved: number;
  /** Pages say what they say today, and not what they said before the demo's history was made. */
  isRenewed: boolean;
  /** Some guides were written anew. */
  isRewritten: boolean;
  /** What a yearly check costs; `CHECK_PRICE` unless the demo's history is being made. */
  checkPrice: number;
}

function priced(page: DemoPage, price: number): DemoPage {
  const blocks = page.blocks.map((block) =>
    block.p === undefined ? block : Object.assign({}, block, { p: block.p.replace(`€${CHECK_PRICE}`, `€${price}`) }),
  );
  return Object.assign({}, page, { blocks });
}

/** What pages had before the latest release, which comes when the demo's history has been made. */
const EARLIER: Readonly<Record<string, (blocks: Block[]) => Block[]>> = {
  "/repairs": (blocks) => blocks.slice(0, -1),
  "/contact": (blocks) =>
    blocks.map((block) => (block.image ? { p: "Write to hello@saltmarsh.example.com, or come by." } : block)),
};
export const RENEWED_PATHS = Object.keys(EARLIER);

/**
 * The sample single-page site. Its scripts create every page, and addresses that were not moved to the server yet get an empty
 * shell, as is usual on such sites.
 */
export function startDemoSite(port: number): Promise<DemoSite> {
  const site = { moved: MOVED_PAGES, isRenewed: true, isRewritten: true, checkPrice: CHECK_PRICE } as DemoSite;
  const pageAt = (path: string): DemoPage | undefined => {
    const page = guidePage(path, site.isRewritten) ?? DEMO_PAGES[path];
    if (!page) return undefined;
    const before = site.isRenewed ? undefined : EARLIER[path];
    return priced(before ? { ...page, blocks: before(page.blocks) } : page, site.checkPrice);
  };
  const origin = `http://127.0.0.1:${port}`;
  const answer = (url: URL): [type: string, body: string | Buffer] => {
    if (url.pathname === "/robots.txt")
      return ["text/plain", `User-agent: *\nDisallow: /private/\n\nSitemap: ${origin}/sitemap.xml\n`];
    if (url.pathname === "/sitemap.xml") return ["application/xml", sitemap(origin)];
    if (url.pathname === "/api/page")
      return ["application/json", JSON.stringify(pageAt(url.searchParams.get("path") ?? "") ?? NOT_FOUND)];
    if (url.pathname.startsWith("/img/"))
      return ["image/svg+xml", picture(path.basename(url.pathname, ".svg").replace(/[^a-z]/g, ""))];
    const type = FILES[url.pathname];
    const file = readFileSync(path.join(folder, type ? url.pathname : "index.html"));
    const isMoved = GUIDE_PATHS.includes(url.pathname) || MOVED.slice(0, site.moved).includes(url.pathname);
    const page = isMoved && pageAt(url.pathname);
    return [type ?? "text/html", page ? serverPage(file.toString(), page, origin + url.pathname) : file];
  };
  site.server = http.createServer((request, response) => {
    const [type, body] = answer(new URL(request.url ?? "/", origin));
    response.writeHead(200, { "content-type": `${type}; charset=utf-8` });
    response.end(request.method === "HEAD" ? undefined : body);
  });
  return new Promise((resolve, reject) => {
    site.server.once("error", reject);
    site.server.listen(port, "127.0.0.1", () => resolve(site));
  });
}
