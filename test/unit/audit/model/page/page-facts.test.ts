import { describe, expect, it } from "vitest";
import { auditedPage, isCdnFailure, isLoopback } from "../../../../../src/audit/model/page/audited-page";
import { fileReferences } from "../../../../../src/audit/model/page/files";
import type { FetchedPage } from "../../../../../src/audit/model/page/page";
import { isRendered, RENDERING_REASONS } from "../../../../../src/audit/model/page/rendering-policy";
import { has, objectsOf, structuredData, typesOf } from "../../../../../src/audit/model/page/structured-data";
import { factsOf, pageOf } from "../../makers.ts";

const URL_ = "https://e.example/a";
const page = (html: string, fetched: Partial<FetchedPage> = {}) =>
  pageOf(URL_, { facts: factsOf(html, true), ...fetched });

describe("structured data", () => {
  const of = (...blocks: Array<string | null>) => structuredData(blocks);
  it("is read from blocks, graphs and lists", () => {
    expect(
      of(
        '[{"@context":"https://schema.org","@type":["schema:Walk","http://schema.org/Tour",7],"@graph":[{"@type":"A","review":{"@id":"#r"}},{"@type":"Review","@id":"#r"},{"name":"x"},7]}, 8]',
        null,
      ),
    ).toEqual({
      items: [
        { types: ["Walk", "Tour"], node: expect.anything(), isPart: false },
        { types: ["A"], node: expect.anything(), isPart: false },
        { types: ["Review"], node: { "@type": "Review", "@id": "#r" }, isPart: true },
      ],
      broken: [],
      incomplete: [],
    });
    expect(of()).toEqual({ items: [], broken: [], incomplete: [] });
    expect(
      of('{"@type":"A"}', '{"@context":"SCHEMA.org"}', '{"@context":"https://schema.org","@graph":[]}').incomplete,
    ).toEqual(["no @context of schema.org", "no @type"]);
    const many = JSON.stringify(
      Array.from({ length: 201 }, () => ({ "@context": "https://schema.org", "@type": "A" })),
    );
    expect(of(many).items).toHaveLength(200);
    for (const name of ["aggregateRating", "review", "reviews"])
      expect(
        of(`[{"@type":"A","${name}":{"@id":"#r"}},{"@type":"B","@id":"#r"},{"@type":"C"}]`).items.map(
          ({ isPart }) => isPart,
        ),
      ).toEqual([false, true, false]);
  });

  it("shows thirty characters on both sides of a break, and its line", () => {
    const text = `[\n"${"a".repeat(40)}"\n  b${"c".repeat(40)}`;
    expect(of(text).broken).toEqual([`line 3, character 47: ${"a".repeat(26)}" ⟂b${"c".repeat(29)}`]);
  });

  it("has values with and without the prefix of their context", () => {
    const node = { a: 0, b: "", c: null, d: [], "schema:e": { f: 1 }, g: [{ h: 1 }, "i", null, [1]] };
    expect(["a", "b", "c", "d", "e", "g", "z"].filter((name) => has(node, name))).toEqual(["a", "e", "g"]);
    expect([objectsOf(node, "e"), objectsOf(node, "g"), objectsOf(node, "z"), typesOf({})]).toEqual([
      [{ f: 1 }],
      [{ h: 1 }],
      [],
      [],
    ]);
  });
});

