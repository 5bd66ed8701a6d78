import { exports } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { call, cookieOf, newAccount, newSite, PASSWORD, type TestAccount, type TestSite } from "../support/api.ts";

const BOT = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";

/** Nested escapes: each one completes the one before it. The depth is a third of the length. */
function nested(length: number): string {
  const levels = Math.floor(length / 3);
  return `/${"%".repeat(levels)}${"33".repeat(levels - 1)}41`;
}

describe("a small request can't crash the runtime", () => {
  let site: TestSite;
  let account: TestAccount;
  beforeAll(async () => {
    site = await newSite({ "*": { body: "origin" } });
    account = await newAccount("pro", [site.host]);
  });
  const report = (headers: Record<string, string>, path: string) =>
    call("POST", "/api/analytics/visits", {
      headers,
      json: {
        domain: site.host,
        events: [{ id: "a", at: new Date().toISOString(), path, userAgent: "GPTBot/1.1", servedBy: "cache" }],
      },
    });

  it("a visit's path of 180 KB, for a domain that the free session does not own, is rejected for its length", async () => {
    const email = `stranger-${crypto.randomUUID()}@example.com`;
    const signedUp = await call("POST", "/api/auth/sign-up/email", { json: { email, password: PASSWORD } });
    const cookie = { cookie: cookieOf(signedUp) };
    expect((await report(cookie, nested(180_000))).body.error).toBe("invalid_request");
    expect((await report(cookie, nested(2_000))).status).toBe(403);
    expect((await report(account.auth, nested(180_000))).body.error).toBe("invalid_request");
    expect((await report(account.auth, nested(2_000))).body).toEqual({ accepted: 1, ignored: 0 });
  });

  // The third path is longer than the longest header that the test's origin accepts.
  it.each([
    [2_000, 200],
    [16_000, 200],
    [60_000, 431],
  ])("a crawler's path of %i characters returns the origin's response, on both routes", async (length, status) => {
    const url = `${site.origin}${nested(length)}`;
    const edge = await exports.default.fetch(url, { headers: { "user-agent": BOT } });
    expect([edge.status, await edge.text()]).toEqual([status, status === 200 ? "origin" : ""]);
    const rendered = await call("GET", `/render/${url}`, { headers: { ...account.auth, "user-agent": BOT } });
    expect(rendered.status).toBe(status);
  });
});
