import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { IpRanges, rangesIn, reverseName, sameAddress, saysSample } from "../../../src/analytics/verify/core/ip-ranges";
import { judge, type Evidence } from "../../../src/analytics/verify/core/judge";

describe("rangesIn", () => {
  it.each([
    [
      "Google's JSON",
      '{"creationTime":"2026-11-01T10:00:00.000000","prefixes":[{"ipv6Prefix":"2001:4860:4801:10::/64"},{"ipv4Prefix":"66.249.64.0/27"}]}',
      ["2001:4860:4801:10::/64", "66.249.64.0/27"],
    ],
    [
      "an RFC 8805 feed",
      "# x\n31.13.24.0/21,IE,IE-D,Dublin,\n2a03:2880::/32,US,,,\n",
      ["31.13.24.0/21", "2a03:2880::/32"],
    ],
    ["lines", "1.2.3.4\r\n5.6.7.8\n1.2.3.4\n", ["1.2.3.4", "5.6.7.8"]],
    ["clusters of addresses", '{"us":["1.2.3.4","2600::1"],"eu":[]}', ["1.2.3.4", "2600::1"]],
    ["ranges too wide, and what is none", '["0.0.0.0/0","::/0","10.0.0.0/7","1.2.3.4/33","999.1.1.1","12:30:00"]', []],
    ["a page instead of a list", "<!doctype html><title>Not found: 404</title>", []],
  ])("reads %s", (_name, text, ranges) => expect(rangesIn(text)).toEqual(ranges));
});

describe("a list that is a sample", () => {
  it.each([
    ['{"sample": true, "prefixes": []}', true],
    ['{"prefixes":[],"sample":true}', true],
    ['{"prefixes":[{"ipv4Prefix":"66.249.66.0/27"}]}', false],
    ['{"sample": false}', false],
  ])("says so: %s", (text, expected) => expect(saysSample(text)).toBe(expected));
});

describe("IpRanges", () => {
  it("matches addresses inside a range, exact to the bit", () => {
    const ranges = new IpRanges(["66.249.64.0/27", "20.15.240.64/28", "8.8.8.8", "2001:4860:4801:10::/64"]);
    for (const inside of ["66.249.64.0", "66.249.64.31", "20.15.240.79", "8.8.8.8", "2001:4860:4801:10:ffff::1"])
      expect([inside, ranges.has(inside)]).toEqual([inside, true]);
    for (const outside of ["66.249.64.32", "66.249.63.255", "8.8.8.9", "2001:4860:4801:11::", "nonsense", ""])
      expect([outside, ranges.has(outside)]).toEqual([outside, false]);
  });

  it("agrees with a bit-by-bit comparison of the leading bits", () => {
    const address = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255));
    const bits = (octets: number[]) => octets.map((octet) => octet.toString(2).padStart(8, "0")).join("");
    fc.assert(
      fc.property(address, address, fc.integer({ min: 8, max: 32 }), fc.boolean(), (a, b, length, near) => {
        const other = near ? [a[0], a[1], b[2], b[3]] : b;
        const expected = bits(a).slice(0, length) === bits(other).slice(0, length);
        expect(new IpRanges([`${a.join(".")}/${length}`]).has(other.join("."))).toBe(expected);
      }),
    );
  });
});

describe("addresses", () => {
  it("have reverse names and several spellings", () => {
    expect(reverseName("66.249.66.1")).toBe("1.66.249.66.in-addr.arpa");
    expect(reverseName("2001:db8::567:89ab")).toBe(
      "b.a.9.8.7.6.5.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa",
    );
    expect(reverseName("example.com")).toBeNull();
    expect(sameAddress("2001:DB8::1", "2001:db8:0:0:0:0:0:1")).toBe(true);
    expect(sameAddress("1.2.3.4", "1.2.3.5")).toBe(false);
  });
});

describe("judge", () => {
  const none: Evidence = { signature: undefined, ranges: null, dns: null };
  const both = { ranges: ["bing"], dns: ["search.msn.com"] } as const;
  it.each([
    [null, none, "unknown"],
    [null, { ...none, signature: true }, "verified"],
    [both, { ...none, ranges: true }, "verified"],
    [both, { ...none, ranges: false, dns: true }, "verified"],
    [both, { ...none, ranges: false, dns: false }, "spoofed"],
    [both, { ...none, ranges: false }, "unknown"],
    [both, { ...none, dns: false }, "unknown"],
    [both, { ...none, signature: false }, "unknown"],
    [{ ranges: ["openai-gptbot"] }, { ...none, ranges: false }, "spoofed"],
    [{ ranges: ["openai-gptbot"] }, { ...none, ranges: false, signature: true }, "verified"],
    [{ signedBy: ["chatgpt.com"] }, { ...none, signature: false }, "spoofed"],
    [{ signedBy: ["chatgpt.com"] }, none, "unknown"],
  ] as const)("%j with %j: %s", (proofs, evidence, verdict) => expect(judge(proofs, evidence)).toBe(verdict));
});
