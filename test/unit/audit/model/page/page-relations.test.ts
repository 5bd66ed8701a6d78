import { describe, expect, it } from "vitest";
import type { FetchedPage } from "../../../../../src/audit/model/page/page";
import { packRelations, unpackRelations } from "../../../../../src/audit/model/page/relations";
import { isRedirect, refreshOf } from "../../../../../src/audit/model/page/refresh";
import { LinkResolver } from "../../../../../src/audit/model/page/links";
import { directivesOf } from "../../../../../src/audit/model/page/robots-directives";
import { hash53 } from "../../../../../src/lib/crypto/hash";
import { factsOf, pageOf } from "../../makers.ts";

const URL_ = "https://e.example/a";
const page = (html: string, fetched: Partial<FetchedPage> = {}) =>
  pageOf(URL_, { facts: factsOf(html, true), ...fetched });

describe("what a page states about others", () => {
  it("is the same after packing and unpacking", () => {
    const words = Array.from({ length: 100 }, (_, i) => `word${i}`).join(" ");
    const html = `<head><meta property="og:title" content="T"><link rel="alternate" hreflang="EN" href="/a"><link rel="alternate" hreflang="de-AT" href="/de"><link rel="alternate" hreflang="de" href="/de"><link rel="alternate" hreflang="fr" href="https://["></head><h1>Head</h1><main>${words}</main>`;
    const whole = page(html);
    const sketch = whole.facts!.text.mainSketch;
    const packed = packRelations(whole)!;
    expect(unpackRelations(packed)).toEqual({
      h1: hash53("head"),
      og: hash53("T\n"),
      preview: hash53("T\n"),
      sketch: sketch.halves,
      minima: sketch.minima,
      alternates: [hash53(URL_), hash53("https://e.example/de")],
      codes: "en de-at,de",
      next: [],
      prev: [],
      cut: false,
    });
    expect(JSON.parse(packed)).not.toHaveProperty("s");
    expect(unpackRelations(packRelations(page(html.replace("word0 ", "")))).sketch).toBeNull();
    expect(unpackRelations(packRelations(page(html, { headers: { "x-robots-tag": "noindex" } }))).sketch).toBeNull();
    const cut = { ...whole, facts: { ...whole.facts!, truncated: true } };
    expect(unpackRelations(packRelations(cut))).toMatchObject({ cut: true, sketch: null });
  });

  it("is nothing of a page that states nothing, or is none", () => {
    const none = {
      h1: null,
      og: null,
      preview: null,
      sketch: null,
      minima: null,
      alternates: [],
      codes: "",
      next: [],
      prev: [],
      cut: false,
    };
    expect([packRelations(page("<p>a")), packRelations(page("<h1>A</h1>", { status: 404, outcome: "error" }))]).toEqual(
      [null, null],
    );
    expect([unpackRelations(null), unpackRelations("{}")]).toEqual([none, none]);
    expect(unpackRelations(packRelations(page('<meta name="twitter:title" content="A">')))).toMatchObject({
      og: null,
      preview: hash53("A\n"),
    });
  });

  it("keeps 35 characters of a code and 100 of the codes of one URL", () => {
    const tags = Array.from(
      { length: 4 },
      (_, i) => `<link rel="alternate" hreflang="${i}${"x".repeat(40)}" href="/b">`,
    ).join("");
    const { codes } = unpackRelations(packRelations(page(`<head>${tags}</head>`)));
    expect(codes).toBe(
      [0, 1, 2]
        .map((i) => `${i}${"x".repeat(34)}`)
        .join(",")
        .slice(0, 100),
    );
  });
});

describe("a meta refresh", () => {
  const resolver = new LinkResolver(new URL(URL_), null, null);
  it.each([
    ["0; url=/b", "/b", 0],
    ["5;URL = '/b' x", "/b", 5],
    ['6, "/b', "/b", 6],
    ["1.5 /b", "/b", 1],
    [" 7 ;\nurl=/b ", "/b", 7],
  ])("%j leads to %s after %i s", (content, path, delaySeconds) => {
    const refresh = refreshOf(content, URL_, resolver);
    expect(refresh).toEqual({ url: `https://e.example${path}`, delaySeconds });
    expect(isRedirect(refresh)).toBe(delaySeconds <= 5);
  });
  it.each([null, "", "5", "x; url=/b", "0; url=/a", "0; url=#x", "0; url=mailto:a@b.example"])(
    "%j leads nowhere",
    (content) => {
      expect(refreshOf(content, URL_, resolver)).toBeNull();
      expect(isRedirect(null)).toBe(false);
    },
  );
});

describe("robots directives", () => {
  const NOW = Date.parse("2026-11-21T00:00:00Z");
  const none = {
    noindex: false,
    nofollow: false,
    nosnippet: false,
    noimageindex: false,
    expired: false,
    conflicting: false,
  };
  const metas = (...contents: string[]) => contents.map((content) => ({ agent: "robots", content }));
  it.each([
    [["NOINDEX , Follow"], null, { noindex: true }, ["meta robots: noindex, follow"]],
    [["none"], null, { noindex: true, nofollow: true }, ["meta robots: none"]],
    [
      ["all", "none"],
      null,
      { noindex: true, nofollow: true, conflicting: true },
      ["meta robots: all", "meta robots: none"],
    ],
    [["index, none"], null, { noindex: true, nofollow: true, conflicting: true }, ["meta robots: index, none"]],
    [["follow, nofollow"], null, { nofollow: true, conflicting: true }, ["meta robots: follow, nofollow"]],
    [["all, nofollow"], null, { nofollow: true, conflicting: true }, ["meta robots: all, nofollow"]],
    [["index, nofollow"], null, { nofollow: true }, ["meta robots: index, nofollow"]],
    [["nosnippet,,"], null, { nosnippet: true }, ["meta robots: nosnippet"]],
    [["max-snippet : 0"], null, { nosnippet: true }, ["meta robots: max-snippet:0"]],
    [["max-snippet:1, noimageindex"], null, { noimageindex: true }, ["meta robots: max-snippet:1, noimageindex"]],
    [["unavailable_after: 20-Nov-2026"], null, { expired: true }, ["meta robots: unavailable_after:20-nov-2026"]],
    [
      ["unavailable_after: Fri, 20 Nov 2026 10:00:00 GMT, noindex"],
      null,
      { expired: true, noindex: true },
      ["meta robots: unavailable_after:fri, 20 nov 2026 10:00:00 gmt, noindex"],
    ],
    [["unavailable_after: 2026-11-21T00:00:00Z"], null, {}, ["meta robots: unavailable_after:2026-11-21t00:00:00z"]],
    [["unavailable_after: soon"], null, {}, ["meta robots: unavailable_after:soon"]],
    [[], "noindex", { noindex: true }, ["X-Robots-Tag: noindex"]],
    [
      [],
      "otherbot: noindex, nofollow, googlebot: nosnippet, noimageindex",
      { nosnippet: true, noimageindex: true },
      ["X-Robots-Tag: nosnippet, noimageindex"],
    ],
    [
      [],
      "max-image-preview: none, unavailable_after: 2020-01-01",
      { expired: true },
      ["X-Robots-Tag: max-image-preview:none, unavailable_after:2020-01-01"],
    ],
    [[], "otherbot: noindex", {}, ["X-Robots-Tag: "]],
  ])("of %j and the header %j", (contents, header, change, sources) =>
    expect(directivesOf(metas(...contents), header, NOW)).toEqual({ ...none, ...change, sources }),
  );
});
