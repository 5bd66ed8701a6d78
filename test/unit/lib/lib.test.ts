import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mapBounded } from "../../../src/lib/platform/async-pool";
import { backoffSeconds, retryAfterSeconds } from "../../../src/lib/time/backoff";
import { normalizeDomain } from "../../../src/lib/hosts/domain";
import { constantTimeEqual, hash53, sha256Hex } from "../../../src/lib/crypto/hash";
import { seal, unseal } from "../../../src/lib/crypto/seal";
import { charLength } from "../../../src/lib/text/text";
import { isWithin, lastUtcDays, parseUtcDay, startOfUtcMonth, utcDay } from "../../../src/lib/time/time";
import { newSecret } from "../../../src/lib/crypto/token";

describe("mapBounded", () => {
  it("keeps the order and never runs more than the limit in parallel", async () => {
    let active = 0;
    let most = 0;
    const work = async (n: number) => {
      most = Math.max(most, ++active);
      await new Promise((resolve) => setTimeout(resolve, n % 3));
      active--;
      return n * 2;
    };
    expect(await mapBounded([1, 2, 3, 4, 5, 6, 7], 3, work)).toEqual([2, 4, 6, 8, 10, 12, 14]);
    expect(most).toBe(3);
  });

  it("waits for all items to settle before it rejects", async () => {
    const seen: number[] = [];
    const work = async (n: number) => {
      if (n === 1) throw new Error("first");
      seen.push(n);
    };
    await expect(mapBounded([1, 2, 3], 2, work)).rejects.toThrow("first");
    expect(seen).toEqual([2, 3]);
  });
});

describe("backoff", () => {
  it("stays below the exponential ceiling, and a longer Retry-After wins", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 30 }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (attempt, random) => {
          const seconds = backoffSeconds(attempt, random);
          expect(seconds).toBeGreaterThanOrEqual(0);
          expect(seconds).toBeLessThanOrEqual(Math.min(3600, 5 * 2 ** (attempt - 1)));
          expect(backoffSeconds(attempt, random, { retryAfterSeconds: 7200 })).toBe(7200);
        },
      ),
    );
  });

  it("parses Retry-After as seconds or a date, at most a day", () => {
    const now = Date.parse("2026-11-21T10:00:00Z");
    expect(retryAfterSeconds("120", now)).toBe(120);
    expect(retryAfterSeconds("Sat, 21 Nov 2026 10:01:00 GMT", now)).toBe(60);
    expect(retryAfterSeconds("Sat, 21 Nov 2020 10:01:00 GMT", now)).toBe(0);
    expect(retryAfterSeconds("999999999", now)).toBe(86_400);
    expect(retryAfterSeconds("-5", now)).toBe(0);
    expect(retryAfterSeconds("soon", now)).toBeNull();
    expect(retryAfterSeconds(null, now)).toBeNull();
  });
});

describe("normalizeDomain", () => {
  it.each([
    ["Example.COM", "example.com"],
    [" https://example.com/path?x=1 ", "example.com"],
    ["example.com.", "example.com"],
    ["example.com/", "example.com"],
    ["HTTP://Example.com/path", "example.com"],
    ["HTTPS://Example.com./", "example.com"],
    ["bücher.example", "xn--bcher-kva.example"],
    ["127.1:9000", "127.0.0.1:9000"],
    ["example.com:8080", "example.com:8080"],
  ])("%s is %s", (input, expected) => expect(normalizeDomain(input)).toBe(expected));

  it.each(["", "exa mple.com", "user@example.com", "http://", "a\\b", "example.com/path", "x".repeat(400)])(
    "rejects %j",
    (input) => expect(normalizeDomain(input)).toBeNull(),
  );
});

describe("hash", () => {
  it("returns safe integers without collisions among many similar texts", () => {
    const hashes = new Set<number>();
    for (let i = 0; i < 100_000; i++) {
      const hash = hash53(`https://example.com/page/${i}`);
      expect(Number.isSafeInteger(hash)).toBe(true);
      hashes.add(hash);
    }
    expect(hashes.size).toBe(100_000);
  });

  it("computes SHA-256", async () => {
    expect(await sha256Hex("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  });

  it("compares texts of any length", () => {
    // Node has no crypto.subtle.timingSafeEqual, so only texts of different lengths work here.
    expect(constantTimeEqual("a", "ab")).toBe(false);
  });
});

describe("time", () => {
  it("is within a span from its start to before its end, and not before it", () => {
    const at = (now: number) => isWithin(1_000, 500, now);
    expect([999, 1_000, 1_499, 1_500].map(at)).toEqual([false, true, true, false]);
  });

  it("rejects dates that do not exist", () => {
    expect(parseUtcDay("2026-02-28")).toBe(Date.UTC(2026, 1, 28));
    expect(parseUtcDay("2026-02-30")).toBeNull();
    expect(parseUtcDay("2026-13-01")).toBeNull();
    expect(parseUtcDay("2026-1-1")).toBeNull();
    expect(startOfUtcMonth(Date.parse("2026-11-21T10:00:00Z"))).toBe(Date.parse("2026-11-01T00:00:00Z"));
  });

  it("lists the last days, oldest first, ending today", () => {
    const now = Date.parse("2026-03-01T23:59:59Z");
    expect(lastUtcDays(now, 3)).toEqual(["2026-02-27", "2026-02-28", "2026-03-01"]);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 180 }), fc.integer({ min: 0, max: 4e12 }), (days, at) => {
        const list = lastUtcDays(at, days);
        expect(list).toHaveLength(days);
        expect(list.at(-1)).toBe(utcDay(at));
        expect(new Set(list).size).toBe(days);
      }),
    );
  });
});

it("counts characters instead of UTF-16 units", () => {
  expect(charLength("añ😀")).toBe(3);
  expect(charLength("")).toBe(0);
});

it("creates secrets of one format", () => {
  const secrets = Array.from({ length: 50 }, () => newSecret("crk_"));
  for (const secret of secrets) expect(secret).toMatch(/^crk_[0-9A-Za-z]{43}$/);
  expect(new Set(secrets).size).toBe(50);
});

describe("sealed texts", () => {
  it("open only with the same secret, purpose and owner, and unchanged", async () => {
    const sealed = await seal("secret", "purpose", "owner", "päss");
    expect(atob(sealed)).not.toContain("ss");
    expect(await unseal("secret", "purpose", "owner", sealed)).toBe("päss");
    expect(await seal("secret", "purpose", "owner", "päss")).not.toBe(sealed);
    const changed = `${sealed.slice(0, -4)}${sealed.endsWith("AAA=") ? "BBB=" : "AAA="}`;
    for (const attempt of [
      unseal("other", "purpose", "owner", sealed),
      unseal("secret", "other", "owner", sealed),
      unseal("secret", "purpose", "other", sealed),
      unseal("secret", "purpose", "owner", changed),
      unseal("secret", "purpose", "owner", "no base64!"),
    ])
      expect(await attempt).toBeNull();
  });
});
