// Four ways of reading the same fields of a page with libraries, each written as its documentation suggests.
import { load } from "cheerio";
import { Parser } from "htmlparser2";
import { parseHTML } from "linkedom";
import { parse } from "parse5";

const fold = (text) => text.replaceAll(/\s+/g, " ").trim();
const wordsOf = (text) => (text.match(/\S+/g) ?? []).length;
const isNofollow = (rel) => /\bnofollow\b/i.test(rel ?? "");
const SILENT = new Set(["script", "style", "noscript", "template"]);
const HEADING = /^h[1-6]$/;

function emptyRecord() {
  return {
    lang: null,
    title: null,
    description: null,
    viewport: null,
    canonicals: [],
    preview: {},
    headings: [],
    links: [],
    images: 0,
    imagesWithoutAlt: 0,
    jsonLd: [],
    words: 0,
  };
}

export function withCheerio(html) {
  const $ = load(html);
  const record = emptyRecord();
  record.lang = $("html").attr("lang") ?? null;
  record.title = $("title").length > 0 ? fold($("title").first().text()) : null;
  record.description = $('meta[name="description"]').attr("content") ?? null;
  record.viewport = $('meta[name="viewport"]').attr("content") ?? null;
  record.canonicals = $('link[rel="canonical"]')
    .map((_, element) => $(element).attr("href"))
    .get();
  $('meta[property^="og:"]').each((_, element) => {
    record.preview[$(element).attr("property")] = $(element).attr("content");
  });
  record.headings = $("h1,h2,h3,h4,h5,h6")
    .map((_, element) => ({ level: Number(element.tagName[1]), text: fold($(element).text()) }))
    .get();
  record.links = $("a[href]")
    .map((_, element) => {
      const link = $(element);
      return { href: link.attr("href"), text: fold(link.text()), nofollow: isNofollow(link.attr("rel")) };
    })
    .get();
  record.images = $("img").length;
  record.imagesWithoutAlt = $("img:not([alt])").length;
  record.jsonLd = $('script[type="application/ld+json"]')
    .map((_, element) => $(element).text())
    .get();
  $("script,style,noscript,template").remove();
  record.words = wordsOf($("body").text());
  return record;
}

export function withLinkedom(html) {
  const { document } = parseHTML(html);
  const record = emptyRecord();
  const attribute = (selector, name) => document.querySelector(selector)?.getAttribute(name) ?? null;
  record.lang = document.documentElement.getAttribute("lang");
  const title = document.querySelector("title");
  record.title = title ? fold(title.textContent) : null;
  record.description = attribute('meta[name="description"]', "content");
  record.viewport = attribute('meta[name="viewport"]', "content");
  record.canonicals = [...document.querySelectorAll('link[rel="canonical"]')].map((each) => each.getAttribute("href"));
  for (const each of document.querySelectorAll('meta[property^="og:"]'))
    record.preview[each.getAttribute("property")] = each.getAttribute("content");
  record.headings = [...document.querySelectorAll("h1,h2,h3,h4,h5,h6")].map((each) => ({
    level: Number(each.localName[1]),
    text: fold(each.textContent),
  }));
  record.links = [...document.querySelectorAll("a[href]")].map((each) => ({
    href: each.getAttribute("href"),
    text: fold(each.textContent),
    nofollow: isNofollow(each.getAttribute("rel")),
  }));
  const images = [...document.querySelectorAll("img")];
  record.images = images.length;
  record.imagesWithoutAlt = images.filter((each) => !each.hasAttribute("alt")).length;
  record.jsonLd = [...document.querySelectorAll('script[type="application/ld+json"]')].map((each) => each.textContent);
  for (const each of document.querySelectorAll("script,style,noscript,template")) each.remove();
  record.words = wordsOf(document.body.textContent);
  return record;
}

/** What an opening tag adds to a record, for the two parsers that visit tags one by one. */
function noteTag(record, name, attributes) {
  if (name === "html") record.lang = attributes.lang ?? null;
  else if (name === "meta") {
    if (attributes.name === "description") record.description ??= attributes.content ?? null;
    if (attributes.name === "viewport") record.viewport ??= attributes.content ?? null;
    if (attributes.property?.startsWith("og:")) record.preview[attributes.property] ??= attributes.content;
  } else if (name === "link") {
    if (attributes.rel === "canonical") record.canonicals.push(attributes.href);
  } else if (name === "img") {
    record.images++;
    if (attributes.alt === undefined) record.imagesWithoutAlt++;
  }
}

export function withHtmlparser2(html) {
  const record = emptyRecord();
  let title = null;
  let heading = null;
  let link = null;
  let jsonLd = null;
  let silent = 0;
  let inBody = false;
  let body = "";
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        noteTag(record, name, attributes);
        if (name === "body") inBody = true;
        else if (name === "title") title ??= "";
        else if (name === "a" && attributes.href !== undefined)
          link = { href: attributes.href, text: "", nofollow: isNofollow(attributes.rel) };
        else if (HEADING.test(name)) heading = { level: Number(name[1]), text: "" };
        else if (name === "script" && attributes.type === "application/ld+json") jsonLd = "";
        if (SILENT.has(name)) silent++;
      },
      ontext(text) {
        if (jsonLd !== null) jsonLd += text;
        if (silent > 0) return;
        if (title !== null && record.title === null) title += text;
        if (heading) heading.text += text;
        if (link) link.text += text;
        if (inBody) body += text;
      },
      onclosetag(name) {
        if (SILENT.has(name)) silent--;
        if (name === "title") record.title ??= fold(title);
        else if (name === "a" && link) {
          record.links.push({ ...link, text: fold(link.text) });
          link = null;
        } else if (heading && HEADING.test(name)) {
          record.headings.push({ ...heading, text: fold(heading.text) });
          heading = null;
        } else if (name === "script" && jsonLd !== null) {
          record.jsonLd.push(jsonLd);
          jsonLd = null;
        }
      },
    },
    { decodeEntities: true },
  );
  parser.end(html);
  record.words = wordsOf(body);
  return record;
}

function textOf(node) {
  if (node.nodeName === "#text") return node.value;
  if (SILENT.has(node.nodeName)) return "";
  let text = "";
  for (const child of node.childNodes ?? []) text += textOf(child);
  return text;
}

export function withParse5(html) {
  const record = emptyRecord();
  function visit(node) {
    const name = node.tagName;
    if (name !== undefined) {
      const attributes = {};
      for (const { name, value } of node.attrs) attributes[name] = value;
      noteTag(record, name, attributes);
      if (name === "title") record.title ??= fold(textOf(node));
      else if (name === "a" && attributes.href !== undefined)
        record.links.push({ href: attributes.href, text: fold(textOf(node)), nofollow: isNofollow(attributes.rel) });
      else if (HEADING.test(name)) record.headings.push({ level: Number(name[1]), text: fold(textOf(node)) });
      else if (name === "script" && attributes.type === "application/ld+json")
        record.jsonLd.push(node.childNodes[0]?.value ?? "");
      else if (name === "body") record.words = wordsOf(textOf(node));
    }
    for (const child of node.childNodes ?? []) visit(child);
  }
  visit(parse(html));
  return record;
}
