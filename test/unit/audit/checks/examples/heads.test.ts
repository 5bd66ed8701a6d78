import { describe, expect, it } from "vitest";
import { parse, type DefaultTreeAdapterTypes as Tree } from "parse5";
import { findingOf, ADDRESS } from "./ids-of.ts";
import { PageExtractor } from "../../../../../src/web/html";
import { factsOf } from "../../makers.ts";

const SELF = `<link rel="canonical" href="${ADDRESS}">`;

/** Whether the page's canonical is in its head, by a parser that shares no code with ours. */
function isInHead(html: string): boolean {
  const document = parse(html, { scriptingEnabled: true });
  const root = document.childNodes.find((node): node is Tree.Element => node.nodeName === "html")!;
  const head = root.childNodes.find((node): node is Tree.Element => node.nodeName === "head")!;
  return head.childNodes.some((node) => node.nodeName === "link");
}

describe("a tag of the head", () => {
  it.each([
    ["plain", `<head><title>A</title>${SELF}</head><body><p>A`],
    ["without a head", `<title>A</title>${SELF}<p>A`],
    ["after a template with content", `<head><template><div>A</div></template>${SELF}</head>`],
    ["after a pixel for browsers without scripts", `<head><noscript><img src="/a.gif"></noscript>${SELF}</head>`],
    ["between head and body", `<head><title>A</title></head>${SELF}<body><p>A`],
    ["after the head, a comment and a script", `<head></head><!-- A --><script>a()</script>\n${SELF}<body>`],
    ["after a comment with an element", `<head><!-- <div> -->${SELF}</head>`],
    ["after a noscript that follows the head", `<head></head><noscript><iframe></iframe></noscript>${SELF}<body>`],
    ["after a letter in the head", `<head>;${SELF}</head><body>`],
    ["after a byte order mark in the head", `<head>\ufeff<title>A</title>${SELF}</head><body>`],
    ["after a server's warning", `<br>\n<b>Warning</b>: A<!doctype html><html><head>${SELF}</head>`],
    ["after a frame in the head", `<head><iframe src="/a"></iframe>${SELF}</head>`],
    ["in the body", `<head></head><body>${SELF}`],
    ["after a stray end of the head", `<title>A</title></head>${SELF}<p>A`],
  ])("%s is where browsers put it", (_, page) => {
    const html = `<!doctype html><html lang="en">${page}`;
    expect(findingOf("canonical_in_body", html) === null).toBe(isInHead(html));
    expect(findingOf("metas_in_body", html) === null).toBe(isInHead(html));
  });

  it("of X is not among those that must be there", () => {
    expect(findingOf("metas_in_body", '<body><p>A<meta name="twitter:card" content="summary">')).toBeNull();
    expect(findingOf("metas_in_body", '<body><p>A<meta property="og:title" content="A">')).not.toBeNull();
  });
});

describe("the html element", () => {
  it("keeps its language when a page is pasted into another", () => {
    const pasted = '<html lang="en"><body><p>A<html><body><p>B<html lang="de">';
    expect(factsOf(pasted).lang).toBe("en");
    expect(factsOf('<html><p>A<html lang="de">').lang).toBe("de");
  });
});

it.each([
  "<!doctype html>",
  "<!DOCTYPEhtml>",
  "<!doctypehtml>",
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "">',
])("%s is a doctype", (doctype) => expect(findingOf("missing_doctype", `${doctype}<title>A</title>`)).toBeNull());

it("takes the encoding of an XML declaration for a charset", () => {
  expect(findingOf("missing_charset", '<?xml version="1.0" encoding="UTF-8"?><title>A</title>')).toBeNull();
  expect(findingOf("missing_charset", '<?xml version="1.0"?><title>A</title>')).not.toBeNull();
});

describe("XHTML that is sent as such", () => {
  const html = `<title/><script src="/a.js"/><h1><a id="top"/>Walks</h1><p><![CDATA[along <the> harbour]]></p>`;
  const read = (isXml: boolean) => {
    const extractor = new PageExtractor({ isXml });
    extractor.write(html);
    return extractor.end();
  };
  it("has elements that close themselves, and text in CDATA", () => {
    expect(read(true).headings).toEqual([{ level: 1, text: "Walks" }]);
    expect(read(true).text.main.trim()).toMatch(/^Walks\s+along <the> harbour$/);
    expect(read(true).titles[0]?.text ?? "").toBe("");
  });
  it("is read otherwise when it is sent as HTML", () => expect(read(false).headings).toEqual([]));
});

