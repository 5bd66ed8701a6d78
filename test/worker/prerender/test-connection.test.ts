import { exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { proofOf, TRIAL_HEADER } from "../../../src/prerender/core/trial-proof";
import { trialHeaders } from "../../../src/web";
import { cache } from "../support/cache.ts";
import { call, env, html, newAccount, newSite } from "../support/api.ts";
import { countedVisits } from "../support/visits.ts";

const WORDS = "<p>one two three four five</p>";

async function tested(answer: { headers?: Record<string, string>; status?: number }) {
  const site = await newSite({ "*": { body: html({ title: "Shop <b>", body: WORDS }), ...answer } });
  const { auth } = await newAccount("free", [site.host]);
  const { status, body } = await call("POST", "/api/prerender/connection/test", {
    headers: auth,
    json: { domain: site.host },
  });
  return { site, status, body };
}

describe("the test of a connection", () => {
  it("says what Googlebot gets, and what the site itself answers", async () => {
    const { status, body, site } = await tested({
      headers: { "content-type": "text/html", "x-crawlready-cache": "miss" },
    });
    expect(status).toBe(200);
    // Its header is no proof: only this service knows what to answer to the test's number.
    expect(body).toMatchObject({
      connected: false,
      claimed: true,
      asCrawler: { url: `${site.origin}/`, status: 200, cache: null, failure: null, cut: null },
    });
    expect(body.asCrawler.words).toBe(body.withoutService.words);
    expect(body.asCrawler.words).toBeGreaterThanOrEqual(5);
    expect(await site.log()).toEqual(["GET /", "GET /"]);
  });

  it("notices a site that answers crawlers itself, one that invents states, and one that fails", async () => {
    expect((await tested({})).body).toMatchObject({
      connected: false,
      claimed: false,
      asCrawler: { status: 200, cache: null },
    });
    const invented = await tested({ headers: { "x-crawlready-cache": "<script>" } });
    expect(invented.body).toMatchObject({ connected: false, asCrawler: { cache: null } });
    expect((await tested({ status: 503 })).body.asCrawler).toMatchObject({ status: 503, failure: null });
  });

  it("goes to the domain alone, whatever the path", async () => {
    const site = await newSite({ "*": { body: "x" } });
    const { auth } = await newAccount("pro", [site.host]);
    const json = { domain: site.host, path: "//other.example/x" };
    const { body } = await call("POST", "/api/prerender/connection/test", { headers: auth, json });
    expect(body.asCrawler.url).toBe(`${site.origin}//other.example/x`);
    const moved = await newSite({ "/": { status: 302, headers: { location: "https://other.example/" } } });
    const other = await newAccount("pro", [moved.host]);
    const refused = await call("POST", "/api/prerender/connection/test", {
      headers: other.auth,
      json: { domain: moved.host },
    });
    expect(refused.body.asCrawler).toMatchObject({ status: null, failure: expect.stringContaining("other.example") });
  });
});

describe("a trial's request", () => {
  it("gets the snapshot like the crawler, and is nobody's visit", async () => {
    const site = await newSite({ "/p": { body: html() } });
    await newAccount("pro", [site.host]);
    await cache(site.host, "/p", "<p>snapshot</p>");
    const id = await env.DB.prepare("SELECT id FROM domain WHERE domain = ?").bind(site.host).first<string>("id");
    for (let i = 0; i < 3; i++) {
      const answer = await exports.default.fetch(`${site.origin}/p`, { headers: trialHeaders("Googlebot") });
      expect([answer.headers.get("x-crawlready-cache"), await answer.text()]).toEqual(["hit", "<p>snapshot</p>"]);
    }
    const trial = "0123456789abcdef".repeat(2);
    const answer = await exports.default.fetch(`${site.origin}/p`, { headers: trialHeaders("Googlebot", trial) });
    expect(answer.headers.get(TRIAL_HEADER)).toBe(await proofOf(trial));
    expect(await answer.text()).toBe("<p>snapshot</p>");
    const plain = await exports.default.fetch(`${site.origin}/p`, { headers: trialHeaders("Googlebot") });
    expect(plain.headers.get(TRIAL_HEADER)).toBeNull();
    const own = await exports.default.fetch(`${site.origin}/missing`, { headers: trialHeaders("Googlebot", trial) });
    expect(own.headers.get(TRIAL_HEADER)).toBe(await proofOf(trial));
    expect(await countedVisits(id!)).toBe(0);
  });
});
