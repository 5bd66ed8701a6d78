import { describe, expect, it } from "vitest";
import { axeFinding } from "../../../../../src/audit/checks/shared/axe-finding";
import {
  domainLabel,
  isPreviewOf,
  isPreviewUrl,
  isPrivateUrl,
  siteNameOf,
} from "../../../../../src/audit/checks/shared/hosts";
import { isHreflang, isLanguageTag } from "../../../../../src/audit/checks/shared/languages";
import { isGenericText } from "../../../../../src/audit/checks/shared/link-words";
import { inNumber, listed } from "../../../../../src/audit/checks/shared/listed";
import { lettersOf, visibleLetters } from "../../../../../src/audit/checks/shared/text-letters";
import { textWidth } from "../../../../../src/audit/checks/shared/text-width";
import {
  keptShare,
  mainWordsOf,
  roundedDown,
  textSimilarity,
  wordsOf,
} from "../../../../../src/audit/checks/shared/words";
import { isXml } from "../../../../../src/audit/checks/shared/xml";
import type { AuditedPage, RenderedPair } from "../../../../../src/audit/model/page/page";
import type { AxeViolation } from "../../../../../src/prerender";

/** Those of a list that a function takes. */
const taken = <T>(list: readonly T[], is: (each: T) => boolean) => list.filter(is);

describe("hosts", () => {
  it("that are private", () => {
    const is =
      "http://localhost/ https://LOCALHOST:8080/a http://127.0.0.1 http://10.1.2.3/ http://192.168.0.1/ http://172.16.0.1/ http://172.31.255.255/ http://[::1]/ http://[fd00::1]/ http://printer.local/ http://a.localhost:80/x";
    const not =
      "https://a.example/ http://172.15.0.1/ http://172.32.0.1/ http://11.0.0.1/ http://local.example/ http://a.example/x.local/ http://localhost.example/ http://[2606:4700::1]/ ftp://localhost/ http://a.local.example/";
    expect(taken(`${is} ${not}`.split(" "), isPrivateUrl)).toEqual(is.split(" "));
  });

  it("of previews, and whose they are", () => {
    const urls = [
      "https://a.lovable.app/",
      "https://a.lovableproject.com/",
      "https://a.vercel.app/",
      "https://a.netlify.app/",
      "https://a.pages.dev/",
      "https://a.replit.app/",
      "https://a.repl.co/",
      "https://a.bolt.host/",
      "https://a.webcontainer.io/",
    ];
    expect(
      taken(
        [...urls, "https://a.example/.vercel.app", "https://vercel.app/", "https://a.vercel.app.example/"],
        isPreviewUrl,
      ),
    ).toEqual(urls);
    const of = (host: string, ...names: string[]) => isPreviewOf(host, names);
    const own: Array<[string, string]> = [
      ["shop.vercel.app", "shop"],
      ["Go.vercel.app".toLowerCase(), "Go!"],
      ["my-shop-git-main.vercel.app", "My Shop"],
      ["deploy-1--shop.netlify.app", "shop"],
      ["x.shop.pages.dev", "shop"],
      ["id-preview--abc.lovable.app", ""],
      ["abc.lovableproject.com", ""],
      ["abc.webcontainer.io", ""],
      ["shops-1.vercel.app", "shops"],
    ];
    const others: Array<[string, string]> = [
      ["shopping.vercel.app", "shops"],
      ["go-shop.vercel.app", "go"],
      ["shop-1.vercel.app", "shop"],
      ["other.vercel.app", ""],
      ["vercel.example", "vercel.app"],
    ];
    expect(taken([...own, ...others], ([host, name]) => of(host, name))).toEqual(own);
    expect(of("b.vercel.app", "a", "b")).toBe(true);
  });

  it("are named by their registrable domain", () => {
    const urls = [
      "https://www.a.co.uk/x",
      "https://b.a.co.uk",
      "https://x.vercel.app/",
      "http://127.0.0.1/",
      "http://localhost",
      "nonsense",
    ];
    expect(urls.map(siteNameOf)).toEqual(["a.co.uk", "a.co.uk", "x.vercel.app", "127.0.0.1", "localhost", ""]);
    expect(urls.slice(0, 3).map(domainLabel)).toEqual(["a", "a", "x"]);
  });
});

describe("codes of languages", () => {
  it("that Google takes as hreflang", () => {
    const is = "x-default X-DEFAULT de DE de-AT zh-Hant zh-Hant-TW sr-xk".split(" ");
    expect(
      taken(
        [...is, "", "xx", "de-UK", "deu", "de-AT-x", "de_AT", "zh-Han", "-de", "de-", "x-default-x", "zh-Hant-UK"],
        isHreflang,
      ),
    ).toEqual(is);
  });
  it("that are well-formed tags", () => {
    const is = ["de", " DE ", "de-AT", "deu", "iw", "sh", "x-klingon", "i-navajo", "zh-Hant-TW", "ast"];
    expect(
      taken([...is, "", "xx", "d", "dddd", "de_AT", "de-", "de-123456789", "x", "x-", "i-", "de at"], isLanguageTag),
    ).toEqual(is);
  });
});

