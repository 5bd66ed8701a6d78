import { describe, expect, it } from "vitest";
import { RenderRules, StoredRenderRule } from "../../../../src/accounts/settings/render-rule";
import { presentRules, sealRules, unsealHeaders } from "../../../../src/accounts/settings/seal-rules";
import { pagePath } from "../../../../src/lib/hosts/page-path";
import { pageOptions, ruleIndex } from "../../../../src/prerender/core/render-rules";
import { keyOf, keysOf, pageOfKey, variantFor, variantsOf } from "../../../../src/prerender/core/variant";

const rules = (...paths: string[]) => RenderRules.parse(paths.map((path) => ({ path })));

describe("the rule for a page", () => {
  it.each([
    ["/shop", "/shop", true],
    ["/shop", "/shop/", false],
    ["/shop/*", "/shop/a/b?c=1", true],
    ["/shop/*", "/shop", false],
    ["/*/reviews", "/shop/reviews", true],
    ["/*/reviews", "/shop/reviews/2", false],
    ["/a*b*a", "/aba", true],
    ["/a*a", "/a", false],
    ["/a*bc*c", "/abc", false],
    ["*".padStart(2, "/"), "/", true],
    ["/café/*", "/caf%C3%A9/menu", true],
    ["/caf%c3%a9/*", "/caf%C3%A9/menu", true],
    ["/a b/*", "/a%20b/c", true],
    ["/%7Eu/*", "/~u/c", true],
    ["/*/ü", "/a/%C3%BC", true],
    ["/*//b", "/a//b", true],
    ["/a/*/../b", "/a/x/b", false],
    ["/x/../a/*", "/a/b", true],
  ])("%s on %s: %s", (pattern, path, expected) => expect(ruleIndex(rules(pattern), path)).toBe(expected ? 0 : -1));

  it("is the first that matches", () => {
    expect(ruleIndex(rules("/shop/a", "/shop/*", "/*"), "/shop/b")).toBe(1);
  });

  it.each([
    { path: "shop" },
    { path: "/a?b" },
    { path: "/a", waitMs: 10_001 },
    { path: "/a", unknown: 1 },
    { path: "/a", viewport: "tablet" },
    { path: "/a", parameters: ["a b"] },
    { path: "/a", headers: { "X-Key": "upper case" } },
    { path: "/a", headers: { host: "evil.example" } },
    { path: "/a", headers: { "x-prerender": "0" } },
    { path: "/a", headers: { "set-cookie": "a=1" } },
    { path: "/a", headers: { cookie2: "a=1" } },
    { path: "/a", headers: { "x-key": "two\r\nlines" } },
    { path: "/a", headers: { "x-key": "" } },
  ])("is refused: %o", (rule) => expect(RenderRules.safeParse([rule]).success).toBe(false));
});

it("says which header a rule can't set", () => {
  const { error } = RenderRules.safeParse([{ path: "/a", headers: { "set-cookie": "a=1" } }]);
  expect(error?.issues.map(({ path, message }) => [path.join("."), message])).toEqual([
    ["0.headers.set-cookie", "is a header that rules can't set"],
  ]);
});

describe("the selectors of a rule", () => {
  const read = (rule: object) => RenderRules.safeParse([{ path: "/a", ...rule }]);

  it.each(["#late", "main > .price[data-sku='1' i]", "a:not(.b):has(> c), d ~ e", ":is(h1, h2):nth-child(2n+1 of p)"])(
    "may be %s",
    (selector) => expect(read({ waitFor: selector, remove: [selector] }).success).toBe(true),
  );

  it.each(["div[", "a,,b", "> a", "a >", "a::before", "a:contains(b)", "[a!=b]", "a < b", "!!", `.${"x".repeat(300)}`])(
    "can't be %s",
    (selector) => {
      expect(read({ waitFor: selector }).success).toBe(false);
      expect(read({ remove: [selector] }).success).toBe(false);
    },
  );

  it("are refused with the reason, and read if they were stored before", () => {
    expect(read({ waitFor: "> a" }).error?.issues[0]?.message).toBe(
      "is not a usable CSS selector: an element is missing",
    );
    expect(StoredRenderRule.safeParse({ path: "/a", waitFor: "div[", remove: ["div["] }).success).toBe(true);
  });
});

describe("the snapshots of a page", () => {
  const both = { viewport: "both" } as const;
  const PHONE =
    "Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X) Chrome/125.0 Mobile Safari/537.36 (compatible; Googlebot/2.1)";

  it("are two only if the rule says so, and then the crawler's user agent decides", () => {
    expect([variantsOf(null), variantsOf({ viewport: "mobile" }), variantsOf(both)].map((each) => each.length)).toEqual(
      [1, 1, 2],
    );
    expect([variantFor(both, PHONE), variantFor(both, "bingbot/2.0"), variantFor(both, null)]).toEqual([
      "mobile",
      "desktop",
      "desktop",
    ]);
    expect([variantFor(null, PHONE), variantFor({ viewport: "mobile" }, PHONE)]).toEqual(["desktop", "desktop"]);
  });

  it("are rendered for the screen of the rule", () => {
    const rule = (viewport: "desktop" | "mobile" | "both") => ({ path: "/", action: "render" as const, viewport });
    expect(pageOptions(rule("mobile"), "desktop")?.screen).toBe("mobile");
    expect(pageOptions(rule("both"), "mobile")?.screen).toBe("mobile");
    expect(pageOptions(rule("both"), "desktop")?.screen).toBe("desktop");
  });

  it("have keys that no other page can have, next to each other in the order of paths", () => {
    for (const path of ["/a", "/a!b", "/a?q=1", "/ü x", "/a%20mobile"]) {
      const key = keyOf(pagePath(path)!, "mobile");
      expect(pageOfKey(key)).toEqual({ path: pagePath(path), variant: "mobile" });
      expect(pagePath(key)).not.toBe(key);
    }
    const paths = ["/", "/a", "/a!", "/a/", "/a?b", "/ab"];
    expect(paths.flatMap(keysOf).toSorted()).toEqual(paths.flatMap(keysOf));
  });
});

