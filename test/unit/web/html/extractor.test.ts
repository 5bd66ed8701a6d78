import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sniffCharset } from "../../../../src/web/html/decoder";
import { PageExtractor } from "../../../../src/web/html/extractor";
import { LIMITS } from "../../../../src/web/html/facts";
import { measureText } from "../../../../src/web/html/text-measure";

function extract(html: string, chunk = html.length || 1) {
  const extractor = new PageExtractor();
  for (let i = 0; i < html.length; i += chunk) extractor.write(html.slice(i, i + chunk));
  return extractor.end();
}

const PAGE = `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title> A &amp; B </title>
<meta name="Description" content="Some  text"><meta name="viewport" content="width=device-width"><meta name="robots" content="NOINDEX, follow">
<link rel="canonical" href="/a"><link rel="alternate" hreflang="de" href="/de"><meta property="og:title" content="OG"><meta name="twitter:card" content="summary">
<script type="application/ld+json">{"@type":"Thing"}</script></head>
<body><header><nav><a href="/home">Home</a></nav></header>
<main><h1>Main <b>title</b></h1><h3>Skipped</h3><p>Hello big world</p><a href="/x" rel="nofollow"><img src="/i.png" alt="Picture"></a><img src="/j.png"><a onclick="go()">no href</a></main>
<footer>Foot note</footer></body></html>`;

