import { describe, expect, it } from "vitest";
import { PageExtractor } from "../../../../src/web/html/extractor";
import { metaContents } from "../../../../src/web/html/head-tags";

const extract = (html: string) => {
  const extractor = new PageExtractor();
  extractor.write(html);
  return extractor.end();
};

describe("the head of a page", () => {
  it("is read tag by tag", () => {
    const {
      titles,
      descriptions,
      robots,
      refresh,
      canonicals,
      hreflangs,
      next,
      prev,
      icon,
      markdownTwin,
      preview,
      viewport,
      charset,
      headTagsInBody,
      upgradesInsecure,
    } = extract(`<html><head><meta http-equiv=Content-Type content="text/html; charset=koi8-r;x">
      <meta charset=utf-8><meta name=" Description " content=" A  b "><meta name=description content=c>
      <meta name=VIEWPORT content=v1><meta name=viewport content=v2>
      <meta name=GoogleBot-News content="NoIndex"><meta name=otherbot content=none>
      <meta http-equiv=Refresh content="5; url=/x"><meta http-equiv=refresh content="6">
      <meta http-equiv=Content-Security-Policy content="img-src *; upgrade-insecure-requests">
      <meta property="og:title" content=""><meta property="OG:Title" content=t1><meta property="og:title" content=t2>
      <meta name="twitter:card" content=c1><meta property="article:tag" content=x>
      <link rel="Canonical x" href=" /c "><link rel=canonical><link rel=alternate hreflang=" de " href=/de>
      <link rel=alternate hreflang=fr type="text/html;x" href=/fr><link rel=alternate hreflang=es type="application/pdf" href=/es>
      <link rel=x hreflang=it href=/it><link rel="shortcut ICON" href=/i><link rel=next href=/2><link rel=prev href=/0><link rel=previous href=/00>
      <link rel=alternate type="Text/Markdown" href=/m1><link rel=alternate type="text/markdown" href=/m2>
      <title> T  1 </title><title>T2</title></head><body>text</body></html>`);
    expect({
      titles,
      descriptions,
      robots,
      refresh,
      canonicals,
      hreflangs,
      next,
      prev,
      icon,
      markdownTwin,
      preview,
      viewport,
      charset,
      headTagsInBody,
      upgradesInsecure,
    }).toEqual({
      titles: [
        { text: "T 1", inHead: true },
        { text: "T2", inHead: true },
      ],
      descriptions: ["A b", "c"],
      robots: [{ agent: "googlebot-news", content: "noindex" }],
      refresh: "5; url=/x",
      canonicals: [{ href: "/c", inHead: true }],
      hreflangs: [
        { code: "de", href: "/de" },
        { code: "fr", href: "/fr" },
      ],
      next: ["/2"],
      prev: ["/0", "/00"],
      icon: true,
      markdownTwin: "/m1",
      preview: { "og:title": "t1", "twitter:card": "c1" },
      viewport: "v1",
      charset: "koi8-r",
      headTagsInBody: [],
      upgradesInsecure: true,
    });
  });

  it("has tags that count there alone, and are named elsewhere, each once", () => {
    const { headTagsInBody, titles } = extract(
      `<body>x<meta name=robots content=a><meta name=robots content=b><meta property="og:title" content=t><meta name="twitter:card" content=c><meta name=description content=d><link rel=canonical href=/><link rel=alternate hreflang=de href=/de><title>T</title>`,
    );
    expect(headTagsInBody).toEqual(["meta robots", "og:title", "canonical", "hreflang", "title"]);
    expect(titles).toEqual([{ text: "T", inHead: false }]);
  });

  it.each([
    ["<head></head><link rel=canonical href=/>", true],
    ["<head></head> \n<link rel=canonical href=/>", true],
    ["<head></head>x<link rel=canonical href=/>", false],
    ["<head>x<link rel=canonical href=/>", false],
    ["<head><noscript><link rel=canonical href=/></noscript>", true],
    ["<head></head><noscript></noscript><link rel=canonical href=/>", false],
    ["<head><p></p><link rel=canonical href=/>", false],
    ["<link rel=canonical href=/>", true],
  ])("is still open in %s: %s", (html, inHead) => expect(extract(html).canonicals).toEqual([{ href: "/", inHead }]));

  it.each([
    ["upgrade-insecure-requests", true],
    ["default-src 'self' , Upgrade-Insecure-Requests ;", true],
    ["x-upgrade-insecure-requests", false],
    ["upgrade-insecure-requests-x", false],
  ])("upgrades requests by the policy %s: %s", (policy, expected) => {
    expect(extract(`<meta http-equiv=content-security-policy content="${policy}">`).upgradesInsecure).toBe(expected);
  });

  it.each([
    [1_024, "utf-8"],
    [1_025, null],
  ])("names a charset in its first %i bytes: %s", (bytes, charset) => {
    const tag = "<meta charset=utf-8>";
    expect(extract(`${" ".repeat(bytes - tag.length)}${tag}`).charset).toBe(charset);
    expect(extract(`<!--${"é".repeat(5)}${" ".repeat(bytes - tag.length - 17)}-->${tag}`).charset).toBe(charset);
  });

  it("is bounded", () => {
    const many = extract(
      `${"<meta name=description content=d>".repeat(101)}${"<link rel=canonical href=/c>".repeat(101)}${"<link rel=alternate hreflang=de href=/d>".repeat(301)}${"<title>t</title>".repeat(11)}<meta name=viewport content="${"v".repeat(2_001)}"><link rel=next href=/${"n".repeat(5_000)}>`,
    );
    expect([many.descriptions.length, many.canonicals.length, many.hreflangs.length, many.titles.length]).toEqual([
      100, 100, 300, 10,
    ]);
    expect([many.viewport!.length, many.next[0]!.length]).toEqual([2_000, 4_096]);
  });

  it("has metas of a name, and none of the body's", () => {
    const html = `<meta name=X content=" a "><head><meta NAME=x><meta name=y content=b><meta name=x content=c></head><meta name=x content=d>`;
    expect(metaContents(html, "x")).toEqual(["a", "", "c"]);
    expect(metaContents("<meta name=x content=a><p><meta name=x content=b>", "x")).toEqual(["a"]);
  });
});

