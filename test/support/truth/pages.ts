const FULL =
  '<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>A walk along the sea</title>';
const WORDS = "walk sea wall town bread ship bell ".repeat(40);
const body = (inner: string) =>
  `<main><h1>All walks</h1>${inner}<p>${WORDS}</p><a href="/">All walks of this town</a></main>`;
const page = (head: string, inner: string, tag = '<html lang="en">') =>
  `<!doctype html>${tag}<head>${head}</head><body>${inner}</body></html>`;

const PAGES: Record<string, string> = {
  "/links": page(
    FULL,
    body(`<a href="/gone">A page that is gone</a><a href="https://[">Broken</a><a href="javascript:go()">Script</a>
      <a href="http:/walks">One slash</a><a href="\\walks">Backslash</a><a href="#/route">Route</a><a href="/a" rel="nofollow">More</a>
      <a href="/b"></a><a onclick="go()">No href</a><a href="/c"><img src="/m.png" alt="Map" width="1" height="1"></a>
      <a href="http://truth.example/insecure">Plain</a><a href=" /d " title="Spaces">&nbsp;</a><a href="?q=1">Query</a>`),
  ),
  "/base": page(`${FULL}<base href="/sub/">`, body('<a href="#top">Top</a><a href="deep">Deep</a>')),
  "/noscript": page(
    `${FULL}<noscript><meta http-equiv="refresh" content="0; url=/nojs"></noscript>`,
    body('<noscript><a href="/plain">Without scripts</a></noscript>'),
  ),
  "/refresh": page('<meta http-equiv="refresh" content="0; url=/target">', ""),
  "/slow-refresh": page(`${FULL}<meta http-equiv="refresh" content="60; url='/later'">`, body("")),
  "/frames":
    '<!doctype html><title>Old frames of the town</title><frameset cols="1,2"><frame src="/menu"><frame src="/text"></frameset><noframes>No frames</noframes>',
  "/map": page(
    FULL,
    body('<map name="m"><area href="/north" alt="North"><area href="/south"></map><iframe src="/embedded"></iframe>'),
  ),
  "/headings": page(
    FULL,
    "<h1>One</h1><h1>Two is a heading that goes on and on, far past what anybody would read in one breath</h1><h4>Four</h4>",
  ),
  "/no-head": "<p>Nothing but text",
  "/canonical": page(`${FULL}<link rel="canonical" href="/other#part"><link rel="canonical" href="/third">`, body("")),
  "/canonical-body": page(FULL, body('<link rel="canonical" href="https://truth.example/canonical-body">')),
  "/robots": page(`${FULL}<meta name="robots" content="noindex, nofollow">`, body("")),
  "/nofollow": page(`${FULL}<meta name="robots" content="nofollow">`, body("")),
  "/descriptions": page(
    `${FULL}<meta name="description" content="Short"><meta name="description" content="Short">`,
    body(""),
  ),
  "/titles": page(`<title>All walks</title><title>Second</title><meta name="viewport" content="width=900">`, body("")),
  "/short-title": page(
    "<title>Walk</title>",
    body("<svg><title>Not the page</title></svg><template><h1>Not there</h1><img></template>"),
  ),
  "/images": page(
    FULL,
    body(
      `<img src="/a.png"><img src="/b.png" alt="${"long ".repeat(25)}" style="width:1px;height:auto"><img src="http://other.example/c.png" alt="" role="none" style="aspect-ratio:1">`,
    ),
  ),
  "/data": page(
    `${FULL}<script type="application/ld+json">{"a":</script><meta property="og:type" content="x">`,
    body(""),
  ),
  "/ids": page(FULL, body('<p id="x"></p><p id="x"></p><b id="y">Open<p>bold</p>')),
  "/forms": page(
    FULL,
    body(`<form><input name="q"><label for="twice">One</label><input id="twice"><p id="twice"></p><button></button>
      <label><input type="radio"></label><select><option>One</select><input type="image" src="/m.png"></form>
      <h2></h2><iframe src="/embedded"></iframe><p tabindex="3">First</p>`),
  ),
  "/named-forms": page(
    FULL.replace("device-width", "device-width, user-scalable=no"),
    body(`<form><label>Name <input name="n"></label><input aria-label="Search"><input id="later"><label for="later">Later</label>
      <div hidden><input name="trap"></div><input style="display: none"><button><svg><title>Close</title></svg></button>
      <button><img src="/x.png" alt="Open" width="1" height="1"></button><textarea placeholder="Text"></textarea></form>
      <h2><a href="/a" title="Part"></a></h2><template><button></button><h3></h3></template>
      <iframe src="/embedded" title="Embedded"></iframe><p tabindex="0">First</p>`),
  ),
  "/xml-lang": page(FULL, body(""), '<html xml:lang="en">'),
  "/bad-lang": page(FULL, body(""), '<html lang="en_US">'),
  "/thin-ja": page(FULL, "<main><h1>散歩</h1><p>短い、文章です。（例）！</p></main>", '<html lang="ja">'),
  "/thai": page(
    FULL,
    `<main><h1>เดินเล่น</h1><p>${"มนุษย์ทั้งปวงเกิดมามีอิสระและเสมอภาคกัน".repeat(30)}</p></main>`,
    '<html lang="th">',
  ),
  "/large": page(FULL, body(`<!--${"x".repeat(1_000_000)}-->`)),
  "/very-large": page(FULL, body(`<!--${"x".repeat(2_200_000)}-->`)),
  "/elements": page(FULL, body("<i></i>".repeat(1_600))),
  "/many-links": page(
    FULL,
    body(
      Array.from({ length: 4_000 }, (_, i) => `<a href="/#${i}">Part ${i}</a>`).join("") +
        '<a href="/last-of-many">The last of many</a>',
    ),
  ),
  "/last-of-many": page(FULL, body("")),
  "/a_b/Walk%20one/caf%C3%A9//x/y/x/z/x": page(FULL, body("")),
  [`/${"long".repeat(60)}`]: page(FULL, body("")),
  "/deep/1": page(FULL, body('<a href="/deep/2">Deeper</a>')),
  "/deep/2": page(FULL, body('<a href="/deep/3">Deeper</a>')),
  "/deep/3": page(FULL, body('<a href="/deep/4">Deeper</a>')),
  "/deep/4": page(FULL, body("")),
  "/dead-end": page(FULL, `<main><h1>The end</h1><p>${WORDS}</p></main>`),
  "/target": page(FULL, body("")),
};

const UNLINKED = /^\/(?:deep\/[234]|last-of-many|target)$/;
const list = Object.keys(PAGES)
  .filter((path) => !UNLINKED.test(path))
  .map((path) => `<li><a href="${path}">Page ${path}</a></li>`);

/** Path → HTML of a site written by hand. Its start page links to the others. */
export const TRUTH_PAGES: Record<string, string> = {
  "/": page(FULL, `<main><h1>A town and its walks</h1><ul>${list.join("")}</ul><p>${WORDS}</p></main>`),
  ...PAGES,
};
