import { parseIpv4, parseIpv6 } from "../../lib/ip";

/** An address as a number and how many bits it has; null when the text is none. An IPv4 address inside IPv6 stays IPv6. */
function parseAddress(text: string): { value: bigint; bits: 32 | 128 } | null {
  const v4 = parseIpv4(text);
  if (v4 !== null) return { value: BigInt(v4), bits: 32 };
  const groups = parseIpv6(text);
  return groups && { value: groups.reduce((sum, group) => (sum << 16n) | BigInt(group), 0n), bits: 128 };
}

/** No crawler has ranges wider than these: a list that contains one is wrong. */
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
 * Every IP address and range that a published list holds, whatever its form: the operators use JSON of several shapes, CSV
 * (RFC 8805) and plain lines, and in all of them a range stands between quotes, commas, brackets or blanks.
 */
export function rangesIn(text: string): string[] {
  const words = text.split(/[\s",[\]{}]+/).filter((word) => /[.:]/.test(word));
  return [...new Set(words.filter((word) => parseRange(word) !== null))];
}

/** A set of IP ranges, asked in as many steps as there are different prefix lengths. */
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

  /** Whether an address lies in one of the ranges; false for a text that is no address. */
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

/** The name that an address's reverse DNS entry stands under (RFC 1035 §3.5, RFC 3596 §2.5); null when it is no address. */
export function reverseName(text: string): string | null {
  const address = parseAddress(text);
  if (!address) return null;
  if (address.bits === 32) return `${text.split(".").map(Number).reverse().join(".")}.in-addr.arpa`;
  return `${address.value.toString(16).padStart(32, "0").split("").reverse().join(".")}.ip6.arpa`;
}

/** Whether two texts write the same address. */
export function sameAddress(a: string, b: string): boolean {
  const [left, right] = [parseAddress(a), parseAddress(b)];
  return left !== null && right !== null && left.bits === right.bits && left.value === right.value;
}
