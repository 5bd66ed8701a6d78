import { readForm, submit } from "../../server/form";
import type { SitePageContext } from "../../server/page-env";
import { countWords } from "../../ui/count-words";
import { readWork, refreshPage, workOf } from "./refresh";
import { pathsTyped, patternTyped } from "../../ui/typed-address";
import { sitePath } from "../../../lib/hosts/page-paths";

/** Removes the pages that the reader listed; renders them again if wished. */
export async function refreshPages(c: SitePageContext): Promise<Response> {
  const form = await readForm(c);
  const { domain } = c.var.domain;
  const pages = form.text("pages");
  const typed = pathsTyped(domain, form.lines("pages"));
  if ("fault" in typed) return refreshPage(c, { form: "pages", problem: typed.fault, pages });
  const prewarm = form.checked("prewarm");
  const body = { domain, paths: typed.paths, prewarm };
  const [first] = typed.paths;
  const to =
    form.text("back") === "page" ? sitePath(domain, "cache/page", { path: first }) : sitePath(domain, "cache/refresh");
  return submit(c, {
    send: () => c.var.api.invalidatePaths({ body }),
    done: ({ deleted, prewarmed }) => ({
      to,
      kind: prewarm && prewarmed < typed.paths.length ? "problem" : "done",
      text: prewarm
        ? `${countWords(deleted, "page was", "pages were")} removed, and ${prewarmed} of ${typed.paths.length} rendered again.${prewarmed < typed.paths.length ? " The render log shows why some were not." : ""}`
        : `${countWords(deleted, "page was", "pages were")} removed from the cache.`,
    }),
    again: (problem) => refreshPage(c, { form: "pages", problem, pages }),
  });
}

/** Removes all pages below a path. */
export async function refreshPattern(c: SitePageContext): Promise<Response> {
  const form = await readForm(c);
  const { domain } = c.var.domain;
  const given = form.text("pattern");
  const typed = patternTyped(domain, given);
  if ("fault" in typed) return refreshPage(c, { form: "pattern", problem: typed.fault, pattern: given });
  return submit(c, {
    send: () => c.var.api.invalidatePattern({ body: { domain, pattern: typed.pattern } }),
    done: ({ deleted }) => ({
      to: sitePath(domain, "cache/refresh"),
      text: `${countWords(deleted, "page was", "pages were")} removed: ${typed.pattern}`,
    }),
    again: (problem) => refreshPage(c, { form: "pattern", problem, pattern: given }),
  });
}

/** Where the reader sees the progress of queued pages. */
function afterQueueing(domain: string, since: number, removed: string, queued: number, total: number) {
  const left = total > queued ? ` ${countWords(total - queued, "page", "pages")} can be queued in the next hour.` : "";
  const queue = queued > 0 ? ` ${countWords(queued, "page is", "pages are")} being rendered.${left}` : "";
  return {
    to: sitePath(domain, "cache/refresh", queued > 0 ? { since, queued } : {}),
    text: `${removed} removed.${queue}`,
  };
}

/** Renders what has changed according to the sitemap. */
export async function refreshSitemap(c: SitePageContext): Promise<Response> {
  const form = await readForm(c);
  const { domain } = c.var.domain;
  const sitemapUrl = form.some("sitemapUrl");
  const since = Date.now();
  const body = { domain, sitemapUrl, prewarm: true };
  return submit(c, {
    send: () => c.var.api.invalidateUpdatedPaths({ body }),
    done: ({ deleted, queued }) =>
      queued === 0 && deleted === 0
        ? {
            to: sitePath(domain, "cache/refresh"),
            text: "No page of the sitemap has changed, or this hour’s pages are used up.",
          }
        : afterQueueing(domain, since, countWords(deleted, "page was", "pages were"), queued, queued),
    again: (problem) => refreshPage(c, { form: "sitemap", problem, sitemapUrl }),
  });
}

/** Removes all pages of the site. */
export async function refreshSite(c: SitePageContext): Promise<Response> {
  const form = await readForm(c);
  const { domain } = c.var.domain;
  const since = Date.now();
  const prewarm = form.checked("prewarm");
  return submit(c, {
    send: () => c.var.api.invalidateSite({ body: { domain, prewarm } }),
    done: ({ deleted, queued, totalPaths }) =>
      afterQueueing(domain, since, countWords(deleted, "page was", "pages were"), queued, prewarm ? totalPaths : 0),
    back: sitePath(domain, "cache/refresh"),
  });
}

/** Seconds between two checks of the progress. */
const LOOK_AGAIN_MS = 3_000;

/** The progress as one server-sent event. The browser requests it again on its own, so no connection stays open. */
export async function refreshEvents(c: SitePageContext): Promise<Response> {
  const work = workOf(c);
  if (!work) return c.body(null, 204);
  const { pages, queued, ended } = await readWork(c, work, Date.now());
  const event = `retry: ${LOOK_AGAIN_MS}\nevent: progress\ndata: ${JSON.stringify({ pages, queued })}\n\n`;
  return c.body(ended ? `${event}event: end\ndata: {}\n\n` : event, 200, { "content-type": "text/event-stream" });
}
