import type { Bindings } from "../../env";
import { log } from "../../lib/text/log";
import { pageOfTwin } from "../core/markdown-twin";
import { isRenderer } from "../core/serving-rules";
import { indexedPage, leasedPage } from "./cached-page";
import { askOrigin, countResponse, isOwnTextFile } from "./origin-response";
import { lookupFor } from "./page-lookup";
import type { CacheLookup, PageRequest } from "./page-request";
import { renderedPage } from "./rendered-page";

/** Whether a path may name a page's Markdown. */
export const isTwinPath = (pathname: string) => pageOfTwin(pathname) !== null;

/**
 * A page's Markdown at the page's address with `.md`, for clients that don't ask for it in `Accept`. The site's own file
 * comes first. Null: another answerer's.
 */
export function markdownTwin(env: Bindings, page: PageRequest): Promise<Response | null> | null {
  const { request, site, pathAndQuery } = page;
  const { method, headers } = request;
  const of = site.markdown && (method === "GET" || method === "HEAD") ? pageOfTwin(pathAndQuery) : null;
  const lookup = of === null || isRenderer(headers) ? null : lookupFor(page, of, "markdown");
  return lookup && serveTwin(env, page, lookup);
}

async function serveTwin(env: Bindings, page: PageRequest, lookup: CacheLookup): Promise<Response | null> {
  const own = await askOrigin(page);
  const made = isOwnTextFile(own) || own.status >= 500 ? null : await twin(env, lookup);
  if (made) return made;
  // A page of the site may have such an address, and crawlers get its snapshot.
  const isPage = own.status === 200 && !isOwnTextFile(own);
  if (isPage && (page.by === "service" || page.visit)) return null;
  countResponse(env, page, "origin", own);
  return own;
}

/** The page as Markdown; null if it is not cached and can't be rendered, or has none. */
async function twin(env: Bindings, lookup: CacheLookup): Promise<Response | null> {
  try {
    for (const answerer of [leasedPage, indexedPage, renderedPage]) {
      const answer = await answerer(env, lookup);
      if (answer === null) continue;
      return answer !== "origin" && isMarkdown(answer) ? answer : null;
    }
  } catch (error) {
    log("error", "snapshot_unavailable", {
      domain: lookup.site.domain,
      path: lookup.path.slice(0, 300),
      error: String(error),
    });
  }
  return null;
}

/** A client that has the present version gets no type. */
function isMarkdown({ status, headers }: Response): boolean {
  return status === 304 || (status === 200 && (headers.get("content-type") ?? "").startsWith("text/markdown"));
}
