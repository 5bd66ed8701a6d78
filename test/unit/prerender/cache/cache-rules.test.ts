import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { interpretRender } from "../../../../src/prerender/core/pages/interpret";
import { pagePath } from "../../../../src/lib/hosts/page-path";
import { isBudgeted, judgeBudget } from "../../../../src/prerender/core/turns/render-budget";
import { judgeRender, type RenderedPage } from "../../../../src/prerender/core/pages/render-guard";
import { isNotModified, wantedFrom } from "../../../../src/prerender/core/serving-rules";
import { freshnessOf, isRefreshDue } from "../../../../src/prerender/core/snapshot";
import { GOOD_PAGE } from "../good-page";

describe("pageKey", () => {
  it.each([
    ["/a", "/a"],
    ["/a/", "/a/"],
    ["/a/../b", "/b"],
    ["/a?b=2&a=1", "/a?a=1&b=2"],
    ["/a?utm_source=x&gclid=1&id=7", "/a?id=7"],
    ["/a?fbclid=1", "/a"],
    ["/%7ea%c3%a9", "/~a%C3%A9"],
    ["/a//b", "/a//b"],
    ["/a?", "/a"],
    ["//evil.example/x", null],
  ])("%s → %s", (path, expected) => expect(pagePath(path)).toBe(expected));

  it("gives the same key for every order of the parameters, and is idempotent", () => {
    const pair = fc.tuple(fc.stringMatching(/^[a-z]{1,4}$/), fc.stringMatching(/^[a-z0-9]{0,4}$/));
    fc.assert(
      fc.property(fc.array(pair, { maxLength: 6 }), fc.webPath(), (pairs, path) => {
        const query = pairs.map(([name, value]) => `${name}=${value}`);
        const key = pagePath(`/x${path}?${query.join("&")}`);
        expect(pagePath(`/x${path}?${query.toReversed().join("&")}`)).toBe(key);
        if (key !== null) expect(pagePath(key)).toBe(key);
      }),
    );
  });

  it("refuses paths that are too long", () => {
    expect(pagePath(`/${"x".repeat(1_100)}`)).toBeNull();
  });
});

describe("wantedFrom", () => {
  const ask = (pathname: string, headers: Record<string, string> = {}, method = "GET") => {
    const wanted = wantedFrom({ method, pathname, headers: new Headers(headers), markdown: false });
    return wanted.kind === "origin" ? wanted.reason : wanted.kind;
  };

  it("serves pages only for GET and HEAD requests that want HTML", () => {
    expect(ask("/a")).toBe("html");
    expect(ask("/a", { accept: "*/*" }, "HEAD")).toBe("html");
    expect(ask("/a", { accept: "application/json" })).toBe("accept");
    expect(ask("/a", {}, "POST")).toBe("method");
  });

  it("considers only the last segment's final extension", () => {
    expect(ask("/style.css")).toBe("asset");
    expect(ask("/why-our.ai-tool")).toBe("html");
    expect(ask("/v1.2/page")).toBe("html");
    expect(ask("/file.PDF")).toBe("asset");
    expect(ask("/page.html")).toBe("html");
    expect(ask("/.well-known/x")).toBe("html");
  });

  it("lets renderers through to the origin", () => {
    expect(ask("/a", { "x-prerender": "1" })).toBe("already_rendered");
    expect(ask("/a", { "user-agent": "Chrome CrawlreadyRender/1.0" })).toBe("already_rendered");
  });
});

describe("isNotModified", () => {
  const at = Date.parse("2026-11-21T10:00:00.700Z");
  const ask = (headers: Record<string, string>) => isNotModified(new Headers(headers), '"abc"', at);
  it("compares entity tags weakly, and dates to the second only without a tag", () => {
    expect(ask({ "if-none-match": '"x", W/"abc"' })).toBe(true);
    expect(ask({ "if-none-match": "*" })).toBe(true);
    expect(ask({ "if-none-match": '"x"', "if-modified-since": "Sat, 21 Nov 2026 10:00:00 GMT" })).toBe(false);
    expect(ask({ "if-modified-since": "Sat, 21 Nov 2026 10:00:00 GMT" })).toBe(true);
    expect(ask({ "if-modified-since": "Sat, 21 Nov 2026 09:59:59 GMT" })).toBe(false);
    expect(ask({})).toBe(false);
  });
});

