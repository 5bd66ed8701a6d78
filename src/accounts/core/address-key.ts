import { parseIpv6 } from "../../lib/hosts/ip";

/**
 * The unit that limits count as one address: an IPv4 address, or the /64 prefix of an IPv6 address, the smallest block
 * a subscriber gets.
 */
export function addressKey(address: string | null): string {
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
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(":")}::/64`;
}
