import type { HostRow, StoredRenderRule } from "../accounts";
import { IGNORED_PARAMETERS, pagePath } from "../lib/page-path";
import { ruleFor } from "./core/render-rules";
import { homeOf } from "../web";

/** A domain as the prerender cache sees it. */
export interface PrerenderSite {
  accountId: string;
  domainId: string;
  domain: string;
  /** Public scheme and host. */
  publicBase: string;
  /** Scheme and host for renders and for people's requests. */
  originBase: string;
  ttlHours: number;
  rules: readonly StoredRenderRule[];
  sitemapUrl: string | null;
  /** Query parameters that do not change a page, in addition to the usual ones. */
  ignoredParameters: readonly string[];
  soft404: "detect" | "off";
  markdown: boolean;
  llmsTxt: boolean;
  /** Verified training crawlers get a redirect to the canonical page. */
  canonicalRedirects: boolean;
  /** The operator has suspended the account: nothing is rendered or served from the cache. */
  suspended: boolean;
}

/** The cache key of a page; null if it can't be cached. */
export function pagePathOf(
  { ignoredParameters, rules }: Pick<PrerenderSite, "ignoredParameters" | "rules">,
  pathAndQuery: string,
): string | null {
  const ignored = [...IGNORED_PARAMETERS, ...ignoredParameters];
  return pagePath(pathAndQuery, ignored, (path) => ruleFor(rules, path)?.parameters);
}

/** By row, which an isolate keeps for some seconds. */
const sites = new WeakMap<HostRow, PrerenderSite>();

export function siteOf(row: HostRow): PrerenderSite {
  let site = sites.get(row);
  if (!site) sites.set(row, (site = makeSite(row)));
  return site;
}

function makeSite(row: HostRow): PrerenderSite {
  const publicBase = homeOf(row.domain).origin;
  const origin = row.origin === null ? null : URL.parse(row.origin);
  return {
    accountId: row.accountId,
    domainId: row.id,
    domain: row.domain,
    publicBase,
    originBase: origin?.origin ?? publicBase,
    ttlHours: row.snapshotTtlHours,
    rules: row.renderRules ?? [],
    sitemapUrl: row.sitemapUrl,
    ignoredParameters: row.ignoredParameters ?? [],
    soft404: row.soft404,
    markdown: row.markdown,
    llmsTxt: row.llmsTxt,
    canonicalRedirects: row.canonicalRedirects,
    suspended: row.suspendedAt !== null,
  };
}