describe("query parameters that count", () => {
  const key = (path: string, parameters?: string[]) =>
    pagePath(path, ["utm_*"], (on) => (on === "/a" ? parameters : undefined));

  it("are the rule's, or all that are not ignored", () => {
    const query = "c=3&b=2&a=1&utm_source=x";
    expect(key(`/a?${query}`, ["a", "c*"])).toBe("/a?a=1&c=3");
    expect(key(`/a?${query}`, [])).toBe("/a");
    expect(key(`/a?${query}`)).toBe("/a?a=1&b=2&c=3");
    expect(key(`/other?${query}`, ["a"])).toBe("/other?a=1&b=2&c=3");
  });

  it.each([
    ["f%5Bd%5D=1&x=2", ["f[d]"], "/a?f%5Bd%5D=1"],
    ["f%5bd%5d=1&x=2", ["f*"], "/a?f%5Bd%5D=1"],
    ["f[d]=1&x=2", ["f[d]"], "/a?f[d]=1"],
    ["a+b=1&a%20c=1&%zz=2", ["a b", "a c"], "/a?a%20c=1&a+b=1"],
    ["%E0%A4%A=1&x=2", ["%E0%A4%A"], "/a?%E0%A4%A=1"],
  ])("are found in every spelling: %s", (query, parameters, expected) => {
    expect(key(`/a?${query}`, parameters)).toBe(expected);
  });

  it("are ignored in every spelling", () => {
    expect(pagePath("/a?sid%5B%5D=1&utm%5Fsource=2&b=3", ["sid[]", "utm_*"])).toBe("/a?b=3");
  });

  it("leave a page cacheable whose other parameters are too long", () => {
    expect(key(`/a?a=1&session=${"x".repeat(2_000)}`, ["a"])).toBe("/a?a=1");
  });
});

describe("the header values of a rule", () => {
  const env = { AUTH_SECRET: "a secret of the service" } as Parameters<typeof sealRules>[0];
  const owner = { accountId: "a1", domain: "shop.example" };
  const rule = (value: string | null, path = "/*") => RenderRules.parse([{ path, headers: { "x-key": value } }]);

  it("are stored encrypted, shown as null, and kept where null is given", async () => {
    const stored = await sealRules(env, owner, rule("hush"), []);
    expect(JSON.stringify(stored)).not.toContain("hush");
    expect(presentRules(stored)).toEqual(rule(null));
    const kept = await sealRules(env, owner, rule(null), stored);
    expect(await unsealHeaders(env, owner, kept[0]!.headers!)).toEqual({ "x-key": "hush" });
    await expect(sealRules(env, owner, rule(null, "/other"), stored)).rejects.toMatchObject({
      code: "invalid_request",
    });
  });

  it("are kept from the same rule of several with the same path, and never from an object's prototype", async () => {
    const stored = await sealRules(env, owner, [...rule("first"), ...rule("second"), ...rule("x", "/other")], []);
    const kept = await sealRules(env, owner, [...rule(null, "/other"), ...rule(null), ...rule(null)], stored);
    const values = await Promise.all(kept.map(({ headers }) => unsealHeaders(env, owner, headers!)));
    expect(values.map((each) => each["x-key"])).toEqual(["x", "first", "second"]);
    const inherited = RenderRules.parse([{ path: "/*", headers: { constructor: null } }]);
    await expect(sealRules(env, owner, inherited, stored)).rejects.toMatchObject({ code: "invalid_request" });
  });

  it("can't be read for another domain, account or header, or with another secret", async () => {
    const { headers } = (await sealRules(env, owner, rule("hush"), []))[0]!;
    const read = (change: object, value = headers!, secret = env.AUTH_SECRET) =>
      unsealHeaders({ AUTH_SECRET: secret }, { ...owner, ...change }, value);
    await expect(read({ domain: "evil.example" })).rejects.toThrow("x-key");
    await expect(read({ accountId: "a2" })).rejects.toThrow("x-key");
    await expect(read({}, { "x-other": headers!["x-key"]! })).rejects.toThrow("x-other");
    await expect(read({}, headers, "another secret")).rejects.toThrow("set it again");
    await expect(sealRules({}, owner, rule("hush"), [])).rejects.toMatchObject({
      code: "sessions_unavailable",
    });
  });

  it("survive fields of a later release", () => {
    const later = { path: "/a", action: "render", headers: { "x-key": "c2VhbGVk" }, fromTheFuture: 1 };
    expect(StoredRenderRule.parse(later)).toEqual({ path: "/a", action: "render", headers: { "x-key": "c2VhbGVk" } });
  });
});