describe("freshnessOf", () => {
  const hour = 3_600_000;
  it.each([
    [200, 0, "fresh"],
    [200, 24 * hour - 1, "fresh"],
    [200, 24 * hour, "stale"],
    [200, 720 * hour - 1, "stale"],
    [200, 720 * hour, "expired"],
    [404, hour - 1, "fresh"],
    [404, hour, "expired"],
    [301, hour, "expired"],
  ])("status %i at age %i is %s", (status, age, expected) =>
    expect(freshnessOf({ status, createdAt: 0 }, 24, age)).toBe(expected),
  );
});

describe("isRefreshDue", () => {
  it.each([
    [0, true],
    [40_001, false],
    [40_000, true],
  ])("asked at %i: %s", (askedAt, due) => expect(isRefreshDue(askedAt, 100_000)).toBe(due));
});

describe("judgeRender", () => {
  const good = GOOD_PAGE;
  const verdict = (change: Partial<RenderedPage>, words: number | null = null) =>
    judgeRender({ ...good, ...change }, words === null ? null : { words, smallerWords: 0, smallerRuns: 0 }).store;

  it("stores good pages, redirects and missing pages", () => {
    expect(verdict({})).toBe(true);
    expect(verdict({ ready: "redirect", status: 301, chars: 0 })).toBe(true);
    expect(verdict({ status: 404, chars: 10 })).toBe(true);
    expect(verdict({ ready: "deadline", still: true, pending: "changes that never ended" })).toBe(true);
    expect(verdict({ pending: "a request for data" })).toBe(true);
    expect(verdict({ words: 60, failedElsewhere: ["502"] })).toBe(true);
    expect(verdict({ words: 90, failedElsewhere: ["502"] }, 100)).toBe(true);
  });

  it.each<[string, Partial<RenderedPage>, number | null]>([
    ["blank", { chars: 49 }, null],
    ["server error", { status: 502, originStatus: 502 }, null],
    ["not ready in time", { ready: "deadline" }, null],
    ["still loading at the deadline", { ready: "deadline", still: true, loading: true, pending: "a request" }, null],
    ["given up while it says that it loads", { loading: true, pending: "a request for data" }, null],
    ["cut off", { overLimit: true }, null],
    ["an error", { saysBroken: true }, null],
    ["redirecting to itself", { ready: "redirect", status: 302, turns: true }, null],
    ["a failed request", { failedRequests: ["500 /api"] }, null],
    ["unanswered", { ready: "deadline", still: true, unanswered: "GET /api" }, null],
    ["bare page without another site's data", { words: 59, failedElsewhere: ["502"] }, null],
    ["page that lost text without another site's data", { words: 89, failedElsewhere: ["502"] }, 100],
    ["less than 40 % of the words before", { words: 39 }, 100],
  ])("never stores a %s page", (_name, change, previous) => expect(verdict(change, previous)).toBe(false));
});

describe("a page that has become small", () => {
  const small = (words: number): RenderedPage => ({ ...GOOD_PAGE, chars: 200, words });

  /** Renders one after another and returns the last verdict. */
  const after = (sizes: number[]) => {
    const previous = { words: 100, smallerWords: 0, smallerRuns: 0 };
    let stored = false;
    for (const words of sizes) {
      const verdict = judgeRender(small(words), previous);
      stored = verdict.store;
      if (!verdict.store && verdict.smaller)
        Object.assign(previous, { smallerWords: verdict.smaller.words, smallerRuns: verdict.smaller.runs });
    }
    return stored;
  };

  it("is accepted at the third consecutive render of similar size", () => {
    expect(after([30])).toBe(false);
    expect(after([30, 31])).toBe(false);
    expect(after([30, 31, 30])).toBe(true);
    expect(after([30, 10, 30]), "but not if the size differs each time").toBe(false);
    expect(after([10, 30, 31, 30])).toBe(true);
  });
});

describe("isBudgeted", () => {
  it.each([
    ["host", true, false, true],
    ["host", true, true, false],
    ["host", false, false, true],
    ["service", true, false, true],
    ["service", true, true, false],
    ["service", false, false, false],
  ] as const)("by %s, a crawler: %s, verified: %s → %s", (by, isCrawler, verified, expected) =>
    expect(isBudgeted({ by, isCrawler, verified })).toBe(expected),
  );
});

