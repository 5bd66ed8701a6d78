import { Parser } from "htmlparser2";
import { runPageChecks } from "../../../src/audit/checks/run-checks";
import { unreachedPage } from "../../../src/audit/crawl/fetch/fetch-page";
import { auditedPage } from "../../../src/audit/model/page/audited-page";
import { toMarkdown } from "../../../src/prerender/cache/markdown";
import { Extraction, faultOfField, metaContents, PageExtractor } from "../../../src/web/html";
import type { HtmlEvents } from "../../../src/web/html/open-elements";
import { HtmlScanner } from "../../../src/web/html/scanner";
import { hostileRoutes } from "../../support/hostile-texts";
import type { Draw } from "../draw.ts";
import { cut } from "./generate.ts";
import { holds, same, type Target } from "./target.ts";

const PAGE = `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title> A &amp; B </title><base href="/x/">
<meta name="Description" content="Some  text"><meta name="viewport" content="width=device-width"><meta name="robots" content="NOINDEX, follow">
<link rel="canonical" href="/a"><link rel="alternate" hreflang="de" href="/de"><meta property="og:title" content="OG">
<script type="application/ld+json">{"@context":"https://schema.org","@type":"Product","offers":{"@type":"Offer","price":"1"}}</script></head>
<body><header><nav><a href="/home">Home</a></nav></header><main><h1>Main <b>title</b></h1><h3>Skipped</h3><p>Hello big world</p>
<a href="/x" rel="nofollow"><img src="/i.png" alt="Picture" srcset="/j.png 2x"></a><label for=q>Q</label><input id=q><table><tr><th>a<td>b</table></main></body></html>`;
const FRAME = '<frameset><frame src=/f></frameset><svg><title>t</title><path d="M0"/></svg><math><mi>x</mi></math>';
const HIDDEN = "<template><p>t</template><noscript><img src=x></noscript><p hidden>h<iframe src=//a title=b></iframe>";
const HOSTILE = Object.values(hostileRoutes("http://site.example"))
  .map(({ body = "" }) => body)
  .filter((body) => body.length < 3_000);
const LISTS =
  "<ul><li>a<ol><li>b</ol></ul><dl><dt>c<dd>d</dl><pre><code>x\n y</code></pre><blockquote>q</blockquote><hr><br>";

const pieces =
  '<p>|</p>|<P CLASS=Big>|<div hidden>|</div>|<b>|</b>|<li>|<a href=\'/x?a=1&amp;b=2\'>|<a href=/unquoted/>|</a>|<br/>|<img src=x alt>|<h1>|</h1>|<h2>|<title>|</title>|<script>|</script>|<script type=application/ld+json>|<style>|</style>|<textarea>|</textarea>|<iframe src=x>|<svg>|</svg>|<foreignObject>|<math>|<form>|<input type=text id=a>|<label for=a>|<select>|<option>|<table>|<tr>|<td>|<template>|</template>|<noscript>|<head>|</head>|<body>|<html lang=en>|<base href=/>|<meta name=robots content=noindex>|<meta charset=latin1>|<link rel=canonical href=/c>|<link rel=alternate hreflang=x-default href=/>|<main>|<nav>|<p role=heading aria-level=2>|<p aria-hidden=true>|<!-- c -->|<!-->|--!>|<!doctype html>|<?xml?>|<![CDATA[x]]>|</ b>|</>|< |&amp;|&copy|&#x41;|&#0;|&nosuch;|&|a=b|=\'|="|/>|word |{"@type":"A"}|<html lang=constructor>|<constructor __proto__=a constructor=b>|<meta property=__proto__ content=a>|<link rel=alternate hreflang=constructor href=/>'.split(
    "|",
  );
/** Elements that no text names until the end. */
const UNNAMED = "<label for=a><table><h2><table><button></b>x";
const material = { seeds: [PAGE, FRAME, HIDDEN, LISTS, UNNAMED, ...HOSTILE], pieces };

function facts(texts: readonly string[], extraction: Extraction | null = null) {
  const extractor = new PageExtractor({ extraction, keepsFiles: true });
  for (const text of texts) extractor.write(text);
  return extractor.end();
}

const OPEN = { allowed: true, rule: null };

