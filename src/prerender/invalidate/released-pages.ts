import type { DomainRow } from "../../accounts";
import { ApiError } from "../../errors/api-error";
import type { Bindings } from "../../env";
import { ruleFor } from "../core/render-rules";
import { keysOfPages, queuePrewarming, queueRenders } from "./queue-renders";
import { indexOf } from "../cache/index-of";
import { pagePathOf, siteOf, type PrerenderSite } from "../cache/site";
import { readSitemapPages } from "../pages/sitemap-pages";
import type { SitemapPage } from "../cache/listed-entries";
import type { FoundPage, LandedPage } from "../cache/released";

/** Pages per call to the index: their paths, twice each, fit into one 2 MB parameter. */
export const RELEASED_AT_ONCE = 300;

const isRendered = ({ rules }: PrerenderSite, path: string) => ruleFor(rules, path)?.action !== "pass";

/**
 * The pages that a release may affect: the given ones, or those of the sitemap. Pages that a rule leaves to the origin
 * have no snapshot and are left out.
 * @throws ApiError `no_sitemap`, `sitemap_unreachable`.
 */
export async function readReleasedPages(
  env: Pick<Bindings, "ALLOW_PRIVATE_HOSTS" | "DB">,
  row: DomainRow,
  given: readonly string[] | null,
): Promise<SitemapPage[]> {
  const site = siteOf(row);
  if (given) {
    const paths = new Set(given.map((path) => pagePathOf(site, path)).filter((path) => path !== null));
    return [...paths].filter((path) => isRendered(site, path)).map((path) => ({ path, changedAt: null }));
  }
  const pages = await readSitemapPages(env, site, null);
  if (!pages) throw new ApiError("no_sitemap", `No sitemap is configured for ${site.domain}, and none was found.`);
  return pages.filter(({ path }) => isRendered(site, path));
}

type IndexEnv = Pick<Bindings, "SNAPSHOT_INDEX">;

/** At most RELEASED_AT_ONCE pages with what the cache knows about them. */
export function findReleased(env: IndexEnv, domainId: string, pages: SitemapPage[], now: number): Promise<FoundPage[]> {
  return indexOf(env, domainId).found(pages, now);
}

/** Removes at most RELEASED_AT_ONCE pages. Returns how many were cached. */
export async function removeReleased(env: IndexEnv, domainId: string, paths: string[], now: number): Promise<number> {
  return indexOf(env, domainId).invalidate(paths, now);
}

/** Queues the first pages' renders, as many as the domain may still queue this hour. Returns how many pages. */
export function queueReleased(
  env: Pick<Bindings, "RENDER_QUEUE" | "SNAPSHOT_INDEX">,
  row: DomainRow,
  paths: readonly string[],
  askedAt: number,
): Promise<number> {
  return queuePrewarming(env, siteOf(row), paths, askedAt);
}

/** Queues renders that were queued before, in case their messages are lost. */
export async function queueAgain(
  env: Pick<Bindings, "RENDER_QUEUE">,
  row: DomainRow,
  paths: readonly string[],
  askedAt: number,
): Promise<void> {
  await queueRenders(env, row.id, keysOfPages(siteOf(row).rules, paths), askedAt);
}

/** What became of at most RELEASED_AT_ONCE removed pages. */
export function findLanded(
  env: IndexEnv,
  domainId: string,
  paths: string[],
  since: number,
  now: number,
): Promise<LandedPage[]> {
  return indexOf(env, domainId).landed(paths, since, now);
}