describe("what people can't use of a page", () => {
  const none = { count: 0, samples: [] };
  const facts = (html: string) => extract(`<body>${html}`).accessibility;
  const found = (kind: "fields" | "buttons" | "headings" | "frames" | "tabindexes", html: string) =>
    facts(html)[kind].samples;

  it.each<["fields" | "buttons" | "headings" | "frames" | "tabindexes", string, string | null]>([
    ["fields", "<input name=a>", '<input name="a">'],
    ["fields", "<input name=' ' id=b>", '<input id="b">'],
    ["fields", "<select type=c></select>", '<select type="c">'],
    ["fields", "<textarea role=d></textarea>", '<textarea role="d">'],
    ["fields", "<input type=hidden name=a><input type=Submit><input type=reset>", null],
    ["fields", "<input name=a placeholder=x>", null],
    ["fields", "<input name=a placeholder=' '>", '<input name="a">'],
    ["fields", "<input name=a title=x>", null],
    ["fields", "<input name=a aria-label=x>", null],
    ["fields", "<input name=a aria-labelledby=x>", null],
    ["fields", "<label>Name <input name=a></label>", null],
    ["fields", "<label><input name=a> Name</label>", null],
    ["fields", "<label> <input name=a></label>", '<input name="a">'],
    ["fields", "<label><input name=a><img alt=x></label>", null],
    ["fields", "<input id=a><label for=a>Name</label>", null],
    ["fields", "<input id=a><label for=b>Name</label>", '<input id="a">'],
    ["fields", "<input name=a hidden>", null],
    ["fields", "<div hidden><input name=a></div>", null],
    ["fields", "<div aria-hidden=true><input name=a></div>", null],
    ["fields", "<div style='display:none'><input name=a></div>", null],
    ["fields", "<input name=a disabled role=none>", null],
    ["fields", "<input name=a disabled role=presentation>", null],
    ["fields", "<input name=a role=none>", '<input name="a">'],
    ["fields", "<input name=a disabled>", '<input name="a">'],
    ["buttons", "<input type=button name=a>", '<input name="a">'],
    ["buttons", "<input type=button name=a value=x>", null],
    ["buttons", "<input type=button name=a alt=x>", '<input name="a">'],
    ["buttons", "<input type=' Image ' name=a value=x>", '<input name="a">'],
    ["buttons", "<input type=image name=a alt=x>", null],
    ["buttons", "<button id=a></button>", '<button id="a">'],
    ["buttons", "<button id=a> x</button>", null],
    ["buttons", "<button id=a title=x></button>", null],
    ["buttons", "<button id=a><i aria-label=x></i></button>", null],
    ["buttons", "<button id=a><i title=' '></i></button>", '<button id="a">'],
    ["buttons", "<button id=a><img alt=x></button>", null],
    ["buttons", "<button id=a><img alt=''></button>", '<button id="a">'],
    ["buttons", "<button id=a hidden></button>", null],
    ["buttons", "<button id=a>", '<button id="a">'],
    ["headings", "<h2 id=a></h2>", '<h2 id="a">'],
    ["headings", "<h2 id=a>x</h2>", null],
    ["headings", "<h2 id=a><button id=b></button></h2>", '<h2 id="a">'],
    ["frames", "<iframe src=/a></iframe>", '<iframe src="/a">'],
    ["frames", "<iframe id=a></iframe>", '<iframe id="a">'],
    ["frames", "<iframe src=/a title=x></iframe>", null],
    ["frames", "<iframe src=/a width=1></iframe>", null],
    ["frames", "<iframe src=/a height=' 0px '></iframe>", null],
    ["frames", "<iframe src=/a width=2></iframe>", '<iframe src="/a">'],
    ["frames", "<iframe src=/a width=10></iframe>", '<iframe src="/a">'],
    ["frames", "<iframe src=/a style='color:red; width : 1px !important'></iframe>", null],
    ["frames", "<iframe src=/a style='max-width:1px'></iframe>", '<iframe src="/a">'],
    ["frames", "<iframe src=/a style='width:1px0'></iframe>", '<iframe src="/a">'],
    ["frames", "<iframe src=/a tabindex=-1></iframe>", null],
    ["frames", "<iframe src=/a tabindex=0></iframe>", '<iframe src="/a">'],
    ["frames", "<iframe src=/a role=none></iframe>", null],
    ["frames", "<iframe src=/a role=presentation></iframe>", null],
    ["tabindexes", "<a id=a tabindex=1>x</a>", '<a id="a">'],
    ["tabindexes", "<a id=a tabindex=0>x</a><a tabindex=-1></a><a tabindex=x></a>", null],
  ])("%s: %s", (kind, html, sample) => expect(found(kind, html)).toEqual(sample === null ? [] : [sample]));

  it("is counted in full, with ten samples, and ids that name two elements", () => {
    const many = facts(`${"<input name=a>".repeat(12)}<input name=${"x".repeat(300)}>`);
    expect([many.fields.count, many.fields.samples.length]).toEqual([13, 10]);
    expect(found("fields", `<input name=${"x".repeat(300)}>`)[0]).toHaveLength(200);
    expect(
      facts("<p id=a>x</p><p id=a>y</p><p id=b>z</p><p id=b>z</p><input aria-describedby=' c  a '><p id=c>")
        .ambiguousIds,
    ).toEqual(["a"]);
    expect(facts("<input title=x id=d><input title=y id=d><label for=d>x</label>").ambiguousIds).toEqual(["d"]);
    expect(facts("<p>fine</p>")).toEqual({
      fields: none,
      buttons: none,
      headings: none,
      frames: none,
      ambiguousIds: [],
      tabindexes: none,
    });
  });
});

