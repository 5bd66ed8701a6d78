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

/** A cheap first test: only URLs that begin like this need parsing. */
const MAYBE_PRIVATE = /^https?:\/\/(?:\[|localhost|127\.|10\.|192\.168\.|172\.|[^/?#]*\.local(?:host)?(?:[:/]|$))/i;

/** Whether an absolute URL points to localhost, a private address or a .local name. */
export function isPrivateUrl(url: string): boolean {
  if (!MAYBE_PRIVATE.test(url)) return false;
  const host = URL.parse(url)?.hostname ?? "";
  return host === "localhost" || /\.local(?:host)?$/.test(host) || isPrivateIp(host) === true;
}
