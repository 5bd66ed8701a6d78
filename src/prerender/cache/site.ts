import type { HostRow, StoredRenderRule } from "../../accounts";
import { IGNORED_PARAMETERS, pagePath } from "../../lib/hosts/page-path";
import { ruleFor } from "../core/render-rules";
import { homeOf } from "../../web";

/** Settings that serving uses directly. */
type SiteSettings = Omit<
  HostRow,
  "id" | "origin" | "snapshotTtlHours" | "renderRules" | "ignoredParameters" | "verifiedAt" | "suspendedAt"
>;

/** A domain as the prerender cache sees it. */
export interface PrerenderSite extends SiteSettings {
  domainId: string;
  /** Public scheme and host. */
  publicBase: string;
  /** Scheme and host for renders and for people's requests. */
  originBase: string;
  ttlHours: number;
  rules: readonly StoredRenderRule[];
  /** Query parameters that do not change a page, in addition to the usual ones. */
  ignoredParameters: readonly string[];
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
  const { id, origin, snapshotTtlHours, renderRules, ignoredParameters, verifiedAt: _, suspendedAt, ...settings } = row;
  const publicBase = homeOf(row.domain).origin;
  return {
    ...settings,
    domainId: id,
    publicBase,
    originBase: (origin === null ? null : URL.parse(origin)?.origin) ?? publicBase,
    ttlHours: snapshotTtlHours,
    rules: renderRules ?? [],
    ignoredParameters: ignoredParameters ?? [],
    suspended: suspendedAt !== null,
  };
}
