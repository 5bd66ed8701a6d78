import { describe, expect, it } from "vitest";
import { cacheShare } from "../../../src/dashboard/pages/crawlers/ways";
import { healthLines, visitLines, type RunFacts } from "../../../src/dashboard/pages/overview/figures";
import { ownPath } from "../../../src/dashboard/server/own-path";
import { pathWith, sitePath } from "../../../src/lib/hosts/page-paths";

const day = (date: string, counts: Record<string, number>) => ({
  date,
  total: 0,
  spoofed: 0,
  providers: Object.entries(counts).map(([provider, count]) => ({ provider, count })),
});

describe("the overview's figures", () => {
  it("give the five busiest crawlers a line each, and the others one together", () => {
    const days = [day("2026-11-01", { a: 1, b: 2, c: 3, d: 4, e: 5 }), day("2026-11-02", { f: 9, g: 1, a: 7 })];
    const lines = visitLines(days, [true, true]);
    expect(lines.map(({ name, values }) => [name].concat(values.map(String)))).toEqual([
      ["f", "0", "9"],
      ["a", "1", "7"],
      ["e", "5", "0"],
      ["d", "4", "0"],
      ["c", "3", "0"],
      ["Others", "2", "1"],
    ]);
    expect(visitLines([day("2026-11-01", {})], [true])).toEqual([]);
    expect(visitLines(days, [false, true])[0]).toEqual({ name: "f", values: [null, 9] });
  });

  it("count as cached only what the cache answered of what passed through this service", () => {
    const none = { requests: 0, visits: 0, cacheHits: 0, spoofed: 0 };
    const connected = { requests: 10, visits: 3, cacheHits: 2, spoofed: 5 };
    const imported = { ...none, requests: 90, visits: 90 };
    expect(cacheShare({ connected, reported: none, imported })).toBe(0.2);
    expect(cacheShare({ connected: none, reported: none, imported })).toBeNull();
  });

  it("show the Health of finished audits that have one", () => {
    const run = (startedAt: number, scoreState: string | null, siteScore: number | null) =>
      ({ startedAt, completedAt: scoreState && startedAt, scoreState, siteScore, healthScore: 1 }) as RunFacts;
    const down = run(3, "unreachable", null);
    const runs = [
      run(5, null, null),
      run(4, "client_rendered", 70),
      down,
      run(2, "scored", 61.5),
      run(1, "scored", 50),
    ];
    expect(healthLines(runs)).toEqual({ times: [1, 2], series: [{ name: "Health", values: [50, 62] }] });
    expect(healthLines([down])).toEqual({ times: [], series: [] });
  });
});

describe("a path", () => {
  it("leads a reader only to pages of the dashboard", () => {
    for (const path of ["/app", "/app/site/a.test/cache?x=1", "/app?x=1"]) expect(ownPath(path)).toBe(path);
    for (const path of [
      undefined,
      "",
      "//evil.test",
      "/apple",
      "/app/..//evil.test",
      "/app/../api",
      "https://evil.test/app",
      "/app\\..\\..\\x",
    ])
      expect([path, ownPath(path)]).toEqual([path, "/app"]);
    expect(ownPath(`/app/${"x".repeat(5_000)}`)).toBe("/app");
  });

  it("names a domain and leaves out empty filters", () => {
    expect(sitePath("127.0.0.1:80", "audits/:runId", { runId: "1", kind: "a&b", page: "" })).toBe(
      "/app/site/127.0.0.1:80/audits/1?kind=a%26b",
    );
    expect(sitePath("a/../b", "")).toBe("/app/site/a%2F..%2Fb");
    expect(pathWith("/app", { x: null })).toBe("/app");
  });
});
