import type { RequestSigner } from "../../lib/crypto/request-signer";
import { isLinkLocal, isPrivateIp } from "../../lib/hosts/ip";
import { hasCredentials } from "../../lib/hosts/url";

const LOCAL_SUFFIXES = [".localhost", ".local", ".internal", ".home.arpa", ".onion"];
const MAX_URL_LENGTH = 2048;

export interface EgressRules {
  /** Hosts (with port) that may be requested. Others are recorded but never requested. */
  hosts: ReadonlySet<string>;
  /** Also allows other public hosts, for files that pages reference and that may be anywhere. */
  anyPublicHost?: boolean;
  /** Sends requests for `host` to `origin` (scheme and host) instead, because the host itself may point back to us. */
  via: { host: string; origin: URL } | null;
  /**
   * Headers that give access to the site, such as a staging site's password. Only requests to these origins have them.
   */
  access?: { origins: ReadonlySet<string>; headers: Readonly<Record<string, string>> };
  /** Counts the requests of a job that may make only so many. Copies of the rules share it. */
  tally?: RequestTally;
  /** Signs requests under our own name. */
  signer?: RequestSigner | null;
  /** For local use: allows private addresses other than link-local ones, ports and names. */
  allowPrivateHosts: boolean;
}

/** Requests that were made, and after how many the job should hand over. */
export interface RequestTally {
  made: number;
  readonly most: number;
}

/** Whether the job that has these rules has made its requests. Those in progress still finish. */
export function isSpent({ tally }: EgressRules): boolean {
  return tally !== undefined && tally.made >= tally.most;
}

export type EgressRefusal =
  | "scheme"
  | "credentials"
  | "too_long"
  | "foreign_host"
  | "port"
  | "ip_literal"
  | "local_name";

/**
 * Why a URL must not be requested on a customer's behalf, or null if it may. Decides on the parsed URL, in which every
 * spelling of an address (decimal, octal, hexadecimal, short) is already normalized.
 */
export function refuseEgress(url: URL, rules: EgressRules): EgressRefusal | null {
  if (url.protocol !== "http:" && url.protocol !== "https:") return "scheme";
  if (hasCredentials(url)) return "credentials";
  if (url.href.length > MAX_URL_LENGTH) return "too_long";
  if (!rules.hosts.has(url.host) && rules.anyPublicHost !== true) return "foreign_host";
  return refusePrivateHost(url, rules.allowPrivateHosts);
}

/** The part of the rules that applies to every host: no private address, name or port. `allowed`: only no link-local address. */
export function refusePrivateHost(url: URL, allowed = false): EgressRefusal | null {
  if (isLinkLocal(url.hostname)) return "ip_literal";
  if (allowed) return null;
  if (url.port !== "") return "port";
  if (isPrivateIp(url.hostname) !== null) return "ip_literal";
  const host = url.hostname.replace(/\.$/, "");
  if (!host.includes(".") || hasEmptyLabel(url.hostname) || LOCAL_SUFFIXES.some((suffix) => host.endsWith(suffix)))
    return "local_name";
  return null;
}

/** Whether a host name has two dots in a row (`name..`). It is not a DNS name, but some resolvers accept it. */
export function hasEmptyLabel(host: string): boolean {
  return host.replace(/\.$/, "").split(".").includes("");
}

/** The URL that is actually requested: on the origin if the rules define one for its host. */
export function viaOrigin(url: URL, rules: EgressRules): URL {
  if (rules.via === null || url.host !== rules.via.host) return url;
  return new URL(url.pathname + url.search, rules.via.origin);
}

interface Site {
  domain: string;
  /** Scheme and host of the server behind the domain; null: the domain itself. */
  origin: string | null;
}

/** The hosts of a domain's own pages: the domain and, if different, its origin. */
export function egressRules(site: Site, allowPrivateHosts: boolean, signer: RequestSigner | null = null): EgressRules {
  const origin = site.origin === null ? null : URL.parse(site.origin);
  const hosts = new Set(origin ? [site.domain, origin.host] : [site.domain]);
  return { hosts, via: origin ? { host: site.domain, origin } : null, allowPrivateHosts, signer };
}

/**
 * The rules with headers that only the site's own origins get: the domain and the server behind it. Plain http gets them
 * only if the domain is a local one.
 */
export function withAccess(rules: EgressRules, domain: string, headers: Record<string, string>): EgressRules {
  const home = homeOf(domain);
  const origins = new Set([home.origin]);
  const behind = rules.via?.origin;
  if (behind && (behind.protocol === "https:" || home.protocol === "http:")) origins.add(behind.origin);
  return { ...rules, access: { origins, headers } };
}

/** The secret headers of a request to this address: none, unless it is one of the site's own. */
export function accessHeaders(address: URL, { access }: EgressRules): Readonly<Record<string, string>> {
  return access?.origins.has(address.origin) ? access.headers : {};
}

/** The URL of a domain's home page: http for loopback hosts and hosts with a port, https for all others. */
export function homeOf(domain: string): URL {
  const local = /:\d+$/.test(domain) || /^(localhost|127\.|\[)/.test(domain);
  return new URL(`${local ? "http" : "https"}://${domain}/`);
}
