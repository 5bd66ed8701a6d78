import type { HostRow } from "../accounts";
import { IGNORED_PARAMETERS, pagePath } from "./core/page-path";
import { homeOf } from "../web";

/** A domain as the prerender cache sees it. */
export interface PrerenderSite {
  accountId: string;
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
  /** The operator holds the account back: nothing is rendered or served from the cache. */
  suspended: boolean;
}

/** What identifies a page of a site in its cache; null when it can't be cached. */
export function pagePathOf(site: Pick<PrerenderSite, "ignoredParameters">, pathAndQuery: string): string | null {
  return pagePath(pathAndQuery, [...IGNORED_PARAMETERS, ...site.ignoredParameters]);
}

export function siteOf(row: HostRow): PrerenderSite {
  const publicBase = homeOf(row.domain).origin;
  const origin = row.origin === null ? null : URL.parse(row.origin);
  return {
    accountId: row.accountId,
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
    suspended: row.suspendedAt !== null,
  };
}
