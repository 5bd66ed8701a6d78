import { describe, expect, it } from "vitest";
import { PageExtractor } from "../../../../src/web/html/extractor";

const extract = (html: string) => {
  const extractor = new PageExtractor();
  extractor.write(html);
  return extractor.end();
};

describe("the links of a page", () => {
  it.each<[string, object[]]>([
    ["<a href=' /a '> some <b>text</b></a>", [{ href: "/a", text: "some text", nofollow: false }]],
    ["<a>x</a><a name=y>z</a>", []],
    ["<a onclick=go()>x</a>", [{ href: null, text: "x", nofollow: false }]],
    ["<a href=/a rel='x,NOFOLLOW'>x</a>", [{ href: "/a", text: "x", nofollow: true }]],
    ["<a href=/a rel=xnofollow>x</a>", [{ href: "/a", text: "x", nofollow: false }]],
    ["<a href=/a rel=nofollowx>x</a>", [{ href: "/a", text: "x", nofollow: false }]],
    ["<a href=/a aria-label=l title=t>x</a>", [{ href: "/a", text: "x", nofollow: false }]],
    ["<a href=/a aria-label=l title=t></a>", [{ href: "/a", text: "l", nofollow: false }]],
    ["<a href=/a title=t aria-labelledby=i></a>", [{ href: "/a", text: "t", nofollow: false }]],
    ["<a href=/a aria-labelledby=i></a>", [{ href: "/a", text: "i", nofollow: false }]],
    ["<a href=/a><img alt=p><img alt=q></a>", [{ href: "/a", text: "p", nofollow: false }]],
    ["<a href=/a><i title=t></i><img alt=p></a>", [{ href: "/a", text: "t", nofollow: false }]],
    ["<a href=/a><svg><title>s</title><text>u</text></svg></a>", [{ href: "/a", text: "s", nofollow: false }]],
    ["<a href=/a><svg><text>u</text></svg></a>", [{ href: "/a", text: "u", nofollow: false }]],
    ["<a href=/a><input type=Submit value=v></a>", [{ href: "/a", text: "v", nofollow: false }]],
    ["<a href=/a><input type=image alt=v value=w></a>", [{ href: "/a", text: "v", nofollow: false }]],
    ["<a href=/a><input type=text value=v></a>", [{ href: "/a", text: "", nofollow: false }]],
    ["<area href=/a alt=p>", [{ href: "/a", text: "p", nofollow: false }]],
    ["<area href=/a alt=p title=t>", [{ href: "/a", text: "t", nofollow: false }]],
    [
      "<a href=/a>x<a href=/b>y",
      [
        { href: "/a", text: "x", nofollow: false },
        { href: "/b", text: "y", nofollow: false },
      ],
    ],
    ["<p hidden><a href=/a>x</a></p>", [{ href: "/a", text: "x", nofollow: false, unseen: true }]],
    ["<a href=/a aria-hidden=true>x</a>", [{ href: "/a", text: "x", nofollow: false, unseen: true }]],
    ["<a href=/a>x<i hidden>y</i></a>", [{ href: "/a", text: "x", nofollow: false }]],
    ["<a href=/a>x<script>y</script></a>", [{ href: "/a", text: "x", nofollow: false }]],
    ["<blockquote><a href=/a>x</a></blockquote>", [{ href: "/a", text: "x", nofollow: false, quoted: true }]],
    ["<noscript><a href=/a>x</a></noscript>", [{ href: "/a", text: "x", nofollow: false, unseen: true }]],
    ["<template><a href=/a>x</a></template>", []],
  ])("%s", (html, links) => {
    const facts = extract(`<body>${html}`);
    expect([facts.links, facts.linkCount]).toEqual([links, links.length]);
  });

  it("that have no room are targets, followed if any of them is", () => {
    const { links, targets, linkCount } = extract(
      `<body>${"<a href=/>x</a>".repeat(3_500)}<a href=/a rel=nofollow>x</a><a href=/b rel=nofollow>x</a><a href=/b>x</a><a onclick=x>y</a><iframe src=' /c '></iframe><iframe src=' '></iframe><frame src=/d>`,
    );
    expect([links.length, linkCount, [...targets]]).toEqual([
      3_500,
      3_504,
      [
        ["/a", true],
        ["/b", false],
        ["/c", false],
        ["/d", false],
      ],
    ]);
    expect(extract(`<body><a href=/${"x".repeat(5_000)}>${"y".repeat(300)}</a>`).links).toEqual([
      { href: `/${"x".repeat(4_095)}`, text: "y".repeat(200), nofollow: false },
    ]);
    expect(extract(`<body><iframe src=/${"x".repeat(4_096)}></iframe>`).targets.size).toBe(0);
  });

  it("lead to routes if they are places of the page", () => {
    const { routeAnchors } = extract(
      `<body><p id=walks><p id="!/a b"><a name=top></a><a href="#/walks">1</a><a href="/x#!walks">2</a><a href="#walks">3</a><a href="#!/a%20b">4</a><a href="#/top">5</a><a href="#/none">6</a><a href="#!/%zz">7</a><a href="#/walks">8</a><a href="/#x#/walks">9</a>`,
    );
    expect(routeAnchors).toEqual(["#/walks", "/x#!walks", "#!/a%20b", "#/top"]);
  });
});

