import type { HostRow } from "../accounts";
import { IGNORED_PARAMETERS, pageKey } from "./core/page-key";
import { homeOf } from "../web";

/** A domain as the prerender cache sees it. */
export interface PrerenderSite {
  domainId: string;
  domain: string;
  /** Scheme and host that the public uses. */
  publicBase: string;
  /** Scheme and host that renders and people's requests go to. */
  originBase: string;
  ttlHours: number;
  sitemapUrl: string | null;
  /** Query parameters that do not change a page, besides the usual ones. */
  ignoredParameters: readonly string[];
  soft404: "detect" | "off";
  markdown: boolean;
  llmsTxt: boolean;
}

/** What identifies a page of a site in its cache; null when it can't be cached. */
export function keyOf(
  site: Pick<PrerenderSite, "ignoredParameters">,
  pathAndQuery: string
): string | null {
  return pageKey(pathAndQuery, [
    ...IGNORED_PARAMETERS,
    ...site.ignoredParameters,
  ]);
}

export function siteOf(row: HostRow): PrerenderSite {
  const publicBase = homeOf(row.domain).origin;
  const origin = row.origin === null ? null : URL.parse(row.origin);
  return {
    domainId: row.id,
    domain: row.domain,
    publicBase,
    originBase: origin?.origin ?? publicBase,
    ttlHours: row.snapshotTtlHours,
    sitemapUrl: row.sitemapUrl,
    ignoredParameters: row.ignoredParameters ?? [],
    soft404: row.soft404,
    markdown: row.markdown,
    llmsTxt: row.llmsTxt,
  };
}
