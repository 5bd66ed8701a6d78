import { describe, expect, it } from "vitest";
import { contentText } from "../../../../../src/prerender/core/pages/content-text";
import { headOf, judgeHead } from "../../../../../src/prerender/core/pages/document-head";
import { publicWriter } from "../../../../../src/prerender/core/pages/interpret";
import { isHttp, refreshTarget } from "../../../../../src/prerender/core/pages/page-redirect";
import { headOnly } from "../../../../../src/prerender/core/pages/raw-render";
import {
  judgeRender,
  type PreviousRender,
  type RenderedPage,
} from "../../../../../src/prerender/core/pages/render-guard";
import { judgeShown } from "../../../../../src/prerender/core/pages/shown-page";
import { GOOD_PAGE } from "../../good-page";

describe("the head of a document", () => {
  const lines = [
    { name: "Link", value: "</a>" },
    { name: "LINK", value: "</b>" },
    { name: "Location", value: "../new?x" },
  ];
  it.each([
    [299, null],
    [300, "https://shop.example/new?x"],
    [399, "https://shop.example/new?x"],
    [400, null],
  ])("with status %i has the target %s", (status, location) => {
    expect(headOf(status, lines, "https://shop.example/a/b")).toEqual({
      status,
      location,
      headers: { link: "</a>, </b>", location: "../new?x" },
    });
  });

  it("has no target that is no address, and values up to a length", () => {
    const head = headOf(301, [{ name: "location", value: "https://" }], "https://shop.example/");
    expect(head.location).toBeNull();
    expect(headOf(301, [], "https://shop.example/")).toEqual({ status: 301, location: null, headers: {} });
    const long = headOf(
      200,
      [
        { name: "link", value: "x".repeat(4_095) },
        { name: "link", value: "yz" },
      ],
      "",
    );
    expect([long.headers["link"]!.length, long.headers["link"]!.endsWith("x,")]).toEqual([4_096, true]);
  });

  it.each([
    [200, "text/html; charset=utf-8", "page"],
    [200, " APPLICATION/xhtml+xml", "page"],
    [200, "text/htmlx", "no_html"],
    [200, "application/pdf", "no_html"],
    [200, "x; text/html", "no_html"],
    [404, null, "page"],
    [499, null, "page"],
    [500, "text/html", "head_only"],
    [503, "application/json", "head_only"],
  ])("of status %i and type %s is %s", (status, type, expected) => {
    const headers: Record<string, string> = type === null ? {} : { "content-type": type };
    expect(judgeHead({ status, location: null, headers })).toBe(expected);
    expect(judgeHead({ status, location: "https://shop.example/", headers })).toBe("head_only");
  });

  it("is all that there is of a redirect or an error", () => {
    const head = { status: 301, location: "https://shop.example/b", headers: { link: "x" } };
    const none = {
      html: "",
      tooLarge: false,
      metas: [],
      text: "",
      title: "",
      description: "",
      heading: "",
      failedRequests: [],
      errors: [],
      consoleErrors: [],
      resources: [],
      finalUrl: "https://shop.example/a",
    };
    expect(headOnly(head, "https://shop.example/a")).toEqual({ ...head, ...none, ready: "redirect" });
    const error = { status: 502, location: null, headers: {} };
    expect(headOnly(error, "https://shop.example/a")).toEqual({ ...error, ...none, ready: "quiet" });
  });
});

describe("where a page sends its visitors", () => {
  it.each([
    ["0; url=/new", "https://shop.example/new"],
    ["0;URL = '/new' x", "https://shop.example/new"],
    ['10.5, "/new"', "https://shop.example/new"],
    ["; /new", "https://shop.example/new"],
    [".5;new#x", "https://shop.example/new#x"],
    [" 0 ; url=https://other.example/", "https://other.example/"],
    ["11; url=/new", null],
    ["0 url=/new", null],
    ["0;", null],
    ["1234567; /new", null],
    ["0; url=/old#top", null],
    ["0; url=javascript:alert(1)", null],
    ["0; url=https://", null],
    ["5", null],
    [`0; url=/${"x".repeat(4_096)}`, `https://shop.example/${"x".repeat(4_096 - "0; url=/".length)}`],
  ])("%.40s: %.40s", (content, target) => {
    expect(refreshTarget(content, "https://shop.example/old#x")).toBe(target);
  });

  it.each([
    ["http://a", true],
    ["HTTPS://a", true],
    ["xhttp://a", false],
    ["ftp://a", false],
    ["http:a", false],
  ])("%s is a page of the web: %s", (url, expected) => expect(isHttp(url)).toBe(expected));
});

