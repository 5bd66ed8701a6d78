import type { SiteRoute } from "../site-server.ts";
import { FILES, IMAGES } from "./images.ts";
import { headersOf, htmlOf, ROBOTS, urlOf, type LabelledPage } from "./page.ts";

function routeOf(page: LabelledPage): SiteRoute {
  const body = page.redirect === undefined ? htmlOf(page) : "";
  const headers = headersOf(page, body);
  const gzip = headers["content-encoding"] === "gzip";
  return { status: page.status ?? 200, headers, body, gzip, delayMs: page.delayMs, broken: page.broken };
}

export const text = (body: string): SiteRoute => ({ headers: { "content-type": "text/plain" }, body });

const IMAGE_ROUTES: Record<string, SiteRoute> = Object.fromEntries(
  Object.entries(IMAGES).map(([path, { facts, base64 }]) => [
    path,
    { headers: { "content-type": facts.contentType!, "content-length": String(facts.bytes) }, base64 },
  ]),
);

const FILE_ROUTES: Record<string, SiteRoute> = Object.fromEntries(
  Object.entries(FILES).map(([path, { status, contentType, location }]) => [
    path,
    { status, headers: { "content-type": contentType, ...(location !== undefined && { location }) }, body: "x" },
  ]),
);

/** Everything the server of a labelled site serves: pages, robots.txt, sitemap and files. */
export function routesOf(pages: readonly LabelledPage[]): Record<string, SiteRoute> {
  const listed = pages.filter((page) => page.inSitemap).map((page) => `<url><loc>${urlOf(page)}</loc></url>`);
  return {
    ...Object.fromEntries(pages.map((page) => [page.path, routeOf(page)])),
    "/robots.txt": text(ROBOTS),
    "/sitemap.xml": {
      headers: { "content-type": "application/xml" },
      body: `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${listed.join("")}</urlset>`,
    },
    ...FILE_ROUTES,
    ...IMAGE_ROUTES,
  };
}

interface ReportedPage {
  path: string;
  issues: Array<{ id: string }>;
}

/** Checks of time, which a busy machine makes fire on any page. The unit tests hold where their limits are. */
const OF_TIME = new Set(["slow_ttfb", "slow_page", "very_slow_page"]);

/** Path → issues of each page of the result, as planted and as reported. The two must be equal. */
export function issuesByPath(planted: readonly LabelledPage[], reported: readonly ReportedPage[]) {
  const plantedOf = new Map(planted.map(({ path, issues }) => [path, issues]));
  const isNoise = (path: string, id: string) => OF_TIME.has(id) && !plantedOf.get(path)?.includes(id);
  const listed = planted.flatMap(({ path, issues }) =>
    issues === undefined ? [] : [[path, [...issues].sort()] as const],
  );
  return {
    planted: Object.fromEntries(listed),
    reported: Object.fromEntries(
      reported.map(({ path, issues }) => [
        path,
        issues
          .map(({ id }) => id)
          .filter((id) => !isNoise(path, id))
          .sort(),
      ]),
    ),
  };
}