describe("PageExtractor", () => {
  it("finds the same facts regardless of chunking", () => {
    const whole = extract(PAGE);
    for (const chunk of [1, 13, 100])
      expect(extract(PAGE, chunk)).toEqual({ ...whole, charset: extract(PAGE, chunk).charset });
    expect(whole).toMatchObject({
      doctype: true,
      lang: "en",
      charset: "utf-8",
      viewport: "width=device-width",
      titles: [{ text: "A & B", inHead: true }],
      descriptions: ["Some text"],
      robots: [{ agent: "robots", content: "noindex, follow" }],
      canonicals: [{ href: "/a", inHead: true }],
      hreflangs: [{ code: "de", href: "/de" }],
      preview: { "og:title": "OG", "twitter:card": "summary" },
      headings: [
        { level: 1, text: "Main title" },
        { level: 3, text: "Skipped" },
      ],
      mainLandmark: true,
      jsonLd: ['{"@type":"Thing"}'],
      headTagsInBody: [],
    });
    expect(whole.links).toEqual([
      { href: "/home", text: "Home", nofollow: false },
      { href: "/x", text: "Picture", nofollow: true },
      { href: null, text: "no href", nofollow: false },
    ]);
    expect(whole.images).toMatchObject({ total: 2, missingAlt: 1, missingAltSamples: ["/j.png"] });
    expect(whole.text).toMatchObject({ mainWords: 8, words: 11 });
  });

  it("tells code and quotations from the page's own text between them, regardless of chunking", () => {
    const html = "<main><pre>a</pre><code>b</code>, own <code>c</code> own <blockquote>d<p>e</blockquote></main>";
    const { main, quoted } = extract(html).text;
    const texts = quoted.flatMap((start, i) => (i % 2 === 0 ? [main.slice(start, quoted[i + 1])] : []));
    expect(texts.map((text) => text.trim().replaceAll(/\s+/g, " "))).toEqual(["a b", "c", "d e"]);
    for (const chunk of [1, 2, 5]) expect(extract(html, chunk).text.quoted).toEqual(quoted);
  });

  it("finds the same long texts regardless of chunking, within their limits", () => {
    const long = "long ".repeat(2_000);
    const html = `<title>${long}</title><h1>${long}</h1><a href="/a">${long}</a><a href="/b"><svg><title>a &amp; b</title></svg></a>`;
    const { titles, headings, links } = extract(html);
    expect([titles[0]!.text.length, headings[0]!.text.length, links[0]!.text.length]).toEqual([1_999, 1_999, 199]);
    expect(links[1]!.text).toBe("a & b");
    for (const chunk of [1, 7, 333]) expect(extract(html, chunk)).toMatchObject({ titles, headings, links });
  });

  it("excludes scripts, styles, templates and hidden elements from the text", () => {
    const facts = extract(
      "<body><script>var a = 1</script><style>p{}</style><template><p>t</p><a href='/t'>t</a></template><p hidden>secret</p><noscript>n</noscript><p>seen</p></body>",
    );
    expect(facts.text).toMatchObject({ words: 1, chars: 4 });
    expect(facts.links).toEqual([]);
  });

  it("records head-only tags in the body, including when an element ends the head early", () => {
    const facts = extract(
      "<head><title>T</title><div></div><link rel=canonical href=/c><meta name=robots content=noindex></head><body></body>",
    );
    expect(facts.headTagsInBody).toEqual(["canonical", "meta robots"]);
    expect(facts.canonicals).toEqual([{ href: "/c", inHead: false }]);
  });

  it.each([
    ["<!doctype html><p>A", true],
    ["<!-- a --> <!DOCTYPE HTML PUBLIC 'x'><p>A", true],
    ["<div>A</div><!doctype html><html><p>B", false],
    ["<p>A", false],
  ])("knows a doctype that browsers heed: %s", (page, expected) => expect(extract(page).doctype).toBe(expected));

  it("does not mistake an svg's title for the page's", () => {
    expect(extract("<title>Page</title><svg><title>Icon</title></svg>").titles).toEqual([
      { text: "Page", inHead: true },
    ]);
  });

  it("separates words of adjacent blocks and joins those of inline elements", () => {
    expect(extract("<body><p>one</p><p>two</p><p>th<b>ree</b></p></body>").text.words).toBe(3);
  });

  it("stays bounded on hostile pages", () => {
    expect(extract("<div>".repeat(50_000), 1_000).truncated).toBe(true);
    const links = extract(`<body>${'<a href="/x">x</a>'.repeat(LIMITS.links + 100)}</body>`);
    expect(links.links).toHaveLength(LIMITS.links);
    expect(links.linkCount).toBe(LIMITS.links + 100);
    expect([...links.targets]).toEqual([["/x", false]]);
    expect(extract(`<title>${"x".repeat(100_000)}</title>`, 500).titles[0]!.text.length).toBeLessThan(
      LIMITS.fieldLength + 1_000,
    );
    expect(extract(`<script type="application/ld+json">${"x".repeat(300_000)}</script>`, 1_000).jsonLd).toEqual([null]);
  });

  it("never throws, whatever the bytes", () => {
    const pieces = fc.constantFrom(
      "<a href=",
      ">",
      "<!--",
      "-->",
      "<script>",
      "</script>",
      "<p",
      "</",
      "&#x",
      "\0",
      "'",
      '"',
      "<title>",
      "<![CDATA[",
      "ä",
      "text",
      "<svg>",
      "</head>",
    );
    fc.assert(
      fc.property(fc.array(pieces), fc.integer({ min: 1, max: 9 }), (parts, chunk) => {
        const facts = extract(parts.join(""), chunk);
        expect(facts.text.words).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("measureText", () => {
  it.each([
    ["Hello, world", 2, 0],
    ["it's 3.5 km – far", 4, 0],
    ["日本語 text", 1, 3],
    ["naïve café", 2, 0],
    ["— … !", 0, 0],
    ["« mot » © ± 日本，語。（ａｂ）！ → 😀", 2, 3],
    ["", 0, 0],
  ])("%j: %i words, %i CJK", (text, words, cjk) => expect(measureText(text)).toMatchObject({ words, cjk }));
});

describe("sniffCharset", () => {
  const bytes = (text: string) => new TextEncoder().encode(text);
  it("uses the byte order mark, then the header, then the meta, then windows-1252", () => {
    expect(sniffCharset(new Uint8Array([0xff, 0xfe, 0x41]), "text/html; charset=utf-8")).toBe("utf-16le");
    expect(sniffCharset(bytes('<meta charset="koi8-r">'), "text/html; charset=iso-8859-1")).toBe("iso-8859-1");
    expect(sniffCharset(bytes('<meta charset="koi8-r">'), "text/html")).toBe("koi8-r");
    expect(sniffCharset(bytes("<p>"), null)).toBe("windows-1252");
  });

  it.each([
    ["nothing, though it is UTF-8", "<p>Käse", "windows-1252"],
    ["nothing, plain ASCII", "<p>Cheese", "windows-1252"],
    ["a meta", "<!doctype html><html><head><meta charset=utf-8><p>Käse", "utf-8"],
    ["a meta with single quotes and spaces", "<META CHARSET = ' Shift_JIS '>", "Shift_JIS"],
    ["an http-equiv", '<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-2">', "iso-8859-2"],
    ["an http-equiv with its content first", "<meta content='text/html;charset=gbk' http-equiv=content-type />", "gbk"],
    ["a content that is no http-equiv", '<meta name="x" content="charset=koi8-r">', "windows-1252"],
    ["a meta in a comment", '<!-- <meta charset="koi8-r"> --><p>', "windows-1252"],
    ["a meta after a comment", '<!-- a > b --><meta charset="koi8-r">', "koi8-r"],
    ["a meta after 1,024 bytes", `${" ".repeat(1_024)}<meta charset="koi8-r">`, "windows-1252"],
    ["UTF-16 that was read as ASCII", '<meta charset="utf-16le">', "utf-8"],
    ["an XML declaration", '<?xml version="1.0" encoding="iso-8859-15"?><html>', "iso-8859-15"],
    ["an XML declaration and a meta", '<?xml version="1.0" encoding="koi8-r"?><meta charset="big5">', "big5"],
  ])("%s", (_name, html, expected) => expect(sniffCharset(bytes(html), "text/html")).toBe(expected));

  it("of XHTML is that of its XML declaration, or UTF-8", () => {
    const type = "application/xhtml+xml";
    expect(sniffCharset(bytes('<html><meta charset="koi8-r"/>'), type)).toBe("utf-8");
    expect(sniffCharset(bytes('<?xml version="1.0" encoding="koi8-r"?><html>'), type)).toBe("koi8-r");
  });
});

describe("files that a page loads", () => {
  const filesOf = (html: string, keepsFiles = true) => {
    const extractor = new PageExtractor({ keepsFiles });
    extractor.write(html);
    return Object.fromEntries(extractor.end().files);
  };

  it("are its images in every size, scripts, styles and media", () => {
    expect(
      filesOf(`<link rel="preload stylesheet" href="/s.css"><link rel="canonical" href="/"><script src=" /a.js "></script>
        <picture><source srcset="/w,1.webp 1x,/w2.webp 2x"><img src="/i.png" srcset="/i.png, /i2.png 640w"></picture>
        <video src="/v.mp4"><source src="/v.webm"></video><embed src="/e.pdf"><object data="/o.svg"></object>
        <img src="data:image/gif;base64,R0" data-src="/lazy.png"><a href="/doc.pdf">Doc</a>`),
    ).toEqual({
      "/s.css": false,
      "/a.js": false,
      "/w,1.webp": true,
      "/w2.webp": true,
      "/i.png": true,
      "/i2.png": true,
      "/v.mp4": false,
      "/v.webm": false,
      "/e.pdf": false,
      "/o.svg": false,
      "/lazy.png": true,
    });
  });

  it("are not those of templates, and none unless requested", () => {
    expect(filesOf('<template><img src="/t.png"></template><img src=""><script>1</script>')).toEqual({});
    expect(filesOf('<img src="/i.png">', false)).toEqual({});
  });

  it("are bounded, however long a srcset is", () => {
    const many = Array.from({ length: 2_000 }, (_, i) => `<img src="/${i}.png">`).join("");
    expect(Object.keys(filesOf(many))).toHaveLength(500);
    expect(filesOf(`<img srcset="${", ".repeat(9_000)}/x.png">`)).toEqual({ "/x.png": true });
  });
});
