import { parse } from "tldts";
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

/** Google answers with redirects of its own and names the cited domain in the title. */
const REDIRECT_HOST = "vertexaisearch.cloud.google.com";

/** Domain of a host by the public suffix list, private suffixes counting: `a.github.io` is its owner's, not GitHub's. */
export function registrableDomain(host: string): string {
  return parse(host, { allowPrivateDomains: true }).domain ?? host;
}

function citedUrl({ url, title }: Citation): { url: string; host: string } | null {
  const parsed = URL.parse(url);
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) return null;
  parsed.hash = "";
  const campaign = Array.from(parsed.searchParams.keys()).filter((name) => /^utm_/i.test(name));
  for (const name of campaign) parsed.searchParams.delete(name);
  const named = parsed.host === REDIRECT_HOST && title ? parse(title.trim()) : null;
  const host = named?.isIcann && named.hostname ? named.hostname : parsed.host;
  parsed.host = parsed.host.replace(/^www\./, "");
  return { url: parsed.href, host: host.replace(/^www\./, "") };
}

/** The distinct cited pages of an answer in order of appearance, each judged by whether it is the domain's own. */
export function citedPages(citations: readonly Citation[], ownDomain: string): CitedPage[] {
  const own = bareHost(ownDomain);
  const pages = new Map<string, CitedPage>();
  for (const citation of citations) {
    const cited = citedUrl(citation);
    if (cited === null || pages.has(cited.url)) continue;
    const isOwn = cited.host === own || cited.host.endsWith(`.${own}`);
    pages.set(cited.url, { ...cited, domain: registrableDomain(cited.host), own: isOwn });
  }
  return [...pages.values()];
}