function audited(text: string) {
  const page = { ...unreachedPage("https://site.example/a", 0, "ok"), status: 200, facts: facts([text]) };
  return runPageChecks(auditedPage(page, OPEN, 0));
}

const EVERY = { find: (html: string, start: number, end: number) => html.slice(start, end).toLowerCase() };

/** Elements and text in order, as one text. Pieces of text are joined. */
function scanned(texts: readonly string[]): string {
  let trace = "";
  const events: HtmlEvents = {
    open: ({ name }, attributes) => (trace += `<${name} ${JSON.stringify(attributes)}>`),
    close: ({ name }) => (trace += `</${name}>`),
    text: (piece, start, end) => (trace += piece.slice(start, end)),
    doctype: (declaration) => (trace += `<!${declaration}>`),
  };
  const scanner = new HtmlScanner(events, EVERY);
  for (const text of texts) scanner.write(text);
  scanner.end();
  return trace;
}

function parsed(html: string): string {
  let trace = "";
  const parser = new Parser({
    onopentag: (name, attributes) => (trace += `<${name.toLowerCase()} ${JSON.stringify(attributes)}>`),
    onclosetag: (name) => (trace += `</${name.toLowerCase()}>`),
    ontext: (text) => (trace += text),
    onprocessinginstruction: (_, data) => (trace += `<${data}>`),
  });
  parser.end(html);
  return trace;
}

/** Pieces that the scanner and htmlparser2 are meant to read alike. Unlike htmlparser2, the scanner lets HTML end SVG, as browsers do. test/unit/web/html/scanner.test.ts has the differences. */
const ALIKE =
  "<p>|</p>|<P CLASS=Big>|<div hidden>|</div>|<b>|</b>|<a href='/x?a=1&amp;b=2'>|<a href=/unquoted/>|</a>|<br>|<br/>|<img src=x alt>|<h2>|</h2>|<ul>|</ul>|<title>|</title>|<script>|</script>|</scripty>|<style>|</style\n>|<textarea>x</textarea>|<path d='M0'/>|<form>|</form>|<my-element data-x=1>|<!-- note -->|<!---->|<!-->|<!--a--!>|<!--|-->|<!doctype html>|<!ELEMENT>|</ bogus>|</>|< |<1|>|=|'|\"| |\n|text|naïve 日本語 😀|&amp;|&copy|&notit;|&#65;|&nosuch;|&|a=b".split(
    "|",
  );

const SELECTED =
  '<div id=a class="b c"><p data-x=Yes lang=de-AT>one<span class=c>two</span></p><h1 title="">three</h1></div>';
const selectorPieces =
  "div|p|*|.b|.c|#a|[data-x]|[data-x=Yes]|[data-x='yes' i]|[lang|=de]|[class~=c]|[title^='']|[id$=a]|[id*=a]|[x!=y]| > | |,| + |~|:not(p)|::before|\\|\\31 |ns|(|)|[|]|'|\"|/**/|@".split(
    /\|(?!=)/,
  );

function extracted(selector: string, texts: readonly string[], language: "css" | "xpath" | "regex" = "css") {
  const reason = faultOfField(selector, language);
  if (reason !== null) {
    holds(reason !== "" && reason.length < 300, "a refusal has a reason");
    return null;
  }
  return facts(texts, new Extraction([{ name: "x", selector, attribute: null, language }])).extracted;
}

/** A field that is written at random is refused, or finds the same however the page arrives, within the limits. */
function field(language: "css" | "xpath" | "regex") {
  return (text: string, draw: Draw) => {
    const selector = text.slice(0, 500);
    const found = extracted(selector, [SELECTED], language);
    if (found === null) return;
    same(extracted(selector, cut(draw, SELECTED), language), found, "extracted from pieces");
    const { values, count } = found["x"]!;
    holds(values.length <= 10 && values.length <= count && values.every(({ length }) => length <= 500), "limits");
  };
}

const xpathPieces =
  "//|/|div|p|h1|span|*|@id|@class|@*|[|]|(|)|[1]|[last()]|[position()<3]|text()|node()|.|..|=|!=|<|+|-| or | and |'two'|\"Yes\"|, |contains(|starts-with(|count(|not(|normalize-space(|substring(|translate(|string(|concat(|name()|::|ancestor::|following-sibling::|preceding::|descendant-or-self::|attribute::|self::|$x|svg:a|1|2.5|div mod ".split(
    "|",
  );
