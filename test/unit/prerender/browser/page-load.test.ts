import { describe, expect, it } from "vitest";
import { pageErrors } from "../../../../src/prerender/browser/scripts/error-script";
import { PageLoad } from "../../../../src/prerender/browser/load/page-load";
import { headOf, judgeHead } from "../../../../src/prerender/core/pages/document-head";
import { PAGE_LIMITS } from "../../../../src/prerender/core/pages/page-limits";
import { headOnly } from "../../../../src/prerender/core/pages/raw-render";

const URL_ASKED = "https://shop.example/a/b";
const typed = (status: number, type: string) => headOf(status, [{ name: "Content-Type", value: type }], URL_ASKED);
const moved = (status: number, value: string) => headOf(status, [{ name: "Location", value }], URL_ASKED);

describe("the head of a document", () => {
  it("joins lines of the same name into one list, limited to the length that a snapshot keeps", () => {
    const { headers } = headOf(
      200,
      [
        { name: "Link", value: "</a>" },
        { name: "link", value: "</b>" },
        { name: "X-Long", value: "x".repeat(5_000) },
      ],
      URL_ASKED,
    );
    expect(headers["link"]).toBe("</a>, </b>");
    expect(headers["x-long"]).toHaveLength(4_096);
  });

  it.each([
    [moved(301, "../c"), "https://shop.example/c"],
    [moved(302, "https://other.example/"), "https://other.example/"],
    [moved(302, "http://["), null],
    [moved(200, "/c"), null],
    [typed(301, "text/html"), null],
  ])("%# leads on to %s", (head, location) => {
    expect(head.location).toBe(location);
  });

  it.each([
    ["page", typed(200, "text/html; charset=utf-8")],
    ["page", typed(404, " Application/XHTML+xml")],
    ["page", headOf(200, [], URL_ASKED)],
    ["page", typed(301, "text/html")],
    ["no_html", typed(200, "application/pdf")],
    ["no_html", typed(200, "text/html5")],
    ["head_only", moved(301, "/c")],
    ["head_only", typed(500, "text/html")],
    ["head_only", typed(503, "application/json")],
  ] as const)("means %s", (verdict, head) => {
    expect(judgeHead(head)).toBe(verdict);
  });

  it("is all that remains of a redirect or a server error", () => {
    expect(headOnly(moved(301, "/c"), URL_ASKED)).toMatchObject({ ready: "redirect", status: 301, html: "" });
    expect(headOnly(typed(500, "text/html"), URL_ASKED)).toMatchObject({ ready: "quiet", finalUrl: URL_ASKED });
  });
});

describe("the errors that a page reports", () => {
  it("are cut again, because the page may have tampered with them", () => {
    const errors = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [i, "x".repeat(400)]));
    const told = pageErrors({ errors, consoleErrors: [{ toString: 1 }, 7, "no price"] });
    expect(told.errors).toEqual(Array.from({ length: 20 }, () => "x".repeat(300)));
    expect(told.consoleErrors).toEqual(["no price"]);
  });

  it.each([null, undefined, 7, "text", [], { errors: 7 }])("are none if it reports %j", (told) => {
    expect(pageErrors(told)).toEqual({ errors: [], consoleErrors: [] });
  });
});

describe("a page load", () => {
  const began = () => new PageLoad("https://shop.example", { ownHosts: new Set(), allowPrivateHosts: false }, 0);

  it("forgets the flag of the tab's last page when this page's document replaces it", () => {
    const load = began();
    load.answered(typed(200, "text/html"), "doc-2");
    load.setFlag();
    load.replaced("frame-9", false);
    expect(load.flagged).toBe(true);
    load.replaced("doc-2", true);
    expect(load.flagged).toBe(false);
  });

  it("ends a wait as soon as the page sets its flag", async () => {
    const load = began();
    const waited = load.untilChange(60_000).then(() => "woken");
    load.setFlag();
    await expect(waited).resolves.toBe("woken");
  });

  it.each([
    ["workers, popups and frames with a process", PAGE_LIMITS.targets, (load: PageLoad) => load.opened()],
    ["change of the URL", PAGE_LIMITS.moves, (load: PageLoad) => load.moved()],
    ["frames", PAGE_LIMITS.frames, (load: PageLoad) => load.framed()],
    ["requests over the limit", PAGE_LIMITS.excess, (load: PageLoad) => load.exceed(0)],
  ])("ends with the %s after the last allowed one", async (_name, limit, step) => {
    const load = began();
    for (let i = 0; i < limit; i++) step(load);
    expect(load.fault).toBeNull();
    const waited = load.untilChange(60_000).then(() => "woken");
    step(load);
    expect(load.fault).toMatch(/^the page /);
    await expect(waited).resolves.toBe("woken");
  });
});
