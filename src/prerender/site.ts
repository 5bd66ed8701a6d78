import type { DomainRow } from "../accounts";
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
}

export function siteOf(row: DomainRow): PrerenderSite {
  const publicBase = homeOf(row.domain).origin;
  const origin = row.origin === null ? null : URL.parse(row.origin);
  return {
    domainId: row.id,
    domain: row.domain,
    publicBase,
    originBase: origin?.origin ?? publicBase,
    ttlHours: row.snapshotTtlHours,
    sitemapUrl: row.sitemapUrl,
  };
}
