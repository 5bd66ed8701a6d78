import { describe, expect, it } from "vitest";
import type { ParsedPage } from "../../../../../src/audit/model/page/page";
import { previewIdentity, previewScore } from "../../../../../src/audit/model/page/preview-score";
import { isShell, renderingReport } from "../../../../../src/audit/model/page/rendering";
import { factsOf, pageOf, parsedPage } from "../../makers.ts";

const page = (html: string): ParsedPage => parsedPage(pageOf("https://e.example/p", { facts: factsOf(html) }));

const SHELL =
  '<html><head><title>App</title></head><body><div id="root"></div><script src="/a.js"></script></body></html>';
const RICH = `<html><head><title>Shoes</title><meta name="description" content="All shoes"><link rel="canonical" href="/shoes"><meta name="robots" content="noindex"><meta property="og:title" content="Shoes"><meta property="og:image" content="https://e.example/i.png"></head><body><h1>Shoes</h1><p>${"word ".repeat(80)}</p><a href="/a">a</a><a href="/b">b</a><script type="application/ld+json">{"@context":"https://schema.org","@type":"Product","name":"x"}</script></body></html>`;

describe("isShell", () => {
  it.each([
    ["little text and a script", SHELL, true],
    ["little text and no script", "<html><body>Thin</body></html>", false],
    [
      "little text and JSON-LD alone",
      '<html><body>Thin<script type="application/ld+json">{}</script></body></html>',
      false,
    ],
    ["enough text", `<html><body>${"word ".repeat(50)}<script src=a></script></body></html>`, false],
    ["one word too few", `<html><body>${"word ".repeat(49)}<script src=a></script></body></html>`, true],
    ["enough CJK text", `<html><body>${"字".repeat(100)}<script src=a></script></body></html>`, false],
  ])("%s", (_name, html, expected) => expect(isShell(page(html))).toBe(expected));
});

/** The score of RICH without the points for unique tags. */
const RICH_SCORE = 15 + 5 + 20 + 5 + 15 + 10;

const render = { finalUrl: "https://e.example/p", errors: [], failedRequests: [], ready: "quiet" as const };
const resource = (url: string) => ({ url, type: "script" as const, status: 200, bytes: 1, cacheable: true });

describe("raw compared with rendered HTML", () => {
  it("names every field that differs and counts the resources that robots.txt blocks", () => {
    const raw = page(SHELL);
    const pair = {
      raw,
      rendered: page(RICH),
      render: { ...render, resources: [resource("https://e.example/x.js"), resource("https://cdn.example/x.js")] },
      snapshot: null,
      isAllowed: () => false,
    };
    const report = renderingReport(raw, pair, false, null);
    expect(report.changed).toEqual([
      "words",
      "links",
      "title",
      "description",
      "canonical",
      "robots",
      "headings",
      "jsonLd",
    ]);
    expect(report.rendered).toMatchObject({
      words: 82,
      links: 2,
      title: "Shoes",
      description: "All shoes",
      canonical: "https://e.example/shoes",
      robots: ["meta robots: noindex"],
      headings: ["h1: Shoes"],
      jsonLd: ["Product"],
    });
    expect(report.blockedResources).toBe(1);
    expect(renderingReport(raw, { ...pair, rendered: raw }, false, null).changed).toEqual([]);
  });

  it("scores tags that only scripts add at most 40", () => {
    const raw = page(SHELL);
    const pair = {
      raw,
      rendered: page(RICH),
      render: { ...render, resources: [] },
      snapshot: null,
      isAllowed: () => true,
    };
    const scripted = { ...raw, rendering: { pair, report: renderingReport(raw, pair, false, null) } };
    expect(previewScore(raw, true)).toBe(7);
    expect(previewScore(scripted, true)).toBe(40);
    const stored = { page: page(RICH), createdAt: 0 };
    const snapshot = { ...raw, rendering: { ...scripted.rendering, pair: { ...pair, snapshot: stored } } };
    expect(previewScore(snapshot, true)).toBe(RICH_SCORE + 5);
    expect([raw, scripted, snapshot].map(previewIdentity)).toEqual([null, null, "Shoes\n"]);
  });

  it("gives the points for unique tags only to tags that no other page has", () => {
    expect(previewScore(page(RICH), true)).toBe(RICH_SCORE + 5);
    expect(previewScore(page(RICH), false)).toBe(RICH_SCORE);
    expect(previewScore(page(SHELL), true)).toBe(previewScore(page(SHELL), false));
  });
});