describe("texts", () => {
  it("weigh letters by their script", () => {
    expect(["abc", "", "é", "日本", "ー", "한", "ก", "aกà", "💬"].map(lettersOf)).toEqual([
      3, 0, 1, 6, 3, 3, 1.2, 3.2, 1,
    ]);
    expect(visibleLetters({ text: { chars: 10, cjk: 3 } } as never)).toBe(16);
  });

  it("have a width, in which marks take no room", () => {
    expect(
      ["", " ", "~", "\u0001", "é", "e\u0301", "日", "\u2e7f", "\u2e80", "💬"].map((text) => textWidth(text, 100)),
    ).toEqual([0, 28, 58, 50, 50, 56, 100, 50, 100, 100]);
    expect(textWidth("W")).toBe(19);
  });

  it("are similar by the words that they share, counting repetitions", () => {
    expect(textSimilarity("a b b", "B a c")).toBe(2 / 3);
    expect([textSimilarity("", ""), textSimilarity("a", ""), textSimilarity("a a a", "a")]).toEqual([1, 0, 0.5]);
    expect([keptShare("a a b", "a c d"), keptShare("", "a"), keptShare("a", "")]).toEqual([1 / 3, 1, 0]);
    const many = "a ".repeat(20_000);
    expect(keptShare(`${many}b`, many)).toBe(1);
    expect(keptShare(`${"a ".repeat(19_999)}b`, many)).toBeLessThan(1);
    expect([roundedDown(0.599), roundedDown(0.6), roundedDown(1), roundedDown(0)]).toEqual([
      "0.59",
      "0.60",
      "1.00",
      "0.00",
    ]);
  });

  it("count two characters of Chinese as a word", () => {
    const page = { facts: { text: { words: 10, cjk: 5, mainWords: 4, mainCjk: 3 } } } as unknown as AuditedPage;
    expect([wordsOf(page), mainWordsOf(page)]).toEqual([12, 5]);
    const none = { facts: null } as AuditedPage;
    expect([wordsOf(none), mainWordsOf(none)]).toEqual([0, 0]);
  });

  it("of links say nothing in English or the page's language", () => {
    const of = (language: string | null, ...texts: string[]) => taken(texts, (text) => isGenericText(text, language));
    expect(
      of(
        "en",
        "Click here",
        "READ MORE »",
        "here!",
        "click here to read more",
        "please",
        "to here",
        "weiterlesen",
        "",
        "read more walks",
        "…",
        "more details",
        "start.",
        "Here’s",
      ),
    ).toEqual(["Click here", "READ MORE »", "here!", "click here to read more", "to here", "more details", "start."]);
    expect(of("de", "weiterlesen", "Hier klicken", "um hier weiter", "click here", "lire la suite")).toEqual([
      "weiterlesen",
      "Hier klicken",
      "um hier weiter",
      "click here",
    ]);
    expect(of("nb", "les mer"), "a form of Norwegian").toEqual(["les mer"]);
    expect(of("fr", "en savoir plus", "L’ARTICLE", "lire l’article")).toEqual(["en savoir plus", "lire l’article"]);
    expect(of("xx", "here", "weiterlesen")).toEqual(["here"]);
    expect(of(null, "weiterlesen", "läs mer", "ide", "plus", "here", "続きを読む")).toEqual([
      "weiterlesen",
      "läs mer",
      "here",
      "続きを読む",
    ]);
    const dots = (length: number) => `here${".".repeat(length - 4)}`;
    expect([of("en", dots(60), dots(61)), of(null, dots(40), dots(41))]).toEqual([[dots(60)], [dots(40)]]);
    const words = (count: number) => Array.from({ length: count }, () => "go").join(" ");
    expect(of("en", words(10), words(11))).toEqual([words(10)]);
  });

  it("list ten different examples that say something", () => {
    const hits = ["a", "a", " ", ...Array.from({ length: 12 }, (_, i) => String(i))];
    expect(listed(hits, "links", "none")).toEqual({
      found: "15 links",
      expected: "none",
      count: 15,
      samples: ["a", "0", "1", "2", "3", "4", "5", "6", "7", "8"],
    });
    expect([listed([], "links", "none"), listed({ count: 2, samples: [] }, "links", "none")]).toEqual([
      null,
      { found: "2 links", expected: "none", count: 2 },
    ]);
    expect([inNumber(0, "hops"), inNumber(1, "images that don't load"), inNumber(2, "hops")]).toEqual([
      "0 hops",
      "1 image that doesn't load",
      "2 hops",
    ]);
  });
});

it("pages are XML by their content type", () => {
  const types = [
    "application/xml",
    " Application/XML; charset=utf-8",
    "application/xhtml+xml",
    "text/html",
    "application/xmlx",
    "text/application/xml",
  ];
  expect(taken(types, (type) => isXml({ "content-type": type }))).toEqual(types.slice(0, 3));
  expect(isXml({})).toBe(false);
});

it("axe's rules are left out where a check of the page as served found the same", () => {
  const own = {
    "button-name": "empty_button",
    "input-button-name": "empty_button",
    "input-image-alt": "empty_button",
    "link-name": "empty_anchor_text",
    label: "form_field_without_label",
    "select-name": "form_field_without_label",
    "image-alt": "image_missing_alt",
    "frame-title": "frame_without_title",
    "duplicate-id-aria": "ambiguous_label_target",
    "html-has-lang": "missing_html_lang",
    "html-lang-valid": "invalid_html_lang",
    "document-title": "missing_title",
    "meta-viewport": "viewport_blocks_zoom",
    "meta-refresh": "meta_refresh_redirect",
  };
  const violations = [...Object.keys(own), "other"].map((rule): AxeViolation => ({
    rule,
    impact: "minor",
    help: "",
    helpUrl: "",
    elements: 1,
    examples: [],
  }));
  const found = (...told: string[]) =>
    axeFinding({ render: { axe: { violations, skipped: null } } } as unknown as RenderedPair, new Set(told), ["minor"])
      ?.count;
  expect([found(), found(...Object.values(own))]).toEqual([15, 1]);
  for (const id of new Set(Object.values(own)))
    expect(found(id)).toBe(15 - Object.values(own).filter((each) => each === id).length);
});
