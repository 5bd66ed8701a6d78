import { describe, expect, it } from "vitest";
import { call } from "../support/api.ts";

describe("GET /api/seo-spider/checks", () => {
  it("lists every check with its rule and thresholds, without a credential", async () => {
    const { status, body } = await call("GET", "/api/seo-spider/checks");
    expect(status).toBe(200);
    expect(body.checks.length).toBeGreaterThanOrEqual(154);
    expect(body.checks.find((check: { id: string }) => check.id === "slow_ttfb")).toEqual({
      id: "slow_ttfb",
      title: "The server answers slowly",
      scope: "page",
      severity: "notice",
      category: "Performance and size",
      weight: 1,
      rule: "Time to the first byte over 800 ms.",
      thresholds: { maxMs: 800 },
      why: "Crawlers fetch fewer pages from slow servers.",
      fix: "Cache the page near its visitors.",
    });
  });
});