describe("the verdict on a render", () => {
  const good: RenderedPage = { ...GOOD_PAGE, chars: 50, ready: "quiet" };
  const previous = (change: Partial<PreviousRender> = {}) => ({
    words: 100,
    smallerWords: 0,
    smallerRuns: 0,
    ...change,
  });
  const refused = (reason: string, smaller?: object) => ({ store: false, reason, ...(smaller && { smaller }) });

  it.each<[Partial<RenderedPage>, PreviousRender | null, object]>([
    [{}, null, { store: true }],
    [{ turns: true, ready: "redirect" }, null, refused("the page redirects to itself")],
    [{ ready: "redirect", originStatus: 500 }, null, { store: true }],
    [{ originStatus: 499 }, null, { store: true }],
    [{ originStatus: 500, tooLarge: true }, null, refused("the page answered 500")],
    [{ tooLarge: true, overLimit: true }, null, refused("the page is larger than 5 MiB")],
    [{ overLimit: true, status: 404 }, null, refused("the page makes more than 400 requests")],
    [{ failedRequests: ["a", "b"], status: 404 }, null, refused("a")],
    [{ status: 404, unanswered: "GET /" }, null, { store: true }],
    [{ unanswered: "GET /" }, null, refused("the page's own site did not answer in time: GET /")],
    [{ ready: "deadline" }, null, refused("the page did not become ready in time")],
    [{ ready: "deadline", still: true }, null, { store: true }],
    [{ loading: true, pending: "a timer" }, null, refused("the page is still loading; pending: a timer")],
    [{ loading: true }, null, { store: true }],
    [{ saysBroken: true, chars: 1 }, null, refused("the page threw an error and shows an error message")],
    [{ chars: 49 }, null, refused("the page has 49 characters of text")],
    [{ words: 59, failedElsewhere: ["x", "y"] }, null, refused("the page has only 59 words; x")],
    [{ words: 60, failedElsewhere: ["x"] }, null, { store: true }],
    [{ words: 59, failedElsewhere: [] }, null, { store: true }],
    [
      { words: 89, failedElsewhere: ["x"] },
      previous(),
      refused("the page has 89 words, the previous snapshot had 100; x", { words: 89, runs: 1 }),
    ],
    [{ words: 90, failedElsewhere: ["x"] }, previous(), { store: true }],
    [{ words: 40 }, previous(), { store: true }],
    [
      { words: 39 },
      previous(),
      refused("the page has 39 words, the previous snapshot had 100", { words: 39, runs: 1 }),
    ],
    [
      { words: 33 },
      previous({ smallerWords: 30, smallerRuns: 1 }),
      refused("the page has 33 words, the previous snapshot had 100", { words: 33, runs: 2 }),
    ],
    [{ words: 27 }, previous({ smallerWords: 30, smallerRuns: 2 }), { store: true }],
    [
      { words: 34 },
      previous({ smallerWords: 30, smallerRuns: 2 }),
      refused("the page has 34 words, the previous snapshot had 100", { words: 34, runs: 1 }),
    ],
    [
      { words: 26 },
      previous({ smallerWords: 30, smallerRuns: 2 }),
      refused("the page has 26 words, the previous snapshot had 100", { words: 26, runs: 1 }),
    ],
  ])("%o after %o: %o", (change, before, verdict) =>
    expect(judgeRender({ ...good, ...change }, before)).toEqual(verdict),
  );
});

it("what a page says is one text, without what changes with each release", () => {
  const page = {
    status: 200,
    location: null,
    title: "T",
    description: "D",
    headers: { "x-robots-tag": "noindex", link: "x" },
  };
  expect(contentText(page, " a\n b ")).toBe('[200,null,"T","D","","noindex","a b"]');
  expect(contentText({ ...page, canonical: "/c", headers: {} }, "")).toBe('[200,null,"T","D","/c","",""]');
});

it("the origin's addresses become public, and no other host's that begin alike", () => {
  const write = publicWriter({ originBase: "http://o.example:80", publicBase: "https://$&.example" });
  expect(
    write(
      "http://o.example:80/a http://o.example:80 http://o.example:80. http://o.example:80.x http://o.example:801 http://oxexample:80",
    ),
  ).toBe(
    "https://$&.example/a https://$&.example https://$&.example. http://o.example:80.x http://o.example:801 http://oxexample:80",
  );
  expect(publicWriter({ originBase: "a", publicBase: "a" })("a a")).toBe("a a");
});

it.each([
  [{ text: "x".repeat(49) }, { chars: 49, unchanged: false, loading: false }],
  [{ text: "x".repeat(50) }, { chars: 50, unchanged: false, loading: false }],
  [
    { text: "a ".repeat(500), first: "a" },
    { chars: 50, unchanged: true, loading: false },
  ],
  [
    { text: `${"a ".repeat(500)}a`, first: "a", busy: true },
    { chars: 50, unchanged: false, loading: false },
  ],
  [{ text: `${"a\n".repeat(49)}Loading` }, { chars: 50, unchanged: false, loading: true }],
  [{ text: `${"a\n".repeat(50)}Loading` }, { chars: 50, unchanged: false, loading: false }],
  [{ text: "Loading three more words" }, { chars: 24, unchanged: false, loading: true }],
  [{ text: "Loading four more words here" }, { chars: 28, unchanged: false, loading: false }],
  [{ text: "Starting up" }, { chars: 11, unchanged: false, loading: false }],
  [{ text: "Starting up.." }, { chars: 13, unchanged: false, loading: true }],
])("a page that shows %.60o is %o", (shown, expected) => {
  expect(judgeShown({ first: "nothing", shadow: false, busy: false, ...shown })).toEqual(expected);
});
