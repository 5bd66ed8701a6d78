import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { actorOf, limitsOf, reachesDomain, systemCaller, type Caller } from "../../../src/accounts";
import { lookUp } from "../../../src/accounts/callers/authentication";
import { isBeyondReach } from "../../../src/accounts/domains/known-sitemaps";
import { takeFrom, windowEnd, type RateWindow } from "../../../src/accounts/core/rate-window";
import { isForeignWrite, isLocalHost } from "../../../src/accounts/core/same-origin";
import { dnsNameOf, failureMessage, judgeReading } from "../../../src/accounts/core/domains/verification";
import { joinStrings } from "../../../src/web/fetch/dns";
import { metaContents } from "../../../src/web/html/head-tags";

describe("a one-minute window", () => {
  it("lets exactly its limit through, whenever requests arrive", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 20 }),
        fc.array(fc.integer({ min: 0, max: 20_000 }), { maxLength: 200 }),
        (limit, gaps) => {
          let window: RateWindow | null = null;
          let now = 1_000_000;
          const passed: Array<{ window: number; at: number }> = [];
          for (const gap of gaps) {
            now += gap;
            const step = takeFrom(window, limit, now);
            window = step.window;
            if (step.verdict.allowed) passed.push({ window: window.startedAt, at: now });
            else expect(now + step.verdict.retryAfterSeconds * 1000).toBeGreaterThanOrEqual(windowEnd(window));
          }
          for (const start of new Set(passed.map((each) => each.window))) {
            const inWindow = passed.filter((each) => each.window === start);
            expect(inWindow.length).toBeLessThanOrEqual(limit);
            expect(inWindow.every((each) => each.at < start + 60_000)).toBe(true);
          }
        },
      ),
    );
  });

  it("starts over when it ends", () => {
    const first = takeFrom(null, 1, 1_000);
    expect(takeFrom(first.window, 1, 60_999).verdict).toEqual({ allowed: false, retryAfterSeconds: 1 });
    expect(takeFrom(first.window, 1, 61_000).verdict.allowed).toBe(true);
  });

  it("is not prolonged by a clock that is set back an hour, and not ended by one that is set back a second", () => {
    const first = takeFrom(null, 1, 7_200_000);
    expect(takeFrom(first.window, 1, 3_600_000).verdict.allowed).toBe(true);
    expect(takeFrom(first.window, 1, 7_199_000).verdict.allowed).toBe(false);
  });
});

describe("the origin of a write", () => {
  it.each([
    ["https://api.example", null, false],
    ["https://api.example", "same-origin", false],
    [null, null, false],
    [null, "same-origin", false],
    [null, "same-site", true],
    [null, "cross-site", true],
    ["null", null, true],
    ["http://api.example", null, true],
    ["https://api.example:8443", null, true],
    ["https://api.example.evil.example", null, true],
    ["https://api.example/", null, true],
  ])("%s, Sec-Fetch-Site %s", (origin, fetchSite, foreign) => {
    expect(isForeignWrite("https://api.example/api/account/domains?x=1", origin, fetchSite)).toBe(foreign);
  });

  it("recognises this machine's host names", () => {
    for (const host of ["localhost", "a.localhost", "shop.example.localhost", "127.0.0.1", "127.9.9.9", "[::1]"])
      expect(isLocalHost(host), host).toBe(true);
    for (const host of ["localhost.example", "127.0.0.1.example", "10.0.0.1", "example.com"])
      expect(isLocalHost(host), host).toBe(false);
  });
});

describe("a sitemap on another host", () => {
  const key = (scope: string | null) => ({ kind: "key", scope }) as Caller;
  const session = (domains: string[] | null) => ({ kind: "session", domains }) as Caller;
  it.each([
    ["a key", key(null), false],
    ["a key for one domain", key("a.example"), true],
    ["a key for that host", key("b.example"), false],
    ["a session", session(null), false],
    ["a restricted member", session(["a.example"]), true],
    ["a member for both", session(["a.example", "b.example"]), false],
  ])("is judged by what the caller may use: %s", (_name, caller, expected) => {
    expect(isBeyondReach(caller, "https://b.example/map.xml", null)).toBe(expected);
  });

  it("is the account's own choice if it is stored or not asked for", () => {
    for (const asked of [null, "https://b.example/map.xml"])
      expect(isBeyondReach(key("a.example"), asked, "https://b.example/map.xml")).toBe(false);
  });
});

