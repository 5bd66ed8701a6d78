import type { Db } from "../db/client";
import { sitemapCandidates, type EgressRules, type SitemapCandidates } from "../web";
import { findVerifiedDomain } from "./domain-repo";

/** The sitemaps of a site, with the rules to request them by. */
export interface KnownSitemaps extends SitemapCandidates {
  rules: EgressRules;
  /** The named sitemap is on a host that does not belong to the site; it will not be requested. */
  isForeign: boolean;
}

interface Places {
  base: URL | string;
  /** The hosts of the site itself. */
  rules: EgressRules;
  /** Asked for by the caller, or stored with the domain. */
  named: string | null;
  /** Sitemaps in robots.txt. */
  listed: readonly string[];
}

/**
 * Where a site's sitemaps are, for audits and the cache alike. A sitemap on another host counts if the site's robots.txt
 * names it (sitemaps.org), or if that host is a verified domain of the same account.
 */
export async function knownSitemaps(
  db: Db,
  accountId: string,
  { base, rules, named, listed }: Places,
): Promise<KnownSitemaps> {
  const candidates = sitemapCandidates(base, named, listed);
  const hosts = new Set([...rules.hosts, ...listed.map((url) => URL.parse(url)?.host ?? "")]);
  const url = named === null ? null : URL.parse(named);
  if (!url || rules.hosts.has(url.host)) return { ...candidates, rules: { ...rules, hosts }, isForeign: false };
  const isListed = listed.some((each) => URL.parse(each)?.href === url.href);
  const isKnown = isListed || (await findVerifiedDomain(db, url.host))?.accountId === accountId;
  if (!isKnown) return { ...candidates, rules, isForeign: true };
  return { ...candidates, rules: { ...rules, hosts: hosts.add(url.host) }, isForeign: false };
}

/** Why a sitemap on a foreign host is not read. */
export const foreignSitemap = (domain: string) =>
  `the sitemap must be on ${domain}, named by its robots.txt, or on another verified domain of the account`;
