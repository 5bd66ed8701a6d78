import { describe, expect, it } from "vitest";
import {
  answersNow,
  isRoutedNow,
  isSparable,
  nearestPath,
  statusOfPage,
  wasteReason,
  type AuditedFacts,
  type WasteReason,
} from "../../../src/insights/core/waste.ts";
import { unseenByCrawler, weigher, type KnownPage } from "../../../src/insights/core/unseen.ts";
import { auditedPage as page } from "./audited-facts.ts";

describe("a wasted visit", () => {
  it.each([
    [200, null],
    [299, null],
    [300, "redirect"],
    [399, "redirect"],
    [400, "error"],
    [404, "not_found"],
    [410, "not_found"],
    [503, "error"],
  ])("to a page that answers %i is %s", (status, reason) => {
    expect(wasteReason("/a", status, new Map([["/a", page({ statusCode: 500 })]]))).toBe(reason);
    expect(wasteReason("/a", null, new Map([["/a", page({ statusCode: status })]]))).toBe(reason);
  });

  it.each<[string, Array<[string, AuditedFacts]>, WasteReason | null]>([
    ["/a?x", [["/a", page()]], "parameters"],
    [
      "/a?x",
      [
        ["/a", page()],
        ["/a?x", page()],
      ],
      null,
    ],
    [
      "/a?x",
      [
        ["/a", page()],
        ["/a?x", page({ indexable: false })],
      ],
      "parameters",
    ],
    ["/a?x", [["/a", page({ indexable: false })]], null],
    [
      "/a?x",
      [
        ["/a", page()],
        ["/a?x", page({ duplicate: true })],
      ],
      "duplicate",
    ],
    ["/a", [["/a", page({ indexable: false })]], null],
    ["/a", [["/a", page({ nonIndexableReason: "noindex", duplicate: true })]], "noindex"],
    ["/a", [["/a", page({ nonIndexableReason: "other" })]], null],
    ["/a", [], null],
  ])("to %s (%#) has the first reason that applies", (path, pages, reason) => {
    expect(wasteReason(path, null, new Map(pages))).toBe(reason);
  });

  it.each<[WasteReason, string, string, AuditedFacts | undefined, boolean]>([
    ["noindex", "/a", "llm-search", undefined, true],
    ["noindex", "/a", "seo", page(), false],
    ["duplicate", "/a", "search", page({ duplicate: true }), true],
    ["duplicate", "/a", "search", page({ alike: true }), true],
    ["duplicate", "/a", "search", page(), false],
    ["duplicate", "/a", "search", undefined, false],
    ["duplicate", "/a?x", "search", undefined, true],
    ["parameters", "/a", "search", undefined, true],
    ["error", "/a", "llm-user", page(), true],
  ])("for %s to %s can be spared for %s (%#)", (reason, path, kind, facts, expected) => {
    expect(isSparable(reason, path, kind, facts)).toBe(expected);
  });

  it.each<[WasteReason, number | null, number, boolean]>([
    ["not_found", 200, 2, true],
    ["redirect", 299, 2, true],
    ["error", 204, 2, true],
    ["noindex", 200, 2, false],
    ["duplicate", 200, 2, false],
    ["parameters", 200, 2, false],
    ["error", 300, 2, false],
    ["error", 199, 2, false],
    ["error", null, 2, false],
    ["error", 200, 1, false],
    ["error", 200, 0, false],
  ])("for %s, of a page that the audit got with %s at %i, is over: %s", (reason, statusCode, auditedAt, expected) => {
    expect(answersNow(reason, statusCode === null ? undefined : page({ statusCode }), 1, auditedAt)).toBe(expected);
  });

  const own = { redirected: new Set(["/r"]), gone: new Set(["/g"]) };
  it.each([
    ["/r", 299, 299],
    ["/r", 300, null],
    ["/r", 399, null],
    ["/r", 400, 400],
    ["/r", null, null],
    ["/x", 300, 300],
  ])("to %s that answered %s has the page's status %s", (path, served, status) =>
    expect(statusOfPage(path, served, own)).toBe(status),
  );

  it.each<[WasteReason, string, boolean]>([
    ["not_found", "/g", true],
    ["not_found", "/r", false],
    ["duplicate", "/r", true],
    ["parameters", "/r", true],
    ["duplicate", "/g", false],
    ["parameters", "/g", false],
    ["redirect", "/r", false],
    ["noindex", "/r", false],
    ["error", "/g", false],
  ])("for %s to %s is routed: %s", (reason, path, expected) => expect(isRoutedNow(reason, path, own)).toBe(expected));
});