describe("proofs of ownership", () => {
  it("must equal the whole token", () => {
    const judge = (values: string[]) => judgeReading("dns", "a.example", "crawlready-abc", { values }).ok;
    expect(judge(["other", " crawlready-abc\n"])).toBe(true);
    for (const values of [[], [""], ["crawlready-abcd"], ["x crawlready-abc"], ["CRAWLREADY-ABC"]])
      expect(judge(values)).toBe(false);
  });

  it("show what was found as quoted data on one short line", () => {
    const long = judgeReading("file", "a.example", "t", { values: [`first\n\u001b[31m${"x".repeat(5_000)}`] });
    expect(long.found.length).toBeLessThan(200);
    expect(long.found).not.toContain("\n");
    expect(long.found).not.toContain("\u001b");
    const many = judgeReading("dns", "a.example", "t", { values: Array.from({ length: 9 }, (_, i) => `v${i}`) });
    expect(many.found).toMatch(/"v4" and 4 more$/);
    const none = judgeReading("meta", "a.example", "t", { problem: "status 500", passing: true });
    expect(failureMessage([none])).toContain('Looked for <meta name="crawlready-verification" content="t">');
    expect(failureMessage([none])).toContain("found status 500.");
  });

  it("omit the port in the DNS record's name", () => {
    expect(dnsNameOf("127.0.0.1:9000")).toBe("_crawlready.127.0.0.1");
    expect(dnsNameOf("shop.example")).toBe("_crawlready.shop.example");
  });

  it.each([
    ['"one string"', "one string"],
    ['"in two " "parts"', "in two parts"],
    ['"with \\"quotes\\""', 'with "quotes"'],
    ["without-quotes", "without-quotes"],
    ['""', ""],
  ])("parse TXT data %s", (data, text) => {
    expect(joinStrings(data)).toBe(text);
  });

  it("only read meta tags in the head", () => {
    const tag = (content: string) => `<META NAME="Crawlready-Verification" CONTENT=" ${content} ">`;
    const page = `<html><head><!-- ${tag("comment")} --><script>"${tag("script")}"</script>${tag("head")}</head><body>${tag("body")}`;
    expect(metaContents(page, "crawlready-verification")).toEqual(["head"]);
    expect(metaContents(`${tag("bare")}<p>text`, "crawlready-verification")).toEqual(["bare"]);
    expect(metaContents("no html <", "crawlready-verification")).toEqual([]);
  });
});

describe("the service itself as a caller", () => {
  const account = {
    id: "a",
    plan: "starter" as const,
    limitOverrides: { onDemandAuditsPerMonth: 3 },
    suspendedAt: null,
    suspendedReason: null,
    createdAt: 0,
    deletedAt: null,
  };
  const caller = systemCaller(account, "shop.example", "deploy-hook");

  it("has the account's limits and reaches one domain", () => {
    expect(caller).toMatchObject({
      accountId: "a",
      plan: "starter",
      limits: limitsOf("starter", account.limitOverrides),
    });
    expect(reachesDomain(caller, "shop.example")).toBe(true);
    expect(reachesDomain(caller, "other.example")).toBe(false);
  });

  it("is not a key in the action log", () => {
    expect(actorOf(caller)).toEqual({ kind: "system", id: "deploy-hook" });
  });
});

describe("a credential sent to the wrong place", () => {
  it("is not looked up there again for a minute, and works in the right place at once", async () => {
    const shown = { address: "192.0.2.33", now: 1_000_000 };
    const places: Record<string, string[]> = { key: [], "stats-token": [], "connection https://a.example/mcp": [] };
    const show = (kind: string, live: boolean) =>
      lookUp(kind, "cra_token", shown, async (hash) => {
        places[kind]!.push(hash);
        return live ? kind : undefined;
      });
    for (const kind of ["key", "key", "stats-token"]) expect(await show(kind, false)).toBeUndefined();
    expect(await show("connection https://a.example/mcp", true)).toBe("connection https://a.example/mcp");
    expect(await show("key", false)).toBeUndefined();
    expect(Object.values(places).map(({ length }) => length)).toEqual([1, 1, 1]);
  });
});
