import { describe, expect, it } from "vitest";
import { isLinkLocal, isPrivateIp, isThisMachine, parseIpv4, parseIpv6 } from "../../../src/lib/hosts/ip";

const dotted = (value: number) => [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256).join(".");

describe("an IPv4 address", () => {
  it.each([
    ["0.0.0.0", 0],
    ["1.2.3.4", 0x01020304],
    ["255.255.255.255", 0xffffffff],
    ["256.1.1.1", null],
    ["1.1.1.256", null],
    ["1.2.3", null],
    ["1.2.3.4.5", null],
    ["1.2.3.0004", null],
    ["a1.2.3.4", null],
    ["1.2.3.4a", null],
    ["1a2b3c4", null],
    ["", null],
  ])("%j has the value %s", (text, value) => expect(parseIpv4(text)).toBe(value));

  it.each([
    ["0.0.0.0", "0.255.255.255"],
    ["10.0.0.0", "10.255.255.255"],
    ["100.64.0.0", "100.127.255.255"],
    ["127.0.0.0", "127.255.255.255"],
    ["169.254.0.0", "169.254.255.255"],
    ["172.16.0.0", "172.31.255.255"],
    ["192.0.0.0", "192.0.0.255"],
    ["192.0.2.0", "192.0.2.255"],
    ["192.88.99.0", "192.88.99.255"],
    ["192.168.0.0", "192.168.255.255"],
    ["198.18.0.0", "198.19.255.255"],
    ["198.51.100.0", "198.51.100.255"],
    ["203.0.113.0", "203.0.113.255"],
    ["224.0.0.0", "255.255.255.255"],
  ])("from %s to %s is not public, and its neighbours are", (first, last) => {
    const [from, to] = [parseIpv4(first)!, parseIpv4(last)!];
    expect([from, Math.floor((from + to) / 2), to].map((value) => isPrivateIp(dotted(value)))).toEqual([
      true,
      true,
      true,
    ]);
    if (from > 0) expect(isPrivateIp(dotted(from - 1))).toBe(false);
    if (to < 0xffffffff) expect(isPrivateIp(dotted(to + 1))).toBe(false);
  });
});

describe("an IPv6 address", () => {
  it.each([
    ["::", [0, 0, 0, 0, 0, 0, 0, 0]],
    ["1:2:3:4:5:6:7:8", [1, 2, 3, 4, 5, 6, 7, 8]],
    ["1:2:3:4:5:6:7::", [1, 2, 3, 4, 5, 6, 7, 0]],
    ["::2:3:4:5:6:7:8", [0, 2, 3, 4, 5, 6, 7, 8]],
    ["1:2::7:8", [1, 2, 0, 0, 0, 0, 7, 8]],
    ["FE80::aBcD", [0xfe80, 0, 0, 0, 0, 0, 0, 0xabcd]],
    ["::ffff:1.2.3.4", [0, 0, 0, 0, 0, 0xffff, 0x102, 0x304]],
    ["::1.2.3.4", [0, 0, 0, 0, 0, 0, 0x102, 0x304]],
    ["1:2:3:4:5:6:255.254.253.252", [1, 2, 3, 4, 5, 6, 0xfffe, 0xfdfc]],
    ["0000:0000:0000:0000:0000:ffff:255.255.255.255", [0, 0, 0, 0, 0, 0xffff, 0xffff, 0xffff]],
    ["1:2:3:4:5:6:7", null],
    ["1:2:3:4:5:6:7:8:9", null],
    ["1:2:3:4:5:6:7:8::", null],
    ["1:2:3:4::5:6:7:8", null],
    ["1:2:3:4:5:6:7:1.2.3.4", null],
    ["1::2::3", null],
    [":::", null],
    [":1:2:3:4:5:6:7:8", null],
    ["12345::", null],
    ["g::", null],
    ["::1g", null],
    ["::g1", null],
    ["::1.2.3.256", null],
    ["::1.2.3.4:5", null],
    ["1.2.3.4", null],
    ["", null],
  ])("%j has the groups %j", (text, groups) => expect(parseIpv6(text)).toEqual(groups));

  it.each([
    ["::", true],
    ["::8.8.8.8", true],
    ["fbff::1", false],
    ["fc00::", true],
    ["fdff:ffff::1", true],
    ["fe00::1", false],
    ["fe7f::1", false],
    ["fe80::", true],
    ["febf:ffff::1", true],
    ["fec0::1", false],
    ["feff::1", false],
    ["ff00::", true],
    ["ffff::1", true],
    ["2000:db8::", false],
    ["2001::", true],
    ["2001:1ff:ffff::1", true],
    ["2001:200::1", false],
    ["2001:db7::1", false],
    ["2001:db8::", true],
    ["2001:db8:ffff::1", true],
    ["2001:db9::1", false],
    ["ff::1", false],
    ["100::1", true],
    ["101::1", false],
    ["::ffff:10.0.0.1", true],
    ["::ffff:8.8.8.8", false],
    ["1::ffff:10.0.0.1", false],
    ["::1:ffff:10.0.0.1", false],
    ["::fffe:10.0.0.1", false],
    ["64:ff9b::10.0.0.1", true],
    ["64:ff9b::8.8.8.8", false],
    ["64:ff9c::10.0.0.1", false],
    ["65:ff9b::10.0.0.1", false],
    ["2002:a00:1::8.8.8.8", true],
    ["2002:808:808::10.0.0.1", false],
    ["2003:a00:1::", false],
  ])("%s is not public: %s", (text, expected) => {
    expect([isPrivateIp(text), isPrivateIp(`[${text}]`)]).toEqual([expected, expected]);
  });
});

it.each([
  ["169.253.255.255", false],
  ["169.254.0.0", true],
  ["169.254.255.255", true],
  ["169.255.0.0", false],
  ["::ffff:169.254.1.1", true],
  ["::ffff:8.8.8.8", false],
  ["2002:a9fe:1::", true],
  ["64:ff9b::169.254.1.1", true],
  ["fe7f::1", false],
  ["fe80::", true],
  ["febf:ffff::1", true],
  ["fec0::1", false],
  ["localhost", false],
])("%s is link-local: %s", (host, expected) => {
  expect([isLinkLocal(host), isLinkLocal(`[${host}]`.replace(/^\[([^:]*)\]$/, "$1"))]).toEqual([expected, expected]);
});

it.each([
  ["localhost", true],
  ["a.localhost", true],
  ["notlocalhost", false],
  ["localhost.example", false],
  ["126.255.255.255", false],
  ["127.0.0.0", true],
  ["127.255.255.255", true],
  ["128.0.0.1", false],
  ["0.0.0.0", true],
  ["0.0.0.1", false],
  ["[::]", true],
  ["[::1]", true],
  ["[::2]", false],
  ["[::1:0]", false],
  ["[1::1]", false],
  ["[::ffff:127.0.0.1]", true],
  ["[::ffff:0.0.0.0]", true],
  ["[::ffff:8.8.8.8]", false],
  ["shop.example", false],
])("%s means this machine: %s", (host, expected) => expect(isThisMachine(host)).toBe(expected));
