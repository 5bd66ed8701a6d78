import { isPrivateIp } from "../lib/ip";

const LOCAL_SUFFIXES = [".localhost", ".local", ".internal", ".home.arpa", ".onion"];
const MAX_URL_LENGTH = 2048;

export interface EgressRules {
  /** Hosts (with port) that may be asked; everything else is recorded, never requested. */
  hosts: ReadonlySet<string>;
  /** Other hosts may be asked too, if they are public: for files that pages name and that live anywhere. */
  anyPublicHost?: boolean;
  /** Requests for `host` go to `origin` instead (scheme and host), because the host itself may lead back to us. */
  via: { host: string; origin: URL } | null;
  /** Local use: private addresses, ports and names are allowed. */
  allowPrivateHosts: boolean;
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
 * Why a URL must not be requested on a customer's behalf, or null when it may. Decides on the parsed
 * URL, where every spelling of an address (decimal, octal, hexadecimal, short) has already become its plain form.
 */
export function refuseEgress(url: URL, rules: EgressRules): EgressRefusal | null {
  if (url.protocol !== "http:" && url.protocol !== "https:") return "scheme";
  if (url.username !== "" || url.password !== "") return "credentials";
  if (url.href.length > MAX_URL_LENGTH) return "too_long";
  if (!rules.hosts.has(url.host) && rules.anyPublicHost !== true) return "foreign_host";
  return rules.allowPrivateHosts ? null : refusePrivateHost(url);
}

/** The part of the rules that holds for any host, customers' own or not: no private address, name or port. */
export function refusePrivateHost(url: URL): EgressRefusal | null {
  if (url.port !== "") return "port";
  if (isPrivateIp(url.hostname) !== null) return "ip_literal";
  const host = url.hostname.replace(/\.$/, "");
  if (!host.includes(".") || LOCAL_SUFFIXES.some((suffix) => host.endsWith(suffix))) return "local_name";
  return null;
}

/** Where a request for `url` really goes: to the origin when the rules name one for its host. */
export function viaOrigin(url: URL, rules: EgressRules): URL {
  if (rules.via === null || url.host !== rules.via.host) return url;
  return new URL(url.pathname + url.search, rules.via.origin);
}

interface Site {
  domain: string;
  /** Scheme and host of the server behind the domain; null: the domain itself. */
  origin: string | null;
}

/** The hosts a domain's own pages live on: the domain and, where it differs, its origin. */
export function egressRules(site: Site, allowPrivateHosts: boolean): EgressRules {
  const origin = site.origin === null ? null : URL.parse(site.origin);
  const hosts = new Set(origin ? [site.domain, origin.host] : [site.domain]);
  return { hosts, via: origin ? { host: site.domain, origin } : null, allowPrivateHosts };
}

/** The address of a domain's home page. Loopback hosts and hosts with a port speak http, all others https. */
export function homeOf(domain: string): URL {
  const local = /:\d+$/.test(domain) || /^(localhost|127\.|\[)/.test(domain);
  return new URL(`${local ? "http" : "https"}://${domain}/`);
}
