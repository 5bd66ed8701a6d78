import { normalizeDomain } from "../../../lib/hosts/domain";
import { parse } from "tldts";
import { isPrivateIp } from "../../../lib/hosts/ip";

const RESERVED_SUFFIXES = [".localhost", ".local", ".internal", ".home.arpa", ".onion", ".test", ".invalid"];

export type HostVerdict = { ok: true; domain: string } | { ok: false; reason: string };

/**
 * Whether a host may be a customer's domain, and its normalised name. Only public names are allowed. If private hosts
 * are allowed (local use), loopback names, IP addresses and ports are too.
 */
export function judgeDomain(input: string, allowPrivateHosts: boolean): HostVerdict {
  const verdict = judgeHost(input, allowPrivateHosts);
  if (!verdict.ok || !isPublicSuffix(verdict.domain)) return verdict;
  return { ok: false, reason: "is a public suffix, under which others have their names" };
}

/** Whether names are registered directly under it, as under `com` and `co.uk`. */
function isPublicSuffix(domain: string): boolean {
  const { domain: registered, isIcann } = parse(domain.replace(/:\d+$/, ""));
  return registered === null && isIcann === true;
}

function judgeHost(input: string, allowPrivateHosts: boolean): HostVerdict {
  const domain = normalizeDomain(input);
  if (domain === null) return { ok: false, reason: "is not a host name such as example.com" };
  if (allowPrivateHosts) return { ok: true, domain };
  const host = domain.startsWith("[") ? domain.slice(0, domain.indexOf("]") + 1) : domain.replace(/:\d+$/, "");
  if (host !== domain) return { ok: false, reason: "must not contain a port" };
  if (isPrivateIp(host) !== null) return { ok: false, reason: "must be a name, not an IP address" };
  if (!host.includes(".") || RESERVED_SUFFIXES.some((suffix) => host.endsWith(suffix))) {
    return { ok: false, reason: "is not a public host name" };
  }
  return { ok: true, domain };
}

/** Whether a host name, without a port, is only reachable from this machine or its network. */
export function isPrivateHost(hostname: string): boolean {
  return isPrivateIp(hostname) ?? !judgeHost(hostname, false).ok;
}

/** Whether it can be a custom hostname: a public name of at most 253 characters without a port. */
export function isPublicName(domain: string): boolean {
  return judgeDomain(domain, false).ok;
}
