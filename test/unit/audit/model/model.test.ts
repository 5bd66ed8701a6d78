import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { packEdges, unpackEdges } from "../../../../src/audit/model/page/edges";
import { hash53 } from "../../../../src/lib/hash";
import { LinkResolver, SharedTargets } from "../../../../src/audit/model/page/links";
import { directivesOf } from "../../../../src/audit/model/page/robots-directives";
import { judgeLease, newRun, redispatched, renewed, type RunConfig } from "../../../../src/audit/model/run/run-state";
import { judgeSeeds } from "../../../../src/audit/model/run/seed-urls";
import { isBroken, SiteGraph, type Node } from "../../../../src/audit/model/site/site-graph";
import { textWidth } from "../../../../src/audit/checks/shared/text-width";
import { trendPoints } from "../../../../src/audit/runs/present";
import { canonicalUrl } from "../../../../src/lib/url";

describe("edges", () => {
  it("come back as they went in", () => {
    const edge = fc.record({ target: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), nofollow: fc.boolean() });
    fc.assert(
      fc.property(fc.array(edge), (edges) => {
        expect(unpackEdges(packEdges(edges))).toEqual(edges);
      }),
    );
  });
});

describe("LinkResolver", () => {
  const resolver = new LinkResolver(new URL("https://shop.example/a/b"), null, null);
  it.each([
    ["/x", "internal", "https://shop.example/x"],
    ["c?d=1#e", "internal", "https://shop.example/a/c?d=1"],
    ["?p=2", "internal", "https://shop.example/a/b?p=2"],
    ["//shop.example/y", "internal", "https://shop.example/y"],
    ["/a/../z", "internal", "https://shop.example/z"],
    ["/pic.png", "asset", "https://shop.example/pic.png"],
    ["https://other.example/", "external", "https://other.example/"],
    ["https://www.shop.example/", "external", "https://www.shop.example/"],
    ["mailto:a@b.example", "other", null],
    ["javascript:void(0)", "other", null],
    ["#top", "fragment", null],
    ["https://[", "invalid", null],
  ])("%s is %s", (href, kind, url) => {
    const hash = url !== null && kind !== "external" ? hash53(url) : 0;
    expect(resolver.target(href)).toEqual({ kind, url, hash });
  });

  it("agrees with the URL parser on every path it resolves by itself", () => {
    const path = fc.string({
      unit: fc.constantFrom("/", "a", "B", ".", "-", "?", "&", "=", "%", "2", "e", "~", " ", "é", "\\", "'", ":", "+"),
    });
    fc.assert(
      fc.property(path, (tail) => {
        const url = URL.parse(`/${tail}`, "https://shop.example/a/b");
        if (!url || url.host !== "shop.example") return;
        expect(resolver.target(`/${tail}`).url).toBe(canonicalUrl(url));
      }),
      { numRuns: 5_000 },
    );
  });

  it("shares root-relative targets between the pages of a site, and with no other", () => {
    const shared = new SharedTargets("https://shop.example");
    const on = (page: string, base: string | null = null) => new LinkResolver(new URL(page), base, shared);
    const first = on("https://shop.example/a/").target("/x");
    expect(on("https://shop.example/b/").target("/x")).toBe(first);
    expect(on("https://shop.example/a/").target("y").url).toBe("https://shop.example/a/y");
    expect(on("https://shop.example/b/").target("y").url).toBe("https://shop.example/b/y");
    expect(on("http://shop.example/").target("/x").url).toBe("http://shop.example/x");
    expect(on("https://shop.example/c", "https://cdn.example/").target("/x")).toMatchObject({
      kind: "external",
      url: "https://cdn.example/x",
    });
    expect(on("https://www.shop.example/", "https://shop.example/").target("/x").kind).toBe("external");
  });

  it("honours the base element", () => {
    expect(new LinkResolver(new URL("https://shop.example/a/"), "/base/", null).target("x").url).toBe(
      "https://shop.example/base/x",
    );
  });
});

describe("directivesOf", () => {
  const now = Date.parse("2026-11-21T00:00:00Z");
  const meta = (content: string, agent = "robots") => directivesOf([{ agent, content }], null, now);
  it("reads metas and the header, for everyone and for Googlebot", () => {
    expect(meta("noindex, nofollow")).toMatchObject({ noindex: true, nofollow: true });
    expect(meta("none")).toMatchObject({ noindex: true, nofollow: true });
    expect(meta("noindex", "bingbot").noindex).toBe(false);
    expect(directivesOf([], "googlebot: noindex", now).noindex).toBe(true);
    expect(directivesOf([], "otherbot: noindex, nofollow", now).noindex).toBe(false);
    expect(directivesOf([], "max-snippet:0, noarchive", now)).toMatchObject({ nosnippet: true, noindex: false });
  });

  it("notices contradictions and dates that have passed", () => {
    expect(directivesOf([{ agent: "robots", content: "index" }], "noindex", now).conflicting).toBe(true);
    expect(meta("unavailable_after: 25 Jun 2020 15:00:00 GMT").expired).toBe(true);
    expect(meta("unavailable_after: 2030-01-01").expired).toBe(false);
    expect(meta("index, follow").conflicting).toBe(false);
  });
});

