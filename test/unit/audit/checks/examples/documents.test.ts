import { describe, expect, it } from "vitest";
import { findingOf } from "./ids-of.ts";
import { factsOf } from "../../makers.ts";

const TAG = '<meta charset="utf-8">';
/** A page whose charset tag ends at this byte. */
const endingAt = (bytes: number, letter = "x") => {
  const rest = bytes - "<!--".length - "-->".length - TAG.length;
  return `<!--${letter.repeat(Math.floor(rest / Buffer.byteLength(letter)))}${" ".repeat(rest % Buffer.byteLength(letter))}-->${TAG}<title>A</title>`;
};

describe("missing_charset", () => {
  it.each([
    [1_024, "x", false],
    [1_025, "x", true],
    [1_024, "ü", false],
    [1_025, "ü", true],
    [1_024, "港", false],
    [1_026, "港", true],
    [60, "x", false],
  ])("where the tag ends at byte %i after %s: %s", (bytes, letter, missing) => {
    const html = endingAt(bytes, letter);
    expect(Buffer.byteLength(html.slice(0, html.indexOf("<title>")))).toBe(bytes);
    expect(findingOf("missing_charset", html) !== null).toBe(missing);
  });
  it("reads the old form by the same rule", () => {
    const old = '<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1">';
    const html = (bytes: number) => `<!--${"x".repeat(bytes - 7 - old.length)}-->${old}<title>A</title>`;
    expect(findingOf("missing_charset", html(1_024))).toBeNull();
    expect(findingOf("missing_charset", html(1_025))).not.toBeNull();
  });
});

it("asks pages that are sent as XHTML for neither a charset nor a doctype", () => {
  const page =
    '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>Grüße</title></head><body><p>A</p></body></html>';
  for (const id of ["missing_charset", "missing_doctype"]) {
    expect(findingOf(id, page, { headers: { "content-type": "application/xhtml+xml" } })).toBeNull();
    expect(findingOf(id, page, { headers: { "content-type": "text/html" } })).not.toBeNull();
  }
});

describe("the main heading", () => {
  it.each([
    ['<h1><img src="/a.png" alt="Harbour walks"></h1>', "Harbour walks"],
    ['<h1><a href="/"><img src="/a.png" alt=" Harbour\n walks "></a></h1>', "Harbour walks"],
    ['<h1>Tours <img src="/a.png" alt="A ship"></h1>', "Tours"],
    ['<h1><img src="/a.png" alt="A ship"> Tours</h1>', "Tours"],
    ["<h1><svg><title>Harbour walks</title></svg></h1>", "Harbour walks"],
    ['<h1><img alt="Harbour"><img alt="walks"></h1>', "Harbour walks"],
    ['<h1 aria-label="Harbour walks"><span></span></h1>', "Harbour walks"],
    ['<h1><a href="/" aria-label="Harbour walks"><svg><path/></svg></a></h1>', "Harbour walks"],
    ['<h1><a href="/" title="Harbour walks"></a></h1>', "Harbour walks"],
    ['<h1><svg role="img" aria-label="Harbour walks"><path/></svg></h1>', "Harbour walks"],
    ['<h1><amp-img src="/a.png" alt="Harbour walks"></amp-img></h1>', "Harbour walks"],
    ['<h1>Tours <a href="#tours" title="Link to this heading"></a></h1>', "Tours"],
  ])("%s is %j", (html, text) => {
    expect(factsOf(html).headings).toEqual([{ level: 1, text }]);
    expect(findingOf("missing_h1", html)).toBeNull();
  });
  it.each([
    '<h1><img src="/a.png" alt=""></h1>',
    '<h1><img src="/a.png"></h1>',
    '<h1><img alt="A" hidden></h1>',
    '<h1><a href="/" title="A" hidden></a></h1>',
    "<h1> </h1>",
  ])("is missing in %s", (html) => expect(findingOf("missing_h1", html)).not.toBeNull());
});

describe("uncompressed_html", () => {
  const big = `<title>A</title><p>${"walk ".repeat(3_000)}`;
  const found = (headers: Record<string, string>) => findingOf("uncompressed_html", big, { headers }) !== null;
  it.each([
    [{}, true],
    [{ "content-encoding": "identity" }, true],
    [{ "content-encoding": "gzip" }, false],
    [{ "content-encoding": "br" }, false],
    [{ "content-encoding": "zstd" }, false],
  ])("with %j: %s", (headers, expected) => expect(found(headers as Record<string, string>)).toBe(expected));
});

describe("examples", () => {
  const page = (body: string) => `<html lang="en"><title>A</title><main><h1>Tours</h1>${body}</main>`;
  it.each([
    ["empty_heading", "<h2></h2>", ['<h2> below "Tours"']],
    ["empty_heading", '<h3 id="times"></h3>', ['<h3 id="times">']],
    ["empty_heading", "<h2>Prices</h2><h2><span></span></h2>", ['<h2> below "Prices"']],
    ["empty_button", "<h2>Prices</h2><button></button>", ['<button> below "Prices"']],
    ["form_field_without_label", "<h2>Book</h2><input>", ['<input> below "Book"']],
    ["frame_without_title", "<iframe></iframe>", ['<iframe> below "Tours"']],
    ["frame_without_title", '<iframe src="/map"></iframe>', ['<iframe src="/map">']],
    ["image_missing_alt", "<img>", ['<img> below "Tours"']],
    ["image_missing_alt", '<img srcset="/a.png 1x, /b.png 2x">', ["/a.png"]],
    ["image_missing_alt", '<img data-src="/a.png">', ["/a.png"]],
    ["image_missing_alt", '<img src="/a.png"><img src="/a.png"><img src="/b.png">', ["/a.png", "/b.png"]],
  ])("of %s in %s", (id, body, samples) => expect(findingOf(id, page(body))?.samples).toEqual(samples));

  it("count what they leave out", () => {
    expect(findingOf("image_missing_alt", page('<img src="/a.png"><img src="/a.png">'))!.count).toBe(2);
  });
  it("are left out if all are blank", () => {
    const html = '<title>A</title><meta name="description" content=""><meta name="description" content="">';
    expect(findingOf("multiple_meta_descriptions", html)?.samples ?? []).toEqual([]);
  });
  it("tell where a picture in the page itself is", () => {
    const source = `data:image/png;base64,${"A".repeat(500)}`;
    expect(findingOf("image_missing_alt", page(`<img src="${source}">`))!.samples).toEqual([
      'data:image/png… below "Tours"',
    ]);
  });
});
