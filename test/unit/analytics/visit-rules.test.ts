import { describe, expect, it } from "vitest";
import { nextCursor, readCursor } from "../../../src/analytics/core/page-cursor";
import { ReferralEvent } from "../../../src/analytics/core/referral-event";
import { responseForm } from "../../../src/analytics/core/response-form";
import { keptDays, visitKey } from "../../../src/analytics/core/visit-key";
import {
  canonicalPath,
  countedPath,
  countedPaths,
  foldText,
  MAX_PATH_LENGTH,
} from "../../../src/analytics/core/visit-path";
import { windowBetween, windowOfDays } from "../../../src/analytics/core/window";
import { dayNumber, dayText } from "../../../src/lib/time/time";

const NOON = Date.UTC(2026, 10, 22, 12);
const MIDNIGHT = Date.UTC(2026, 10, 22);
const DAY = 86_400_000;

describe("a window of reports", () => {
  it("has whole UTC days, the first and the last included", () => {
    expect(windowBetween(NOON - DAY, NOON)).toEqual({
      days: 2,
      from: MIDNIGHT - DAY,
      to: MIDNIGHT + DAY,
      firstDay: dayNumber(NOON) - 1,
      lastDay: dayNumber(NOON),
    });
    expect(windowBetween(MIDNIGHT, MIDNIGHT + DAY - 1).days).toBe(1);
    expect(windowBetween(MIDNIGHT, MIDNIGHT + DAY).days).toBe(2);
  });

  it("of some days ends today", () => {
    expect(windowOfDays(NOON, 1)).toEqual(windowBetween(NOON, NOON));
    expect(windowOfDays(NOON, 30)).toMatchObject({ days: 30, to: MIDNIGHT + DAY });
  });

  it("counts days since 1970, also before", () => {
    expect([dayNumber(0), dayNumber(DAY - 1), dayNumber(DAY), dayNumber(-1)]).toEqual([0, 0, 1, -1]);
    expect([dayText(0), dayText(dayNumber(NOON))]).toEqual(["1970-01-01", "2026-11-22"]);
  });
});

it("a cursor leads to the paths after the last one, and there is none after the last part", () => {
  const last = { total: 12, path: "/a\n1" };
  const cursor = nextCursor(last, true)!;
  expect(readCursor(cursor)).toEqual(last);
  expect([nextCursor(last, false), nextCursor(undefined, true)]).toEqual([null, null]);
  expect([readCursor(undefined), readCursor("/a"), readCursor("12")]).toEqual([
    undefined,
    undefined,
    { total: 1, path: "2" },
  ]);
});

it("the id of a visit that a site reports may come late, and equal names have equal keys", () => {
  expect([keptDays(true), keptDays(false)]).toEqual([180, 14]);
  expect(visitKey("a")).toBe(visitKey("a"));
  expect(visitKey("a")).not.toBe(visitKey("b"));
  expect(BigInt.asIntN(64, BigInt(visitKey("a")))).toBe(BigInt(visitKey("a")));
});

describe("the path of a visit", () => {
  it("is in canonical form, and none if it is no path or too long", () => {
    expect([canonicalPath("/a/../b?x=1#y"), canonicalPath("/%61")]).toEqual(["/b?x=1", "/a"]);
    expect([
      canonicalPath("a"),
      canonicalPath("//other.example/"),
      canonicalPath(`/${"x".repeat(MAX_PATH_LENGTH)}`),
    ]).toEqual([null, "//other.example/", null]);
    expect(canonicalPath("/".padEnd(MAX_PATH_LENGTH, "x"))).toHaveLength(MAX_PATH_LENGTH);
    expect(canonicalPath("/".padEnd(MAX_PATH_LENGTH, "ü")), "too long once escaped").toBeNull();
  });

  it("counts without parameters that never change a page", () => {
    expect(countedPath("/a?utm_source=x&b=1&own=2", ["own"])).toBe("/a?b=1");
    expect(countedPath("/a?b=1&own=2", null)).toBe("/a?b=1&own=2");
    expect(countedPath("a", null)).toBeNull();
    expect(countedPaths("/a?own=2", ["own"])).toEqual(["/a", "/a?own=2"]);
    expect([countedPaths("/a", null), countedPaths("a", null)]).toEqual([["/a"], ["a"]]);
  });

  it("is searched without regard to case, escapes and final letters", () => {
    expect(foldText("/STRASSE")).toBe(foldText("/stra%C3%9Fe"));
    expect(foldText("οδοσήμανση")).toContain(foldText("ΟΔΟΣ"));
    expect(foldText("e\u0301")).toBe(foldText("É"));
    expect(foldText("/%E0%A4%A")).toBe("/%e0%a4%a");
  });
});

it.each([
  ["/robots.txt", null, "robots_txt"],
  ["/a/robots.txt", null, "file"],
  ["/llms.txt", null, "llms_txt"],
  ["/llms-full.txt", "text/markdown", "llms_txt"],
  ["/sitemap.xml", null, "sitemap"],
  ["/a/my_Sitemap-2.xml.gz", null, "sitemap"],
  ["/sitemap.html", null, "page"],
  ["/a", "text/markdown; charset=utf-8", "markdown"],
  ["/a", "text/markdowns", "page"],
  ["/readme.MD", null, "markdown"],
  ["/a.css", "text/css", "file"],
  ["/a", "text/html", "page"],
])("a response to %s of type %s is of the form %s", (path, type, form) => expect(responseForm(path, type)).toBe(form));

it("a person whom an assistant sent is counted with bounded texts only", () => {
  const event = { id: "i", domainId: "d", at: 1, path: "/a", assistant: "chatgpt", way: "link" };
  const ways = ReferralEvent.shape.way.options;
  const isRead = (change: object) => ReferralEvent.safeParse({ ...event, way: ways[0], ...change }).success;
  expect(isRead({})).toBe(true);
  expect([isRead({ id: "" }), isRead({ id: "x".repeat(201) }), isRead({ id: "x".repeat(200) })]).toEqual([
    false,
    false,
    true,
  ]);
  expect([isRead({ path: "/".padEnd(2_048) }), isRead({ path: "/".padEnd(2_049) })]).toEqual([true, false]);
  expect([isRead({ assistant: "x".repeat(51) }), isRead({ way: "by chance" }), isRead({ domainId: "" })]).toEqual([
    false,
    false,
    false,
  ]);
});
