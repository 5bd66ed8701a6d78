import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { turnoverOf } from "../../../src/accounts/core/domains/domain-turnover";
import { boundedDetail, MOST_DETAIL_BYTES } from "../../../src/accounts/core/log-entry";
import { oversized } from "../../../src/accounts/core/domains/settings-size";
import { fitting } from "../../../src/lib/platform/fitting";

const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length;

describe("an entry of the action log", () => {
  it("stays as it is if it is small", () => {
    const detail = { settings: ["brandName", "competitors"] };
    expect(boundedDetail(detail)).toBe(detail);
  });

  it("names what it leaves out, longest first", () => {
    const domains = Array.from({ length: 200 }, (_, i) => `site-${i}.example`);
    expect(boundedDetail({ domains, role: "member" })).toEqual({ role: "member", omitted: ["domains"] });
  });

  it("never takes more than its bytes", () => {
    const fields = fc.dictionary(fc.stringMatching(/^[a-z]{1,20}$/), fc.string({ unit: "grapheme", maxLength: 600 }), {
      maxKeys: 20,
    });
    fc.assert(fc.property(fields, (detail) => bytes(boundedDetail(detail)) <= MOST_DETAIL_BYTES));
  });
});

describe("a domain's settings", () => {
  const names = (count: number) => Array.from({ length: count }, (_, i) => `${i}`.padEnd(118, "ü"));

  it("may have 64 KiB together, counted as UTF-8", () => {
    expect(oversized({}, { brandAliases: names(50), excludePhrases: names(50) })).toBeNull();
    const competitors = [{ name: "a", aliases: names(20) }, ...names(230).map((name) => ({ name }))];
    const found = oversized({ brandAliases: names(50) }, { competitors, brandName: "b" })!;
    expect(found).toMatchObject({ largest: "competitors", largestBytes: bytes(competitors) });
    expect(found.bytes).toBe(bytes(names(50)) + bytes(competitors) + 3);
  });
});

describe("lists by bytes", () => {
  it("end before the limit, but hold one item at least", () => {
    const count = (...sizes: number[]) =>
      fitting(
        sizes.map((size) => ({ bytes: size })),
        8,
      ).length;
    expect([count(4, 4, 4), count(4, 4), count(9, 1), count()]).toEqual([2, 2, 1, 0]);
  });
});

describe("domains added in a day", () => {
  it("are three times the plan's, and ten at least", () => {
    const day = 86_400_000;
    expect(turnoverOf(1, day)).toEqual({ most: 10, since: 0 });
    expect(turnoverOf(200, day).most).toBe(600);
  });
});