describe("the page that was meant", () => {
  it.each([
    ["/abcdefghi", ["/abcdexxxx"], "/abcdexxxx"],
    ["/abcdefghi", ["/abcdxxxxx"], null],
    ["/abcdef", ["/abcd", "/abcde", "/abcdeg"], "/abcde"],
    ["/abcdef", ["/abcdeg", "/abcdeh"], "/abcdeg"],
    ["/abcdef", ["/abcdefg", "/abcdefgh"], "/abcdefg"],
    ["/abcdefghi", ["/abcdefghi1234"], "/abcdefghi1234"],
    ["/abcdefghi1234", ["/abcdefghi"], "/abcdefghi"],
    ["/abcdefghi", ["/abcdefghi12345678"], null],
    ["/abc", ["/abc"], null],
    ["/abc?x", ["/abc"], "/abc"],
    ["/abc.html", ["/abc"], "/abc"],
    ["/abc.HTM", ["/abc"], "/abc"],
    ["/abc.php?x", ["/abc"], "/abc"],
    ["/abc.asp", ["/abc"], "/abc"],
    ["/abc.aspx", ["/abc"], "/abc"],
    ["/a.jsp", ["/a"], "/a"],
    ["/a.html/b", ["/a/b"], null],
    ["/abc", [], null],
  ])("of %s, by candidates %j: %s", (missing, candidates, nearest) =>
    expect(nearestPath(missing, candidates)).toBe(nearest),
  );
});

describe("what crawlers have not seen", () => {
  const change = (from: number, to = from) => ({ from, to, at: null, source: "audit" }) as const;
  const known = (
    path: string,
    visits: number,
    citations: number,
    own: KnownPage["change"],
    ...reads: Array<[crawler: number, last: number, next: number]>
  ): KnownPage => ({
    path,
    visits,
    citations,
    change: own,
    reads: reads.map(([crawler, last, next]) => ({ crawler, last, next })),
  });

  it("is told for each crawler with sums, the heaviest pages first, then by path", () => {
    const b = known("/b", 1, 0, change(5, 7), [1, 4, 0], [2, 8, 8]);
    const a = known("/a", 1, 0, change(5, 7), [1, 5, 0], [2, 9, 9]);
    const c = known("/c", 0, 2, null, [1, 9, 0]);
    const d = known("/d", 2, 0, change(3), [1, 3, 0], [2, 4, 4]);
    const e = known("/e", 0, 2, change(6), [1, 7, 0]);
    expect(unseenByCrawler([b, a, c, d, e], { limit: 9, isFull: false })).toEqual([
      {
        crawler: 1,
        read: 5,
        changed: 1,
        never: 0,
        unsure: 2,
        pages: [{ page: b, reason: "changed", last: 4 }],
        fetched: [],
        medianDays: null,
      },
      {
        crawler: 2,
        read: 3,
        changed: 0,
        never: 2,
        unsure: 0,
        pages: [
          { page: c, reason: "never", last: null },
          { page: e, reason: "never", last: null },
        ],
        fetched: [
          { page: a, day: 9 },
          { page: b, day: 8 },
          { page: d, day: 4 },
        ],
        medianDays: 1,
      },
    ]);
    const [, full] = unseenByCrawler([b, a, c, d, e], { limit: 9, isFull: true });
    expect([full!.never, full!.pages]).toEqual([0, []]);
  });

  it("lists as many pages as are wanted, and the last twenty that were fetched", () => {
    const pages = Array.from({ length: 30 }, (_, i) =>
      known(
        `/${i + 10}`,
        30 - i,
        0,
        change(1),
        [1, i < 4 ? 0 : 9, 40 - i],
        ...(i < 5 ? [] : [[2, 2, 0] as [number, number, number]]),
      ),
    );
    const [one, two] = unseenByCrawler(pages, { limit: 3, isFull: false });
    expect(one).toMatchObject({ changed: 4, pages: [{ page: pages[0] }, { page: pages[1] }, { page: pages[2] }] });
    expect(one!.fetched.map(({ day }) => day)).toEqual(Array.from({ length: 20 }, (_, i) => 36 - i));
    expect(two).toMatchObject({ never: 5, pages: [{}, {}, {}] });
    expect(two!.pages).toHaveLength(3);
  });

  it("weighs visits and citations alike", () => {
    const pages = [known("/a", 1, 3, null), known("/b", 3, 1, null)];
    expect(pages.map(weigher(pages))).toEqual([100, 100]);
    expect(weigher(pages)(known("/c", 2, 0, null))).toBe(50);
    expect(weigher([])(known("/c", 0, 0, null))).toBe(0);
    const unknown = [known("/a", 4, 0, null), known("/b", 0, 0, null)];
    expect(unknown.map(weigher(unknown))).toEqual([100, 0]);
  });
});
