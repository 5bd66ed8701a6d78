import { describe, expect, it } from "vitest";
import { isOfSite, sawTheSame, siteRunOf, viewOf } from "../../../../src/audit/model/run/site-runs.ts";

const run = (scopeKey: string, status = "success", trigger = "manual") => ({
  scopeKey,
  status,
  trigger,
  needsContinuation: false,
});
const scope = (change: object) =>
  `follow||all|${JSON.stringify({ include: [], exclude: [], maxDepth: null, ...change })}`;

describe("the audit that speaks for a site", () => {
  it.each([
    ["sitemap||all", true],
    ["follow||all|host:www.a.example", true],
    [scope({ ignoreParams: ["a"] }), true],
    ["selected||all", false],
    ["selected", false],
    ["selected||all||files:all", false],
    ["sitemap||new", false],
    ["sitemap|https://a.example/map.xml|new||files:all", false],
    [scope({ include: ["/blog/"] }), false],
    [`${scope({ exclude: ["/shop/"] })}|files:all`, false],
    [scope({ maxDepth: 2 }), false],
  ])("%s: %s", (key, expected) => expect(isOfSite(run(key))).toBe(expected));

  it("may be a scheduled one within the limits that the owner gave the site", () => {
    expect(isOfSite(run(scope({ exclude: ["/shop/"] }), "success", "schedule"))).toBe(true);
    expect(isOfSite(run("sitemap||new", "success", "schedule"))).toBe(false);
  });

  it("is the latest of the whole site, and the latest if there is none", () => {
    const [one, whole, cancelled] = [run("selected||all"), run("sitemap||all"), run("sitemap||all", "partial")];
    expect(siteRunOf([one, cancelled, whole])).toBe(whole);
    expect(siteRunOf([one, cancelled])).toBe(cancelled);
    expect(siteRunOf([one])).toBe(one);
    expect(siteRunOf([])).toBeUndefined();
  });
});

describe("what a later audit lacks", () => {
  const whole = viewOf(run("sitemap||all"));
  it.each([
    ["the same pages", whole, whole, true],
    ["a first look of an earlier release", undefined, whole, false],
    ["no audit at all", null, null, true],
    ["selected pages", whole, viewOf(run("selected||all")), false],
    ["selected pages twice", viewOf(run("selected||all")), viewOf(run("selected||all")), false],
    ["pages found by links", whole, viewOf(run("follow||all")), false],
    ["a cancelled audit", whole, viewOf(run("sitemap||all", "partial")), false],
    ["the first part of a site", whole, viewOf({ ...run("sitemap||all"), needsContinuation: true }), false],
  ])("is gone if both saw the same: %s", (_, before, after, expected) =>
    expect(sawTheSame(before, after)).toBe(expected),
  );
});