describe("judgeSeeds", () => {
  it("takes URLs of the domain in one spelling, and says what is wrong with the others", () => {
    const { seeds, invalid } = judgeSeeds(
      [
        "https://a.example",
        "https://A.example/#x",
        "http://a.example/b",
        "https://www.a.example/",
        "nonsense",
        "ftp://a.example/",
        "https://u:p@a.example/",
      ],
      "a.example",
    );
    expect(seeds).toEqual(["https://a.example/", "http://a.example/b"]);
    expect(invalid.map((bad) => bad.reason)).toEqual([
      "is on www.a.example, not on a.example",
      "is not an absolute URL",
      "is not an http or https URL",
      "carries credentials",
    ]);
  });
});

describe("the watchdog", () => {
  const run = newRun({ runId: "r", domainId: "d", pageLimit: 10 } as RunConfig, "t0", 0, null);
  it("waits for a lease, resumes three times without progress, then gives up", () => {
    expect(judgeLease(run, 44_999)).toBe("wait");
    let state = run;
    for (let i = 0; i < 3; i++) {
      expect(judgeLease(state, state.leaseUntil)).toBe("resume");
      state = redispatched(state, `t${i + 1}`, state.leaseUntil, true);
    }
    expect(judgeLease(state, state.leaseUntil)).toBe("give_up");
    expect(state.leaseUntil).toBeLessThanOrEqual(300_000);
  });

  it("forgets earlier resumptions on progress alone", () => {
    const resumed = redispatched(run, "t1", 0, true);
    expect(renewed(resumed, 5, false).resumptions).toBe(1);
    expect(renewed(resumed, 5, true).resumptions).toBe(0);
    expect(redispatched(run, "t1", 0, false).resumptions).toBe(0);
  });
});

describe("SiteGraph", () => {
  const node = (urlHash: number, change: Partial<Node> = {}): Node => ({
    seq: urlHash,
    urlHash,
    listed: true,
    outcome: "ok",
    status: 200,
    depth: 1,
    indexable: true,
    reason: null,
    redirectHash: null,
    canonicalHash: null,
    inSitemap: false,
    textHash: null,
    path: null,
    ...change,
  });

  it("follows redirects to their end, and knows a loop", () => {
    const graph = new SiteGraph(true, "https://shop.example");
    const hop = (from: number, to: number) =>
      graph.add(node(from, { outcome: "redirect", status: 301, redirectHash: to }));
    hop(1, 2);
    hop(2, 3);
    graph.add(node(3));
    hop(4, 5);
    hop(5, 4);
    hop(6, 99);
    expect(graph.chainOf(graph.get(1)!)).toMatchObject({ hops: 2, loop: false, end: { urlHash: 3 } });
    expect(graph.chainOf(graph.get(4)!)).toMatchObject({ loop: true });
    expect(graph.chainOf(graph.get(6)!)).toMatchObject({ hops: 1, loop: false, end: null });
  });

  it("does not call a refusal broken", () => {
    expect(isBroken(node(1, { outcome: "error", status: 404 }))).toBe(true);
    expect(isBroken(node(1, { outcome: "error", status: 403 }))).toBe(false);
    expect(isBroken(node(1, { outcome: "timeout", status: 0 }))).toBe(true);
  });
});

it("measures titles as Arial", () => {
  expect(textWidth("i".repeat(10))).toBe(44);
  expect(textWidth("W".repeat(10))).toBe(189);
  expect(textWidth("日本")).toBe(40);
});

it("shows at most ten earlier scores, without the run's own and later ones", () => {
  const points = JSON.stringify(Array.from({ length: 14 }, (_, i) => [`run${i}`, i]));
  expect(trendPoints(points, "run12", true)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  expect(trendPoints(points, "run2", true)).toEqual([0, 1]);
  expect(trendPoints(points, "running", false)).toHaveLength(10);
  expect(trendPoints(points, "older than all that are kept", true)).toEqual([]);
  expect(trendPoints(null, "run1", true)).toEqual([]);
});
