import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { judgeDomain } from "../../../src/accounts/core/domains/domain-rules";
import { hashPassword, verifyPassword } from "../../../src/accounts/core/password";
import { passwordCost } from "../../../src/accounts/core/password-cost";
import { limitsOf } from "../../../src/accounts/core/plans";

describe("passwords", () => {
  it("verify only against their own hash", async () => {
    const hash = await hashPassword("correct horse");
    expect(hash).toMatch(/^scrypt\$/);
    expect(await verifyPassword({ hash, password: "correct horse" })).toBe(true);
    expect(await verifyPassword({ hash, password: "correct hors" })).toBe(false);
    expect(await verifyPassword({ hash: "plain", password: "plain" })).toBe(false);
  });

  it("cost what OWASP asks for, whatever a deployment sets", async () => {
    const hash = "scrypt$BwcHBwcHBwcHBwcHBwcHBw==$JJbC/vMAhE80QepHWH1OGqgyWzj8AUAhB3CCJqyN01g=";
    expect(await verifyPassword({ hash, password: "correct horse" })).toBe(true);
    expect(passwordCost()).toMatchObject({ N: 16_384, r: 8, p: 5 });
    const source = readFileSync("src/accounts/core/password-cost.ts", "utf8");
    expect(source.match(/^import .*/gm)).toEqual(['import type { ScryptOptions } from "node:crypto";']);
    expect(source).not.toMatch(/process|globalThis|\benv\b|import\(/);
    expect(readFileSync("wrangler.toml", "utf8")).not.toContain("password-cost");
  });
});

describe("limits", () => {
  it("are the plan's, with the operator's overrides applied", () => {
    expect(limitsOf("free", null)).toMatchObject({
      audits: true,
      apiKeys: false,
      pagesPerRun: 100,
      onDemandAuditsPerMonth: 3,
      pagesPerMonth: 300,
      prompts: 3,
      domains: 1,
      requestsPerMinute: 60,
      answersPerDay: 24,
    });
    expect(limitsOf("free", { audits: false })).toMatchObject({ audits: false, prompts: 3 });
  });
});

describe("judgeDomain", () => {
  it.each(["example.com", "Sub.Example.com", "bücher.example", "a_b.example.com", `${"x".repeat(63)}.example`])(
    "accepts %s",
    (domain) => expect(judgeDomain(domain, false).ok).toBe(true),
  );
  it.each([
    "127.0.0.1",
    "2130706433",
    "[::1]",
    "localhost",
    "intranet",
    "db.internal",
    "example.com:8080",
    "printer.local",
    "a b",
    "-x.example",
    "x-.example.com",
    "a..example.com",
    `${"x".repeat(64)}.example`,
  ])("rejects %s in public", (domain) => expect(judgeDomain(domain, false).ok).toBe(false));
  it.each(["com", "co.uk", "com.", "com:8080", "%61.example", "a%2eexample.com", "https://%61.example/x"])(
    "rejects %s everywhere",
    (domain) => {
      for (const allowPrivateHosts of [false, true]) expect(judgeDomain(domain, allowPrivateHosts).ok).toBe(false);
    },
  );
  it.each(["localhost", "intranet", "intranet:9000", "github.io", "example.co.uk", "https://a.example/x%20y"])(
    "accepts %s if private hosts are allowed",
    (domain) => expect(judgeDomain(domain, true).ok).toBe(true),
  );
  it("accepts loopback hosts with ports if private hosts are allowed", () => {
    expect(judgeDomain("127.0.0.1:9000", true)).toEqual({ ok: true, domain: "127.0.0.1:9000" });
  });
});
