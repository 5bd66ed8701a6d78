import { describe, expect, it } from "vitest";
import { verdictOf } from "../../../src/dashboard/pages/cache/connect/test-result";

const seen = (change: object = {}) => ({
  url: "https://shop.example/",
  status: 200,
  cache: null,
  title: "Shop",
  words: 3,
  cut: null,
  failure: null,
  ...change,
});
const verdict = (crawler: object, connected = true, claimed = false) =>
  verdictOf({ connected, claimed, asCrawler: seen(crawler), withoutService: seen() });

describe("what a test of a connection means", () => {
  it("is good only if Googlebot gets a snapshot, and says what that gains", () => {
    expect(verdict({ cache: "miss", words: 214 })).toEqual({
      good: true,
      words: "Connected: Googlebot gets the snapshot. It reads 214 words instead of 3.",
    });
    expect(verdict({ cache: "hit" }).words).toBe("Connected: Googlebot gets the snapshot.");
  });

  it("is bad, with what to look at, if the site or the origin answered, or nobody did", () => {
    for (const [change, connected, words] of [
      [{}, false, "answered Googlebot itself"],
      [{ status: 403 }, false, "refuses crawlers"],
      [{ status: null, failure: "x.test may not be requested (foreign_host)" }, false, "leads to another host"],
      [{ cache: "bypass" }, true, "The render log"],
      [{ status: null, failure: "the connection failed" }, false, "no page: the connection failed."],
    ] as const) {
      const { good, words: told } = verdict(change, connected);
      expect([good, told]).toEqual([false, expect.stringContaining(words)]);
    }
    expect(verdict({}, false, true).words).toContain("has kept an earlier response");
  });
});
