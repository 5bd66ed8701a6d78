import { describe, expect, it } from "vitest";
import { call, newAccount, newSite, signIn } from "./support/api.ts";
import { cache } from "./support/cache.ts";

const BOT = { "user-agent": "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)" };
const HOUR = 3_600_000;

describe("a domain's render rules", () => {
  it("decide what is passed to the origin and how long a snapshot is fresh", async () => {
    const site = await newSite({ "*": { body: "origin" } });
    const { auth, email } = await newAccount("free", [site.host]);
    const headers = await signIn(email);
    const renderRules = [
      { path: "/account/*", action: "pass" },
      { path: "/news/*", ttlHours: 1, waitFor: "article", remove: [".ads"] },
    ];
    const saved = await call("PATCH", `/api/account/domains/${site.host}`, { headers, json: { renderRules } });
    expect([saved.status, saved.body.renderRules]).toEqual([
      200,
      [renderRules[0], { ...renderRules[1], action: "render" }],
    ]);
    for (const path of ["/account/a", "/news/a", "/b"])
      await cache(site.host, path, "<p>snapshot</p>", { createdAt: Date.now() - 2 * HOUR });
    const stateOf = async (path: string) => {
      const { headers } = await call("GET", `/render/${site.origin}${path}`, { headers: { ...auth, ...BOT } });
      return headers.get("x-crawlready-cache");
    };
    expect(await Promise.all(["/account/a", "/news/a", "/b"].map(stateOf))).toEqual(["bypass", "stale", "hit"]);
  });

  it("can be tried on a page before they are saved", async () => {
    const site = await newSite();
    const { auth } = await newAccount("free", [site.host]);
    const json = {
      domain: site.host,
      path: "/news/a?utm_source=x",
      rules: [{ path: "/x" }, { path: "/news/*", ttlHours: 2 }],
    };
    const answer = await call("POST", "/api/prerender/rules/try", { headers: auth, json });
    expect(answer.body).toEqual({
      cacheKey: "/news/a",
      index: 1,
      rule: { path: "/news/*", action: "render", ttlHours: 2 },
      action: "render",
      ttlHours: 2,
    });
    const unsaved = await call("POST", "/api/prerender/rules/try", {
      headers: auth,
      json: { ...json, rules: undefined },
    });
    expect(unsaved.body).toMatchObject({ index: null, rule: null, action: "render", ttlHours: 24 });
  });

  it("are refused with their fault", async () => {
    const site = await newSite();
    const { email } = await newAccount("free", [site.host]);
    const headers = await signIn(email);
    const json = { renderRules: [{ path: "no-slash" }] };
    const answer = await call("PATCH", `/api/account/domains/${site.host}`, { headers, json });
    expect([answer.status, answer.body.error]).toEqual([400, "invalid_request"]);
  });
});
