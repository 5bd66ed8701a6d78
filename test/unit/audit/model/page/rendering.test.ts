import { describe, expect, it } from "vitest";
import { auditedPage } from "../../../../../src/audit/model/page/audited-page";
import type { AuditedPage } from "../../../../../src/audit/model/page/page";
import { previewIdentity, previewScore } from "../../../../../src/audit/model/page/preview-score";
import { isShell, renderingReport } from "../../../../../src/audit/model/page/rendering";
import { PageExtractor } from "../../../../../src/web/html/extractor";

function pageOf(html: string): AuditedPage {
  const extractor = new PageExtractor();
  extractor.write(html);
  const fetched = {
    url: "https://e.example/p",
    depth: 0,
    outcome: "ok" as const,
    status: 200,
    ttfbMs: 1,
    loadTimeMs: 2,
    bytes: html.length,
    headers: {},
    redirectUrl: null,
    typeMismatch: null,
    facts: extractor.end(),
    failure: null,
  };
  return auditedPage(fetched, { allowed: true, rule: null }, 0);
}

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
    ["text enough", `<html><body>${"word ".repeat(50)}<script src=a></script></body></html>`, false],
    ["one word less", `<html><body>${"word ".repeat(49)}<script src=a></script></body></html>`, true],
    ["CJK text enough", `<html><body>${"字".repeat(100)}<script src=a></script></body></html>`, false],
  ])("%s", (_name, html, expected) => expect(isShell(pageOf(html))).toBe(expected));
});

/** RICH without the points for tags of its own. */
const RICH_SCORE = 15 + 5 + 20 + 5 + 15 + 10;

const render = { finalUrl: "https://e.example/p", errors: [], failedRequests: [], ready: "quiet" as const };
const resource = (url: string) => ({ url, type: "script" as const, status: 200, bytes: 1, cacheable: true });

describe("raw against rendered", () => {
  it("names every field that differs, and counts what robots.txt closes", () => {
    const raw = pageOf(SHELL);
    const pair = {
      raw,
      rendered: pageOf(RICH),
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

  it("scores tags that only scripts make, up to 40", () => {
    const raw = pageOf(SHELL);
    const pair = {
      raw,
      rendered: pageOf(RICH),
      render: { ...render, resources: [] },
      snapshot: null,
      isAllowed: () => true,
    };
    const scripted = { ...raw, rendering: { pair, report: renderingReport(raw, pair, false, null) } };
    expect(previewScore(raw, true)).toBe(7);
    expect(previewScore(scripted, true)).toBe(40);
    const stored = { page: pageOf(RICH), createdAt: 0 };
    const snapshot = { ...raw, rendering: { ...scripted.rendering, pair: { ...pair, snapshot: stored } } };
    expect(previewScore(snapshot, true)).toBe(RICH_SCORE + 5);
    expect([raw, scripted, snapshot].map(previewIdentity)).toEqual([null, null, "Shoes\n"]);
  });

  it("gives the points for tags of its own to tags that no other page has", () => {
    expect(previewScore(pageOf(RICH), true)).toBe(RICH_SCORE + 5);
    expect(previewScore(pageOf(RICH), false)).toBe(RICH_SCORE);
    expect(previewScore(pageOf(SHELL), true)).toBe(previewScore(pageOf(SHELL), false));
  });
});
