import { describe, expect, it } from "vitest";
import { PageExtractor } from "../../../../src/web/html/extractor";

function hooksOf(html: string, chunk = html.length) {
  const extractor = new PageExtractor({ keepsHooks: true });
  for (let i = 0; i < html.length; i += chunk) extractor.write(html.slice(i, i + chunk));
  return extractor.end().hooks;
}

const INLINE = "<script>var page = { id: 12, name: 'Oak chair' };</script>";
const page = (body: string, head = '<script src="/theme.js?v=1"></script>') =>
  `<!doctype html><html><head>${head}</head><body><main id="content">${body}</main>${INLINE}</body></html>`;
const PLAIN = hooksOf(page('<h1>Chair</h1><div id="item-3"></div>'));

describe("what scripts may find in a page", () => {
  it.each([
    [
      "text, links and headings",
      '<h1 id="oak">Oak</h1><h2>More</h2><p>Text<a href="/x">x</a></p><div id="item-3"></div>',
    ],
    ["numbers in ids", '<div id="item-77"></div>'],
    ["places of the page itself", '<a href="#part">Part</a><section id="part"></section><div id="item-3"></div>'],
  ])("is the same with other %s", (_name, body) => expect(hooksOf(page(body))).toBe(PLAIN));

  it("is the same with another version of a script, and other data in one", () => {
    const other = page('<div id="item-3"></div>', '<script src="/theme.js?v=2"></script>').replace(
      INLINE,
      '<script>var page = { id: 9, name: "Elm" };</script>',
    );
    expect(hooksOf(other)).toBe(PLAIN);
  });

  it.each([
    ["container with an id", '<div id="item-3"></div><div id="reviews"></div>'],
    ["custom element", '<div id="item-3"></div><x-price></x-price>'],
    ["form", '<div id="item-3"></div><form></form>'],
    ["script", '<div id="item-3"></div><script src="/reviews.js"></script>'],
    ["inline script", '<div id="item-3"></div><script>reviews()</script>'],
  ])("differs with a %s", (_name, body) => expect(hooksOf(page(body))).not.toBe(PLAIN));

  it("does not depend on how the page arrives, and is read only on request", () => {
    const html = page('<div id="item-3"></div>');
    for (const chunk of [1, 7, 50]) expect(hooksOf(html, chunk)).toBe(PLAIN);
    const extractor = new PageExtractor();
    extractor.write(html);
    expect(extractor.end().hooks).toBeNull();
  });
});