describe("the headings of a page", () => {
  it.each<[string, object[]]>([
    [
      "<h1> A <b>b</b> </h1><h6>c</h6>",
      [
        { level: 1, text: "A b" },
        { level: 6, text: "c" },
      ],
    ],
    ["<h2 aria-label=l>x</h2>", [{ level: 2, text: "x" }]],
    ["<h2 aria-label=l></h2>", [{ level: 2, text: "l" }]],
    ["<h2><img alt=p></h2>", [{ level: 2, text: "p" }]],
    ["<h2><i title=t></i></h2>", [{ level: 2, text: "t" }]],
    ["<h2><i title=t hidden></i></h2>", [{ level: 2, text: "" }]],
    ["<h2><svg><title>s</title></svg></h2>", [{ level: 2, text: "s" }]],
  ])("%s", (html, headings) => expect(extract(`<body>${html}`).headings).toEqual(headings));

  it("are five hundred at most", () => {
    expect(extract(`<body>${"<h2>x</h2>".repeat(501)}`).headings).toHaveLength(500);
  });
});

describe("the images of a page", () => {
  const image = (attributes: string, before = "") => {
    const { missingAlt, longAlt, missingDimensions, missingAltSamples, missingDimensionsSamples } = extract(
      `<body>${before}<img ${attributes}>`,
    ).images;
    return [missingAlt, longAlt, missingDimensions, missingAltSamples[0] ?? missingDimensionsSamples[0] ?? null];
  };
  it.each<[string, unknown[]]>([
    ["src=/a alt='' width=1 height=1", [0, 0, 0, null]],
    ["src=/a width=1 height=1", [1, 0, 0, "/a"]],
    ["src=/a width=1 height=1 role=none", [0, 0, 0, null]],
    ["src=/a width=1 height=1 role=presentation", [0, 0, 0, null]],
    ["src=/a width=1 height=1 hidden", [0, 0, 0, null]],
    [`src=/a width=1 height=1 alt=${"x".repeat(100)}`, [0, 0, 0, null]],
    [`src=/a width=1 height=1 alt=${"x".repeat(101)}`, [0, 1, 0, null]],
    ["src=/a alt width=1", [0, 0, 1, "/a"]],
    ["src=/a alt height=1", [0, 0, 1, "/a"]],
    ["src=/a alt width=1 style='height: 5px'", [0, 0, 0, null]],
    ["src=/a alt height=1 style='color:red; WIDTH :5px'", [0, 0, 0, null]],
    ["src=/a alt height=1 style='max-width:5px'", [0, 0, 1, "/a"]],
    ["src=/a alt height=1 style='width:auto'", [0, 0, 1, "/a"]],
    ["src=/a alt width=1 style='height:inherit'", [0, 0, 1, "/a"]],
    ["src=/a alt style='aspect-ratio:1'", [0, 0, 0, null]],
    ["src=' ' data-src=' /b ' alt", [0, 0, 1, "/b"]],
    ["srcset='/c 1x, /d 2x' alt", [0, 0, 1, "/c"]],
    ["src='data:image/gif;base64,x' alt", [0, 0, 1, "data:image/gif… above the first heading"]],
    ["alt", [0, 0, 1, "<img> above the first heading"]],
    [`src=/${"x".repeat(400)} alt`, [0, 0, 1, `/${"x".repeat(299)}`]],
  ])("%.60s", (attributes, expected) => expect(image(attributes)).toEqual(expected));

  it("are told by the heading above them, and counted in full", () => {
    expect(image("alt", `<h2>${"Long heading ".repeat(9)}</h2>`)[3]).toBe(
      `<img> below "${"Long heading ".repeat(5).slice(0, 60)}"`,
    );
    const { images } = extract(`<body>${"<img src=/a>".repeat(12)}<noscript><img src=/b></noscript>`);
    expect([
      images.total,
      images.missingAlt,
      images.missingAltSamples.length,
      images.missingDimensionsSamples.length,
    ]).toEqual([13, 12, 10, 10]);
  });
});

