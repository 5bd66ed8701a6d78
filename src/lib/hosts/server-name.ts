import { getDomain } from "tldts";
import { plainHost } from "./domain";
import { isPrivateIp, parseIpv6 } from "./ip";

/**
 * The name under which our requests to a host are counted. It is the registrable domain, because wildcard DNS gives one
 * server any number of names; suffixes of hosting services (github.io) count as one, because their sites share servers.
 * A public IPv6 address counts with its /64, which one server may have to itself. Other addresses and local names count
 * alone, with their port. Applying it twice changes nothing.
 */
export function serverName(host: string): string {
  const plain = plainHost(host);
  const address = /^\[(.*)\]/.exec(plain)?.[1];
  if (address !== undefined) {
    const groups = isPrivateIp(address) === false ? parseIpv6(address) : null;
    return groups
      ? `[${groups
          .slice(0, 4)
          .map((group) => group.toString(16))
          .join(":")}::]`
      : plain;
  }
  // Names that no registry allows still resolve.
  return getDomain(plain.replace(/:\d+$/, ""), { extractHostname: false, validateHostname: false }) ?? plain;
}
