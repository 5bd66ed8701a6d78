import { parseIpv4, parseIpv6 } from "../../../lib/hosts/ip";

/**
 * An address as a number with its bit length; null if the text is not an address. An IPv4-mapped IPv6 address stays
 * IPv6.
 */
function parseAddress(text: string): { value: bigint; bits: 32 | 128 } | null {
  const v4 = parseIpv4(text);
  if (v4 !== null) return { value: BigInt(v4), bits: 32 };
  const groups = parseIpv6(text);
  return groups && { value: groups.reduce((sum, group) => (sum << 16n) | BigInt(group), 0n), bits: 128 };
}

/** No crawler has wider ranges than these; a list that contains one is wrong. */
const WIDEST = { 32: 8, 128: 16 };

function parseRange(text: string): { bits: 32 | 128; length: number; prefix: bigint } | null {
  const [host = "", lengthText] = text.split("/");
  const address = parseAddress(host);
  if (!address || (lengthText !== undefined && !/^\d{1,3}$/.test(lengthText))) return null;
  const length = lengthText === undefined ? address.bits : Number(lengthText);
  if (length > address.bits || length < WIDEST[address.bits]) return null;
  return { bits: address.bits, length, prefix: address.value >> BigInt(address.bits - length) };
}

/**
 * Extracts all IP addresses and ranges from a published list in any format. Operators use various JSON shapes, CSV (RFC
 * 8805) and plain lines; in all of them, quotes, commas, brackets or whitespace delimit a range.
 */
export function rangesIn(text: string): string[] {
  const words = text.split(/[\s",[\]{}]+/).filter((word) => /[.:]/.test(word));
  return [...new Set(words.filter((word) => parseRange(word) !== null))];
}

/** Whether a list says that it has some addresses only, as that of a stand-in does: it proves these, and disproves no others. */
export const saysSample = (text: string): boolean => /"sample"\s*:\s*true/.test(text);

/** A set of IP ranges. A lookup takes one step per distinct prefix length. */
export class IpRanges {
  private readonly prefixes = new Map<string, Set<bigint>>();

  constructor(ranges: readonly string[]) {
    for (const range of ranges.map(parseRange)) {
      if (!range) continue;
      const name = `${range.bits}/${range.length}`;
      const set = this.prefixes.get(name) ?? new Set();
      this.prefixes.set(name, set.add(range.prefix));
    }
  }

  /** Whether an address is in one of the ranges; false if the text is not an address. */
  has(text: string): boolean {
    const address = parseAddress(text);
    if (!address) return false;
    for (const [name, set] of this.prefixes) {
      const [bits, length] = name.split("/").map(Number) as [number, number];
      if (bits === address.bits && set.has(address.value >> BigInt(bits - length))) return true;
    }
    return false;
  }
}

/** The reverse DNS name of an address (RFC 1035 §3.5, RFC 3596 §2.5); null if the text is not an address. */
export function reverseName(text: string): string | null {
  const address = parseAddress(text);
  if (!address) return null;
  if (address.bits === 32) return `${text.split(".").map(Number).reverse().join(".")}.in-addr.arpa`;
  return `${address.value.toString(16).padStart(32, "0").split("").reverse().join(".")}.ip6.arpa`;
}

/** Whether two texts denote the same address. */
export function sameAddress(a: string, b: string): boolean {
  const [left, right] = [parseAddress(a), parseAddress(b)];
  return left !== null && right !== null && left.bits === right.bits && left.value === right.value;
}
