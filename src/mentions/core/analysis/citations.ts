import { parse } from "tldts";
import { isHost } from "./prose";
import { bareHost } from "./terms";
import type { Citation } from "./types";

export interface CitedPage {
  /** The URL without fragment, campaign parameters and `www.`: two spellings of it are one citation. */
  url: string;
  host: string;
  /** Registrable domain; the host itself where there is none (an IP address, a bare name). */
  domain: string;
  own: boolean;
}

/** Longest address that counts as a citation. */
const MAX_URL = 8_192;
/** Google answers with redirects of its own and names the cited domain in the title. */
const REDIRECT_HOST = "vertexaisearch.cloud.google.com";

/** Domain of a host by the public suffix list, private suffixes counting: `a.github.io` is its owner's, not GitHub's. */
export function registrableDomain(host: string): string {
  return parse(host, { allowPrivateDomains: true }).domain ?? host;
}

/** The monitored domain, and the aliases of its brand that are domains too. */
export function ownHosts(domain: string, aliases: readonly string[]): string[] {
  return [domain, ...aliases.filter(isHost).map((alias) => alias.toLowerCase())].map(bareHost);
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
  parsed.host = parsed.host.replace(/^www\./, "");
  return { url: parsed.href, host: host.replace(/^www\./, "") };
}

/** The distinct cited pages of an answer in order of appearance, each judged by whether it is of an own host or below it. */
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