const patternPieces =
  '<|>|div|one|"|[^"]|[a-z]|[^>]|.|\\w|\\d|\\s|\\b|\\B|^|$|*|+|?|*?|+?|{2}|{1,3}|{0,}|{200}|(|)|(?:|(?<n>|(?=|(?<!|(?i)|(?s)|[|]|-|\\|\\1|\\u0041|\\p{L}|(a*)*|(.*)*|x'
    .split("|")
    .concat("|");

/** A page of any kind, read by expressions that are hard on pages. */
const HARD: ReadonlyArray<readonly ["xpath" | "regex", string]> = [
  ["xpath", "//*[contains(., 'a')]//p[last()] | //b/following::*[2]"],
  ["xpath", "//p[preceding::p[. = //p]]/ancestor::*/@id"],
  ["regex", '(?s)<(\\w+)[^>]*>.*</|(?:a|a?)+b"'],
];

export const PAGES: readonly Target[] = [
  {
    name: "page facts",
    ...material,
    parse: (text) => facts([text]),
    run: (text, draw: Draw) => {
      // A charset counts within the first bytes, which the scanner counts by pieces.
      const whole = { ...facts([text]), charset: null };
      same({ ...facts(cut(draw, text)), charset: null }, whole, "facts of pieces");
      const { elements, images, text: measured } = whole;
      holds(
        [elements, images.total, images.missingAlt, measured.words].every((n) => Number.isInteger(n) && n >= 0),
        "counts",
      );
      holds(images.missingAlt <= images.total, "more images without alt than images");
    },
  },
  { name: "page checks", ...material, run: (text) => void audited(text) },
  {
    name: "HTML scanner",
    seeds: [PAGE, LISTS].map((text) =>
      text.replaceAll(
        /<(?:table|\/table|tr|th|td|li|dt|dd|main|\/main|nav|\/nav|header|\/header|head|\/head|body|label|input|base)[^>]*>/g,
        "",
      ),
    ),
    pieces: ALIKE,
    parse: (text) => scanned([text]),
    run: (text, draw) => same(scanned(cut(draw, text)), scanned([text]), "elements of pieces"),
  },
  {
    name: "HTML scanner next to htmlparser2",
    seeds: ["<p>text</p>"],
    pieces: ALIKE,
    run: (text, draw) => {
      // Only texts of these pieces: other ones may hold an intended difference.
      const html = `${Array.from({ length: 1 + (text.length % 12) }, () => draw.pick(ALIKE)).join("")}-->'">`;
      // htmlparser2 knows no scripts in comments of scripts.
      if (!/<script\b[^]*<!--[^]*<script\b/i.test(html)) same(scanned([html]), parsed(html), html);
    },
  },
  {
    name: "CSS selectors",
    seeds: ["div.b > p[data-x]", "#a .c, h1[title='']", "[lang|=de]", "p:not(.c)", "*"],
    pieces: selectorPieces,
    bound: 500,
    run: field("css"),
  },
  {
    name: "XPath expressions",
    seeds: [
      "//div[@id='a']/p[contains(@class,'c')]/text()",
      "count(//p) + 1",
      "(//h1 | //p)[last()]/ancestor::div[1]/@class",
      "substring-after(normalize-space(//p), 'one')",
    ],
    pieces: xpathPieces,
    bound: 500,
    run: field("xpath"),
  },
  {
    name: "regular expressions",
    seeds: ['class="([^"]*)"', "(?i)<p[^>]*>(.*?)<", "(?:a|b)+?c{1,3}|\\bone\\b", "(?s)^.*$"],
    pieces: patternPieces,
    bound: 500,
    run: field("regex"),
  },
  {
    name: "fields of hostile pages",
    ...material,
    parse: (text) => HARD.map(([language, selector]) => extracted(selector, [text], language)),
    run: (text, draw) => {
      for (const [language, selector] of HARD)
        same(extracted(selector, cut(draw, text), language), extracted(selector, [text], language), selector);
    },
  },
  { name: "Markdown", ...material, run: (text) => holds(typeof toMarkdown(text) === "string", "a text") },
  {
    name: "verification tags",
    ...material,
    run: (text) =>
      holds(
        metaContents(text, "robots").every((each) => each === each.trim()),
        "trimmed",
      ),
  },
];
