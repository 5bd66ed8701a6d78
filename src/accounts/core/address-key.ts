import { parseIpv6 } from "../../lib/hosts/ip";

/**
 * The unit that limits count as one address: an IPv4 address, or the /64 prefix of an IPv6 address, the smallest block
 * a subscriber gets.
 */
export const addressKey = (address: string | null): string => prefixKey(address, 4);

/** The unit of limits on what stays stored: as {@link addressKey}, but a /48, because whole sites get one and can use all of its /64. */
export const siteKey = (address: string | null): string => prefixKey(address, 3);

function prefixKey(address: string | null, kept: number): string {
  if (address === null) return "unknown";
  const groups = address.length <= 45 ? parseIpv6(address) : null;
  if (!groups) return address.slice(0, 45);
  const mapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (mapped)
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 255])
      .join(".");
  return `${groups
    .slice(0, kept)
    .map((group) => group.toString(16))
    .join(":")}::/${16 * kept}`;
}