describe("judgeBudget", () => {
  const free = { isNew: false, underWay: 0, thisMinute: 0, newToday: 0 };
  it.each([
    [{}, null],
    [{ underWay: 9, thisMinute: 59, isNew: true, newToday: 1_999 }, null],
    [{ underWay: 10 }, "renders_at_once"],
    [{ thisMinute: 60 }, "renders_this_minute"],
    [{ isNew: true, newToday: 2_000 }, "new_paths_today"],
    [{ isNew: false, newToday: 2_000 }, null],
  ])("%o → %s", (use, expected) => expect(judgeBudget({ ...free, ...use })).toBe(expected));
});

describe("interpretRender", () => {
  const raw = {
    status: 200,
    location: null,
    headers: { link: "<http://o.example/x>; rel=next", "set-cookie": "a=1" },
    html: '<a href="http://o.example/y">',
    metas: [],
    tooLarge: false,
    title: "A title",
    description: "",
    heading: "A heading",
    text: "some words here",
    ready: "quiet" as const,
    failedRequests: [],
    finalUrl: "http://o.example/",
    errors: [],
    consoleErrors: [],
    resources: [],
  };
  const hosts = { originBase: "http://o.example", publicBase: "https://shop.example", soft404: "detect" as const };

  it("rewrites the origin's URLs to public ones and keeps only harmless headers", () => {
    const page = interpretRender(raw, hosts, 7);
    expect(page.html).toBe('<a href="https://shop.example/y">');
    expect(page.headers).toEqual({ link: "<https://shop.example/x>; rel=next" });
    expect(page).toMatchObject({ status: 200, words: 3, renderMs: 7 });
  });

  it("turns a page that navigates away on its own into a redirect, and recognizes one that points to itself", () => {
    const moved = (movedTo: string, change = {}) =>
      interpretRender({ ...raw, ...change, movedTo }, { ...hosts, path: "/y" }, 7);
    expect(moved("http://o.example/new")).toMatchObject({
      status: 302,
      location: "https://shop.example/new",
      html: "",
      ready: "redirect",
      turns: false,
    });
    expect(moved("https://other.example/").location).toBe("https://other.example/");
    expect(moved("https://shop.example/y").turns).toBe(true);
    expect(moved("http://o.example/new", { status: 404 })).toMatchObject({ status: 404, location: null });
  });

  it("names a page that broke only if it threw or logged an error", () => {
    const text = "Something went wrong\nPlease reload this page";
    expect(interpretRender({ ...raw, text, errors: ["TypeError: x"] }, hosts, 7).saysBroken).toBe(true);
    expect(interpretRender({ ...raw, text, consoleErrors: ["x"] }, hosts, 7).saysBroken).toBe(true);
    expect(interpretRender({ ...raw, text }, hosts, 7).saysBroken).toBe(false);
    const article = `${text}\n${"word ".repeat(200)}`;
    expect(interpretRender({ ...raw, text: article, errors: ["x"] }, hosts, 7).saysBroken).toBe(false);
  });

  it("takes status and headers from the page's metas, but no harmful header", () => {
    const metas: Array<[string, string]> = [
      ["prerender-status-code", "301"],
      ["prerender-header", "Location: http://o.example/new"],
      ["prerender-header", "Set-Cookie: a=1"],
      ["prerender-header", "X-Robots-Tag: noindex\r\nX-Evil: 1"],
    ];
    const page = interpretRender({ ...raw, metas }, hosts, 7);
    expect(page).toMatchObject({ status: 301, location: "https://shop.example/new" });
    expect(page.headers).toEqual({ link: "<https://shop.example/x>; rel=next" });
    const unsendable = [
      "Link: </a>\0",
      "Content-Language: d\u007fe",
      "X-Robots-Tag: 日本",
      `Link: ${"x".repeat(5_000)}`,
      ": x",
    ];
    const own = { ...raw, headers: { "x-robots-tag": "noindex\0" } };
    const none = unsendable.map((text): [string, string] => ["prerender-header", text]);
    expect(interpretRender({ ...own, metas: none }, hosts, 7).headers).toEqual({});
    expect(interpretRender({ ...raw, status: 500, metas: [["prerender-status-code", "200"]] }, hosts, 7).status).toBe(
      500,
    );
  });
});
