/** IPv4 ranges that are not globally reachable (IANA special-purpose registry), as [first octets, prefix length]. */
const PRIVATE_V4: ReadonlyArray<readonly [number, number]> = [
  [v4("0.0.0.0"), 8],
  [v4("10.0.0.0"), 8],
  [v4("100.64.0.0"), 10],
  [v4("127.0.0.0"), 8],
  [v4("169.254.0.0"), 16],
  [v4("172.16.0.0"), 12],
  [v4("192.0.0.0"), 24],
  [v4("192.0.2.0"), 24],
  [v4("192.88.99.0"), 24],
  [v4("192.168.0.0"), 16],
  [v4("198.18.0.0"), 15],
  [v4("198.51.100.0"), 24],
  [v4("203.0.113.0"), 24],
  [v4("224.0.0.0"), 4],
  [v4("240.0.0.0"), 4],
];

function v4(text: string): number {
  return text.split(".").reduce((sum, octet) => sum * 256 + Number(octet), 0);
}

/** The 32-bit value of a dotted-quad address, or null. */
export function parseIpv4(text: string): number | null {
  if (!/^\d{1,3}(\.\d{1,3}){3}$/.test(text)) return null;
  const octets = text.split(".").map(Number);
  return octets.every((octet) => octet <= 255) ? octets.reduce((sum, octet) => sum * 256 + octet, 0) : null;
}

/** The length of eight groups of four digits, with the last two groups written as an IPv4 address. */
const MAX_IPV6_LENGTH = 45;

/** The eight 16-bit groups of an IPv6 address (without brackets), or null. */
export function parseIpv6(text: string): number[] | null {
  if (text.length > MAX_IPV6_LENGTH) return null;
  let rest = text.toLowerCase();
  const tail: number[] = [];
  const dotted = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(rest);
  if (dotted) {
    const value = parseIpv4(dotted[2]!);
    if (value === null) return null;
    tail.push(Math.floor(value / 65536), value % 65536);
    rest = dotted[1]!.endsWith("::") ? dotted[1]! : dotted[1]!.slice(0, -1);
  }
  const halves = rest.split("::");
  if (halves.length > 2) return null;
  const groups = halves.map((half) => (half === "" ? [] : half.split(":")));
  if (groups.flat().some((group) => !/^[0-9a-f]{1,4}$/.test(group))) return null;
  const [head = [], after = []] = groups.map((half) => half.map((group) => Number.parseInt(group, 16)));
  const missing = 8 - head.length - after.length - tail.length;
  if (halves.length === 1 ? missing !== 0 : missing < 1) return null;
  const zeros = Array.from({ length: halves.length === 1 ? 0 : missing }, () => 0);
  return [...head, ...zeros, ...after, ...tail];
}

function isPrivateV4(value: number): boolean {
  return PRIVATE_V4.some(
    ([base, bits]) => Math.floor(value / 2 ** (32 - bits)) === Math.floor(base / 2 ** (32 - bits)),
  );
}

/** The IPv4 address embedded in an IPv6 address (mapped, NAT64, 6to4), or null. */
function embeddedV4(groups: number[]): number | null {
  const low = groups[6]! * 65536 + groups[7]!;
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) return low;
  if (groups[0] === 0x64 && groups[1] === 0xff9b) return low;
  if (groups[0] === 0x2002) return groups[1]! * 65536 + groups[2]!;
  return null;
}

/**
 * Whether an IP address literal (IPv6 with or without brackets) is outside the public internet. Null if the text is not
 * an IP address.
 */
export function isPrivateIp(text: string): boolean | null {
  const value = parseIpv4(text);
  if (value !== null) return isPrivateV4(value);
  const groups = parseIpv6(text.replace(/^\[|\]$/g, ""));
  if (!groups) return null;
  const inner = embeddedV4(groups);
  if (inner !== null) return isPrivateV4(inner);
  const first = groups[0]!;
  if (groups.slice(0, 6).every((group) => group === 0)) return true; // ::, ::1 and IPv4-compatible
  const linkOrUnique = (first & 0xfe00) === 0xfc00 || (first & 0xffc0) === 0xfe80 || (first & 0xff00) === 0xff00;
  const documentation = first === 0x2001 && (groups[1] === 0xdb8 || groups[1]! < 0x200);
  return linkOrUnique || documentation || first === 0x100;
}

/** Whether an address literal is link-local. Clouds answer there with a machine's credentials, and no site is there. */
export function isLinkLocal(text: string): boolean {
  const groups = parseIpv6(text.replace(/^\[|\]$/g, ""));
  const value = groups ? embeddedV4(groups) : parseIpv4(text);
  if (value !== null) return value >>> 16 === 0xa9fe;
  return groups !== null && (groups[0]! & 0xffc0) === 0xfe80;
}

/** Whether a host name or address literal means this machine: loopback, or the unspecified address. */
export function isThisMachine(host: string): boolean {
  if (host === "localhost" || host.endsWith(".localhost")) return true;
  const groups = parseIpv6(host.replace(/^\[|\]$/g, ""));
  const value = groups ? embeddedV4(groups) : parseIpv4(host);
  if (value !== null) return value >>> 24 === 127 || value === 0;
  return groups !== null && groups.every((group, i) => group === 0 || (i === 7 && group === 1));
}