describe("what React streams", () => {
  const streamed = (id: string) =>
    `<main><template id="B:0"></template></main><div hidden id="${id}"><h1>Walks</h1><p>${"along the harbour ".repeat(9)}</div><script>$RC("B:0","S:0")</script>`;
  it("is on the page, although it is hidden until its script has run", () => {
    expect(findingOf("missing_h1", streamed("S:0"))).toBeNull();
    expect(findingOf("empty_page", streamed("S:1a"))).toBeNull();
    expect(findingOf("empty_page", streamed("app-S:1a"))).toBeNull();
  });
  it("is not what else is hidden", () => expect(findingOf("empty_page", streamed("menu"))).not.toBeNull());
});

describe("an address of one's own", () => {
  const HOME = '<link rel="canonical" href="https://walks.example/">';
  it.each([
    ["/index.html", false],
    ["/index.php", false],
    ["/?utm_source=mail&gclid=1", false],
    ["/index.html?ref=a", false],
    ["/?p=5", true],
    ["/index.php?id=5", true],
    ["/tour/index.html", true],
    ["/tour", true],
  ])("with the home page as its canonical, %s is a fault: %s", (path, isFault) =>
    expect(findingOf("canonical_to_homepage", HOME, { url: `https://walks.example${path}` }) !== null).toBe(isFault),
  );

  it("is not what an empty canonical names", () => {
    const empty = '<head><base href="/"><link rel="canonical" href=" "></head>';
    expect(findingOf("canonical_invalid", empty)?.found).toBe("(empty)");
    expect(findingOf("canonical_relative", empty)).toBeNull();
    expect(findingOf("canonical_to_homepage", empty)).toBeNull();
  });
});

describe("the tags of a preview", () => {
  const image = (tags: Record<string, string>) =>
    `<meta property="og:title" content="A">${Object.entries(tags)
      .map(([name, content]) => `<meta property="${name}" content="${content}">`)
      .join("")}`;
  it.each([
    [{ "og:image": "http://cdn.example/a.jpg", "og:image:secure_url": "https://cdn.example/a.jpg" }, false],
    [{ "og:image": "http://cdn.example/a.jpg", "og:image:secure_url": "//cdn.example/a.jpg" }, true],
    [{ "og:image": "http://cdn.example/a.jpg" }, true],
  ])("%j are without a secure image: %s", (tags, isFault) =>
    expect(findingOf("og_image_not_absolute", image(tags)) !== null).toBe(isFault),
  );
  it("take the first value that is not empty", () =>
    expect(findingOf("og_title_missing", `<meta property="og:title" content="">${image({})}`)).toBeNull());
});

describe("alternates", () => {
  const link = (code: string, href: string, type = "") =>
    `<link rel="alternate" hreflang="${code}" href="${href}"${type && ` type="${type}"`}>`;
  it("are pages, not feeds", () => {
    const feeds = link("en", "/feed.xml", "application/rss+xml") + link("en", "/atom.xml", "application/atom+xml");
    for (const id of ["hreflang_missing_self", "hreflang_relative_url", "hreflang_conflicting"])
      expect(findingOf(id, feeds)).toBeNull();
    expect(findingOf("hreflang_relative_url", link("de", "/de", "text/html; charset=utf-8"))).not.toBeNull();
  });
  it("in the old and the new code of a language agree", () => {
    expect(findingOf("hreflang_conflicting", link("nb", ADDRESS) + link("no", ADDRESS))).toBeNull();
    expect(findingOf("hreflang_conflicting", link("nb", ADDRESS) + link("sv", ADDRESS))).not.toBeNull();
  });
});

it.each([
  ["iw", false],
  ["in-ID", false],
  ["jp", true],
  ["en_US", true],
])("a lang of %s is invalid: %s", (lang, isInvalid) =>
  expect(findingOf("invalid_html_lang", `<html lang="${lang}">`) !== null).toBe(isInvalid),
);
