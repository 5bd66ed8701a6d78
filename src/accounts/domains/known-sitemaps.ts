import type { Db } from "../../db/client";
import {
  MAX_FILES_OF_SERVER,
  ServerVisits,
  sitemapCandidates,
  type EgressRules,
  type SitemapCandidates,
} from "../../web";
import { reachesDomain } from "../callers/authorize-domain";
import type { Caller } from "../core/caller";
import { findVerifiedDomain } from "../repo/domains";

/** The sitemaps of a site, with the rules to request them by. */
export interface KnownSitemaps extends SitemapCandidates {
  rules: EgressRules;
  /** Limits the files of servers that are not the site's own. */
  visits: ServerVisits;
  /** The named sitemap is on a host that does not belong to the site; it will not be requested. */
  isForeign: boolean;
}

interface Places {
  base: URL | string;
  /** The hosts of the site itself. */
  rules: EgressRules;
  /** Requested by the caller, or stored with the domain. */
  named: string | null;
  /** Sitemaps in robots.txt. */
  listed: readonly string[];
  /** Only robots.txt may say that a sitemap on another host counts: see isBeyondReach. */
  onlyListed: boolean;
}

/**
 * Whether a caller requests a sitemap on a host that it may not use itself, so that it can't learn from the response whether the
 * account has that domain. The sitemap stored with the domain is the account's own choice.
 */
export function isBeyondReach(caller: Caller, asked: string | null, stored: string | null): boolean {
  const url = asked === null || asked === stored ? null : URL.parse(asked);
  return url !== null && !reachesDomain(caller, url.host);
}

/**
 * Where a site's sitemaps are, for audits and the cache alike. A sitemap on another host counts if the site's robots.txt
 * names it (sitemaps.org), or if that host is a verified domain of the same account that the caller may use.
 */
export async function knownSitemaps(
  db: Db,
  accountId: string,
  { base, rules, named, listed, onlyListed }: Places,
): Promise<KnownSitemaps> {
  const candidates = sitemapCandidates(base, named, listed);
  const hosts = new Set([...rules.hosts, ...listed.map((url) => URL.parse(url)?.host ?? "")]);
  const url = named === null ? null : URL.parse(named);
  const visits = new ServerVisits(rules.hosts, MAX_FILES_OF_SERVER);
  const found = { ...candidates, rules: { ...rules, hosts }, visits, isForeign: false };
  if (!url || rules.hosts.has(url.host)) return found;
  const isListed = listed.some((each) => URL.parse(each)?.href === url.href);
  const isOwn = async () => !onlyListed && (await findVerifiedDomain(db, url.host))?.accountId === accountId;
  if (!isListed && !(await isOwn())) return { ...found, rules, isForeign: true };
  hosts.add(url.host);
  return found;
}

/** Why a sitemap on a foreign host is not read. */
export const foreignSitemap = (domain: string) =>
  `the sitemap must be on ${domain}, named by its robots.txt, or on another verified domain of the account that you may use`;
