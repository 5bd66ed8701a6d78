import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { errands, failedErrands, sendThrough, type SavedErrands } from "../../../cli/commands/errands.ts";
import { fetchPage } from "../../../cli/site/fetch-page.ts";

const ORIGIN = "https://shop.example";
const PAGES: Record<string, string> = {
  "/": `<nav><a href="/pricing">Pricing</a><a href="/contact">Contact</a><a href="/cart">Cart</a><a href="/returns">Returns</a></nav>`,
  "/pricing": "<p>€49 a month</p>",
  "/contact": `<a href="mailto:hi@shop.example">Mail</a>`,
  "/returns": "<title>Returns</title><p>Send it back within 30 days.</p>",
};
const served = (pages: Record<string, string>) => async (url: URL, accept: string) =>
  pages[url.pathname] === undefined
    ? { status: 404, text: "", isMarkdown: false }
    : { status: 200, text: pages[url.pathname]!, isMarkdown: accept === "text/markdown" && "markdown" in pages };

describe("errands on the command line", () => {
  it("read the site as it is served, and fail on what is lost", async () => {
    const before = await sendThrough(ORIGIN, [], served(PAGES));
    expect(before.readings.map(({ reading }) => reading)).toEqual(["tree", "html"]);
    expect(failedErrands(before, null)).toEqual([]);
    expect(before.readings[0]!.errands.map(({ state, path: way }) => [state, way.at(-1)])).toEqual([
      ["passes", "/pricing"],
      ["passes", "/contact"],
      ["passes", "/returns"],
    ]);
    const { "/returns": _, ...without } = PAGES;
    const after = await sendThrough(ORIGIN, [], served(without));
    expect(failedErrands(after, before)).toEqual(["returns by tree", "returns by html"]);
    expect(failedErrands(after, after)).toEqual([]);
  });

  it("read Markdown where the site has it", async () => {
    const { readings } = await sendThrough(
      ORIGIN,
      [],
      served({ "/": "[Pricing](/pricing)", "/pricing": "49 €", markdown: "" }),
    );
    const found = readings.find(({ reading }) => reading === "markdown")!.errands;
    expect(found.map(({ state }) => state)).toEqual(["passes", "fails", "does_not_apply"]);
  });

  it("refuse a site that does not answer, and a baseline that is none", async () => {
    const down = async () => ({ status: 0, text: "", isMarkdown: false });
    await expect(sendThrough(ORIGIN, [], down)).rejects.toThrow("can't be fetched");
    const file = path.join(mkdtempSync(path.join(tmpdir(), "errands-")), "x.json");
    for (const [text, message] of [
      ["{}", "is not what"],
      ["{", "can't be read"],
    ] as const) {
      writeFileSync(file, text);
      await expect(errands(ORIGIN, { format: "text", baseline: file, require: [] })).rejects.toThrow(message);
    }
  });
});

describe("a page at a terminal", () => {
  const answer = (status: number, headers: Record<string, string>, body = "") =>
    new Response(body || null, { status, headers });
  it("is read after redirects on its own site, and not on another", async () => {
    const own = async (url: string | URL | Request) =>
      new URL(url instanceof Request ? url.url : url).pathname === "/a"
        ? answer(301, { location: "/b" })
        : answer(200, { "content-type": "text/markdown" }, "# B");
    expect(await fetchPage(new URL("/a", ORIGIN), "text/html", own)).toEqual({
      status: 200,
      text: "# B",
      isMarkdown: true,
    });
    const away = async () => answer(302, { location: "https://elsewhere.example/" });
    expect((await fetchPage(new URL("/a", ORIGIN), "text/html", away)).status).toBe(0);
    const loop = async () => answer(302, { location: "/a" });
    expect((await fetchPage(new URL("/a", ORIGIN), "text/html", loop)).status).toBe(0);
    const broken = () => Promise.reject(new Error("no route"));
    expect((await fetchPage(new URL("/a", ORIGIN), "text/html", broken)).status).toBe(0);
  });
});

const empty: SavedErrands = { url: ORIGIN, readings: [] };
it("without readings nothing failed", () => expect(failedErrands(empty, empty)).toEqual([]));
