import { parse } from "tldts";
import { isPrivateIp } from "../../../lib/hosts/ip";
import { isHost } from "./names/prose";
import { bareHost } from "./names/terms";
import type { Analysis, Citation } from "./types";

export interface CitedPage {
  /** The URL without fragment, campaign parameters and `www.`, so that two spellings count as one citation. */
  url: string;
  host: string;
  /** Registrable domain, or the host itself if there is none (an IP address or a single-label name). */
  domain: string;
  own: boolean;
}

/** Longest URL that counts as a citation. */
const MAX_URL = 8_192;
/** Google cites through its own redirects and gives the real domain in the title. */
const REDIRECT_HOST = "vertexaisearch.cloud.google.com";

/** Registrable domain of a host, including private suffixes: `a.github.io` belongs to its owner, not to GitHub. */
export function registrableDomain(host: string): string {
  return parse(host, { allowPrivateDomains: true }).domain ?? host;
}

/** The label that somebody registered: `acme` of `m.acme.co.uk`. Empty for addresses. */
export function registrableLabel(host: string): string {
  return parse(host, { allowPrivateDomains: true }).domainWithoutSuffix ?? "";
}

/** Hosts that belong to the brand: the monitored domain, and brand aliases that are domains. */
export function ownHosts(domain: string, aliases: readonly string[]): string[] {
  return [domain, ...aliases.filter(isHost).map((alias) => alias.toLowerCase())].map(bareHost);
}

/** Loopback and private addresses are nobody's domain. */
function isLocal(host: string): boolean {
  return isPrivateIp(host) === true || /(?:^|\.)(?:localhost|local|internal)\.?$/.test(host);
}

function citedUrl({ url, title }: Citation, own: readonly string[]): { url: string; host: string } | null {
  const parsed = url.length > MAX_URL ? null : URL.parse(url);
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) return null;
  parsed.hash = "";
  const parameters = Array.from(parsed.searchParams);
  const kept = parameters.filter(([name]) => !/^utm_/i.test(name));
  if (kept.length < parameters.length) parsed.search = new URLSearchParams(kept).toString();
  const named = parsed.host === REDIRECT_HOST ? (title ?? "").trim().toLowerCase() : "";
  const host = isHost(named) || own.includes(named) ? named : parsed.host;
  if (isLocal(parsed.hostname)) return null;
  parsed.host = parsed.host.replace(/^www\./, "");
  return { url: parsed.href, host: host.replace(/^www\./, "") };
}

/** Longest title of a cited page that is shown. */
const MAX_TITLE = 300;

/** An analysed answer's cited pages, with the titles that the provider gave. */
export function titledPages(
  citations: readonly Citation[],
  { citedUrls, ownCitations }: Pick<Analysis, "citedUrls" | "ownCitations">,
) {
  const titles = new Map<string, string>();
  for (const citation of citations) {
    const url = citation.title ? citedUrl(citation, [])?.url : undefined;
    if (url !== undefined && !titles.has(url)) titles.set(url, citation.title!.slice(0, MAX_TITLE));
  }
  const own = new Set(ownCitations);
  return citedUrls.flatMap(({ domain, urls }) =>
    urls.map((url) => ({ url, domain, title: titles.get(url) ?? "", own: own.has(url) })),
  );
}

/**
 * The distinct cited pages of an answer in order of appearance, each marked as own if its host or a parent host is own.
 */
export function citedPages(citations: readonly Citation[], own: readonly string[]): CitedPage[] {
  const pages = new Map<string, CitedPage>();
  for (const citation of citations) {
    const cited = citedUrl(citation, own);
    if (cited === null || pages.has(cited.url)) continue;
    const isOwn = own.some((host) => cited.host === host || cited.host.endsWith(`.${host}`));
    pages.set(cited.url, { ...cited, domain: registrableDomain(cited.host), own: isOwn });
  }
  return [...pages.values()];
}