describe("what a page loads without encryption", () => {
  it.each([
    ["<img src='http://a/'>", "http://a/"],
    ["<img src=https://a/>", null],
    ["<img srcset='https://b/ 1x, http://a/,b 2x'>", "http://a/,b"],
    ["<source srcset='http://a/'>", "http://a/"],
    ["<video poster=http://a/></video>", "http://a/"],
    ["<link rel='x StyleSheet' href=' HTTP://a/ '>", "HTTP://a/"],
    ["<link rel=stylesheets href=http://a/>", null],
    ["<link rel=canonical href=http://a/>", null],
    ["<input type=Image src=http://a/>", "http://a/"],
    ["<input type=text src=http://a/>", null],
    ["<input formaction=http://a/>", "http://a/"],
    ["<button formaction=http://a/>x</button>", "http://a/"],
    ["<script src=http://a/></script>", "http://a/"],
    ["<iframe src=http://a/></iframe>", "http://a/"],
    ["<form action=http://a/></form>", "http://a/"],
    ["<a href=http://a/>x</a>", null],
  ])("%s: %s", (html, url) => expect(extract(html).insecureResources).toEqual(url === null ? [] : [url]));

  it("is named ten times at most, shortened", () => {
    const { insecureResources } = extract(`<img src=http://${"a".repeat(400)}>${"<img src=http://b/>".repeat(12)}`);
    expect([insecureResources.length, insecureResources[0]!.length]).toEqual([10, 300]);
  });
});