describe("an audited page", () => {
  const reason = (fetched: Partial<FetchedPage>, allowed = true, html = "<p>a") =>
    auditedPage({ ...page(html), ...fetched }, { allowed, rule: null }, 0).nonIndexableReason;
  it("says why it can't be indexed", () => {
    expect([
      reason({}),
      reason({}, false),
      reason({ outcome: "blocked" }, false),
      reason({ outcome: "blocked" }),
    ]).toEqual([null, "blocked", "blocked", "not_audited"]);
    expect([
      reason({ outcome: "redirect", status: 301 }),
      reason({ outcome: "not_html" }),
      reason({ status: 404 }),
      reason({ outcome: "timeout" }),
    ]).toEqual(["redirect", "not_html", "error", "error"]);
    expect([
      reason({}, true, '<meta name=robots content=noindex><link rel=canonical href="/b">'),
      reason({}, true, '<meta name=robots content="unavailable_after: 1960-01-01">'),
    ]).toEqual(["noindex", "noindex"]);
    expect([
      reason({}, true, '<link rel=canonical href="/b">'),
      reason({}, true, '<link rel=canonical href="/a">'),
    ]).toEqual(["canonicalised", null]);
    expect([reason({ facts: null }), reason({}, false, "<meta name=robots content=noindex>")]).toEqual([
      "error",
      "blocked",
    ]);
  });

  it("takes the canonical, the alternates and the image that come first", () => {
    const link =
      '</c>; rel="canonical", </d>; rel=canonical, <mailto:a@b.example>; rel=alternate; hreflang=fr, </de>; rel="x alternate"; hreflang="de"; title=a, </no>; rel=alternate';
    const { canonical, headerCanonical, alternates } = page("<link rel=canonical href='https://['>", {
      headers: { link },
    });
    expect([canonical, headerCanonical]).toEqual(["https://e.example/c", "https://e.example/c"]);
    expect(alternates).toEqual([
      { code: "fr", href: "mailto:a@b.example", url: null },
      { code: "de", href: "/de", url: "https://e.example/de" },
    ]);
    const image = (...tags: Array<[string, string]>) =>
      page(tags.map(([name, content]) => `<meta property="${name}" content="${content}">`).join("")).previewImage;
    const http = ["og:image", "http://e.example/i.png"] as [string, string];
    expect([
      image(),
      image(["twitter:image:src", "/t.png"]),
      image(http, ["og:image:secure_url", "https://e.example/s.png"]),
    ]).toEqual([null, "/t.png", "https://e.example/s.png"]);
    expect([
      image(http, ["og:image:secure_url", "/s.png"]),
      image(["og:image", "HTTPS://e.example/i.png"], ["og:image:secure_url", "https://e.example/s.png"]),
    ]).toEqual(["http://e.example/i.png", "HTTPS://e.example/i.png"]);
  });

  it("is served by a CDN's error, or from this machine", () => {
    expect([519, 520, 527, 528, 529, 530, 531].filter(isCdnFailure)).toEqual([520, 527, 530]);
    const hosts = [
      "localhost",
      "127.0.0.1",
      "127.1.2.3",
      "[::1]",
      "a.localhost",
      "128.0.0.1",
      "localhost.example",
      "x127.0.0.1",
      "127.0.0.1.example",
      ".localhost",
    ];
    expect(hosts.filter(isLoopback)).toEqual(hosts.slice(0, 5));
    expect(RENDERING_REASONS.filter(isRendered)).toEqual(["looks_empty", "template_sample", "template_changes", "all"]);
  });

  it("refers to the files that the run may request", () => {
    const html =
      '<img src="/i.png"><script src="/s.js"></script><img src="https://o.example/o.png"><a href="/f.pdf">F</a><a href="https://o.example/">O</a><a href="/page">P</a><a href="/i.png">I</a>';
    const urls = (choice: Parameters<typeof fileReferences>[1], fetched: Partial<FetchedPage> = {}) =>
      fileReferences(page(html, fetched), choice).map(({ url, image, external }) => [
        url.replace("https://", ""),
        image,
        external,
      ]);
    const own = [
      ["e.example/i.png", true, false],
      ["e.example/s.js", false, false],
    ];
    const pdf = ["e.example/f.pdf", false, false];
    expect([urls("none"), urls("all", { status: 404, outcome: "error" })]).toEqual([[], []]);
    expect(urls("own")).toEqual([...own, pdf]);
    expect(urls("all")).toEqual([...own, ["o.example/o.png", true, true], pdf, ["o.example/", false, true]]);
  });
});