describe("other parts of a page", () => {
  it("are forms, also for agents", () => {
    const forms = extract(
      `<body><form toolname=n tooldescription=d></form><form toolname=' n '></form><form tooldescription=${"d".repeat(300)}></form><form toolname=' '></form>`,
    ).forms;
    expect(forms).toEqual({ total: 4, tools: 1, unfinished: ["n", "d".repeat(200)] });
    expect(extract(`<body>${"<form toolname=n></form>".repeat(11)}`).forms.unfinished).toHaveLength(10);
  });

  it.each([
    ["<object data=/a.swf></object>", 1],
    ["<object data=/a.pdf?x></object>", 1],
    ["<object data=/a.pdfx></object>", 0],
    ["<embed src=/a.jar>", 1],
    ["<embed type=' Application/x-shockwave-flash'>", 1],
    ["<object type=application/xhtml+xml></object>", 0],
    ["<object type=image/png></object>", 0],
    ["<frame>", 1],
  ])("are frames and plug-ins: %s", (html, frames) => expect(extract(`<body>${html}`).frames).toBe(frames));

  it.each([
    ["<frameset><frame src=/a></frameset>", true],
    ["<body><frameset></frameset>", false],
    ["text<frameset></frameset>", false],
    [" <frameset></frameset><body><frameset></frameset>", true],
    ["<p>", false],
  ])("are framesets: %s", (html, expected) => expect(extract(html).frameset).toBe(expected));

  it("are languages, bases, ids, passwords and structured data", () => {
    const { lang, xmlLang, baseHref, duplicateIds, passwordInputs, inlineStructuredData, elements, scripts, jsonLd } =
      extract(
        `<html lang=" "><html lang=" de " xml:lang=at><base><base href=" /b "><base href=/c><body><p id=a><p id=a><p id=a><p id=b><noscript><p id=b></p></noscript><input type=Password><input type=text><template><p></template><script></script><script type="application/LD+json;x">{}</script>`,
      );
    expect({ lang, xmlLang, baseHref, duplicateIds, passwordInputs, inlineStructuredData, scripts, jsonLd }).toEqual({
      lang: "de",
      xmlLang: "at",
      baseHref: "/b",
      duplicateIds: ["a"],
      passwordInputs: 1,
      inlineStructuredData: false,
      scripts: 2,
      jsonLd: ["{}"],
    });
    expect(elements).toBe(17);
    expect(extract(Array.from({ length: 22 }, (_, i) => `<p id=${i % 11}>`).join("")).duplicateIds).toHaveLength(10);
    expect(
      ["itemscope", "typeof=x", "property=schema:name", "property=og:title"].map(
        (each) => extract(`<body><p ${each}>`).inlineStructuredData,
      ),
    ).toEqual([true, true, true, false]);
    const block = (length: number) =>
      extract(`<script type=application/ld+json>${"x".repeat(length)}</script>`).jsonLd[0]?.length ?? null;
    expect([block(262_144), block(262_145)]).toEqual([262_144, null]);
    expect(extract("<script type=application/ld+json>{}</script>".repeat(51)).jsonLd).toHaveLength(50);
    expect([extract('<?xml version="1.0" encoding="koi8-r"?><p>').charset, extract("<p>").charset]).toEqual([
      "koi8-r",
      null,
    ]);
  });

  it("are the text of the main part, the rest, and quotations", () => {
    const text = (html: string) => {
      const { words, mainWords, main, quoted } = extract(`<body>${html}`).text;
      return [words, mainWords, main.replaceAll(/\s+/g, " ").trim(), quoted.length / 2];
    };
    expect(text("<nav>a b</nav><p>c</p><footer>d</footer>")).toEqual([4, 1, "c", 0]);
    expect(text("<nav>a b</nav><div role=main>c <code>d</code></div>e")).toEqual([5, 2, "c d", 1]);
    expect(
      text("<div role=navigation>a</div><div role=banner>b</div><div role=contentinfo>c</div><div role=x>d</div>"),
    ).toEqual([4, 1, "d", 0]);
    expect(text("<main>a<nav>b</nav></main><aside>c</aside>")).toEqual([3, 2, "a b", 0]);
    expect(text("<p hidden>a</p><p hidden id=S:1f>b</p><p style=display:none>c</p><p aria-hidden=true>d</p>")).toEqual([
      3,
      3,
      "b c d",
      0,
    ]);
  });
});
