import { describe, expect, it } from "vitest";
import { PageLoad } from "../../../src/prerender/browser/page-load";
import { headOf, judgeHead } from "../../../src/prerender/core/document-head";
import { headOnly } from "../../../src/prerender/core/raw-render";

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

describe("the notes of a page load", () => {
  const began = () => new PageLoad("https://shop.example", { ownHosts: new Set(), allowPrivateHosts: false }, 0);
  const threw = (load: PageLoad, description: string) => load.threw({ exception: { description }, text: "Uncaught" });

  it("keep the first line of each error, bounded in length and number", () => {
    const load = began();
    threw(load, `Error: ${"x".repeat(400)}\n    at app.js:1`);
    load.threw({ text: "Uncaught" });
    for (let i = 0; i < 30; i++) threw(load, "Error: again");
    const { errors } = load.notes();
    expect(errors).toHaveLength(20);
    expect(errors[0]).toHaveLength(300);
    expect(errors[1]).toBe("Uncaught");
  });

  it("record the arguments of console.error, and no other message", () => {
    const load = began();
    load.wrote({ type: "error", args: [{ value: "no price" }, { value: 7 }, { description: "Error: b\n at c" }] });
    load.wrote({ type: "warning", args: [{ value: "old" }] });
    expect(load.notes().consoleErrors).toEqual(["no price 7 Error: b"]);
  });

  it("are cleared when this page's document replaces the tab's last page", () => {
    const load = began();
    load.answered(typed(200, "text/html"), "doc-2");
    threw(load, "Error: of the last page");
    load.setFlag();
    load.replaced("frame-9");
    expect(load.notes().errors).toEqual(["Error: of the last page"]);
    load.replaced("doc-2");
    expect(load.notes().errors).toEqual([]);
    expect(load.flagged).toBe(false);
  });

  it("end a wait as soon as the page sets its flag", async () => {
    const load = began();
    const waited = load.untilChange(60_000).then(() => "woken");
    load.setFlag();
    await expect(waited).resolves.toBe("woken");
  });
});
