import { getDomain } from "tldts";
import { isPrivateIp } from "../../../lib/hosts/ip";

/** Domain suffixes where site builders and hosting services publish previews. */
const PREVIEW_SUFFIXES = [
  ".lovable.app",
  ".lovableproject.com",
  ".vercel.app",
  ".netlify.app",
  ".pages.dev",
  ".replit.app",
  ".repl.co",
  ".bolt.host",
  ".webcontainer.io",
];

/** The registrable domain of a URL's host by the public suffix list, or the host itself (IP addresses, local names). */
export function siteNameOf(url: string): string {
  const host = URL.parse(url)?.hostname ?? "";
  // Nearly all calls are about the site that is being audited.
  if (latest.host !== host) latest = { host, name: getDomain(host, { allowPrivateDomains: true }) ?? host };
  return latest.name;
}

let latest = { host: "", name: "" };

/** Whether a URL is on a preview host. */
export function isPreviewUrl(url: string): boolean {
  if (!PREVIEW_SUFFIXES.some((suffix) => url.includes(suffix))) return false;
  const host = URL.parse(url)?.hostname ?? "";
  return PREVIEW_SUFFIXES.some((suffix) => host.endsWith(suffix));
}

/** Previews that only the site's makers get to see, whatever their name. */
const OF_MAKERS = /^id-preview--|\.lovableproject\.com$|\.webcontainer\.io$/;
/** Shorter names occur in others by chance. */
const MIN_NAME = 5;

const plainName = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/**
 * Whether a preview host is one of a site that has these names (a domain's label, or what the site calls itself): its own name
 * is, or contains, one of them. Everybody may publish there, so other hosts are other people's sites.
 */
export function isPreviewOf(host: string, names: readonly string[]): boolean {
  if (OF_MAKERS.test(host)) return true;
  const suffix = PREVIEW_SUFFIXES.find((each) => host.endsWith(each)) ?? "";
  const parts = host.slice(0, host.length - suffix.length).split(/--|\./);
  return names.map(plainName).some((name) => {
    if (name === "") return false;
    return parts.some((part) => plainName(part) === name || (name.length >= MIN_NAME && beginsWith(part, name)));
  });
}

/** Whether the first words of a host's label make up a name: `my-shop-git-main` begins with `myshop`. */
function beginsWith(label: string, name: string): boolean {
  let start = "";
  for (const word of label.split("-")) {
    start += plainName(word);
    if (start === name) return true;
  }
  return false;
}

/** The registrable domain's own label, such as `example` of `www.example.co.uk`. */
export function domainLabel(url: string): string {
  return siteNameOf(url).split(".")[0]!;
}

/** A cheap first test: only URLs that begin like this need parsing. */
const MAYBE_PRIVATE = /^https?:\/\/(?:\[|localhost|127\.|10\.|192\.168\.|172\.|[^/?#]*\.local(?:host)?(?:[:/]|$))/i;

/** Whether an absolute URL points to localhost, a private address or a .local name. */
export function isPrivateUrl(url: string): boolean {
  if (!MAYBE_PRIVATE.test(url)) return false;
  const host = URL.parse(url)?.hostname ?? "";
  return host === "localhost" || /\.local(?:host)?$/.test(host) || isPrivateIp(host) === true;
}
