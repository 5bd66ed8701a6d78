import { describe, expect, it } from "vitest";
import { Extraction, PageExtractor, parseSelector } from "../../../../src/web/html";

const extracted = (html: string, fields: Record<string, string | [selector: string, attribute: string]>) => {
  const extractors = Object.entries(fields).map(([name, of]) =>
    typeof of === "string" ? { name, selector: of, attribute: null } : { name, selector: of[0], attribute: of[1] },
  );
  const page = new PageExtractor({ extraction: new Extraction(extractors) });
  // In pieces, as it arrives.
  for (let at = 0; at < html.length; at += 7) page.write(html.slice(at, at + 7));
  return page.end().extracted!;
};
const values = (html: string, selector: string) => extracted(html, { field: selector })["field"]!.values;

const PAGE = `<!doctype html><html><body class="shop">
  <div id=main><h2>One</h2><p class="price big" data-sku="a-1">12 <b>&euro;</b></p></div>
  <ul class=list><li>a<li>b<li><a href="/x?y=1&amp;z=2" rel="nofollow next">c</a></ul>
  <div><div><p class=price lang=de-AT>7<br>8</p></div></div>
  <script type="application/ld+json">{"price": 9}</script>
  <section><script>code()</script>text<style>css</style></section></body></html>`;

describe("fields that owners read from their pages", () => {
  it.each<[selector: string, found: string[]]>([
    ["h2", ["One"]],
    ["H2", ["One"]],
    [".price", ["12 €", "7 8"]],
    ["p.price.big", ["12 €"]],
    ["#main > .price", ["12 €"]],
    ["body > .price", []],
    ["body .price", ["12 €", "7 8"]],
    ["div > div > p", ["7 8"]],
    ["div div p, h2", ["One", "7 8"]],
    ["[data-sku]", ["12 €"]],
    ["[data-sku='a-1']", ["12 €"]],
    ["[data-sku^=a][data-sku$='1']", ["12 €"]],
    ["[data-sku*='-']", ["12 €"]],
    ["[data-sku=A-1]", []],
    ["[data-sku=A-1 i]", ["12 €"]],
    ["[lang|=de]", ["7 8"]],
    ["a[rel~=next]", ["c"]],
    ["a[rel~='nofollow next']", []],
    ["ul > li", ["a", "b", "c"]],
    ["*.shop > ul", ["a b c"]],
    ["script[type='application/ld+json']", ['{"price": 9}']],
    ["section", ["text"]],
    ["[constructor]", []],
  ])("%s", (selector, found) => expect(values(PAGE, selector)).toEqual(found));

  it("are attributes if one is named", () => {
    const found = extracted(PAGE, { link: ["a", "href"], sku: [".price", "data-sku"], none: ["a", "constructor"] });
    expect(found).toEqual({
      link: { values: ["/x?y=1&z=2"], count: 1 },
      sku: { values: ["a-1"], count: 1 },
      none: { values: [], count: 0 },
    });
  });

  it("are bounded in number and length, and say how many there are", () => {
    const { many, long } = extracted(`${"<i>x</i>".repeat(50)}<p>${"y ".repeat(5_000)}</p>`, { many: "i", long: "p" });
    expect([many!.values.length, many!.count]).toEqual([10, 50]);
    expect(long!.values[0]).toHaveLength(500);
    const all = extracted(`<p>${"z".repeat(900)}</p>`.repeat(9), { a: "p", b: "p" });
    const chars = Object.values(all)
      .flatMap((found) => found.values)
      .join("").length;
    expect([chars, all["b"]!.count]).toEqual([4_000, 9]);
  });

  it("are read from an element that never ends, and from pages nested too deeply", () => {
    expect(values("<div class=a>to the end", ".a")).toEqual(["to the end"]);
    expect(values("<div class=a>b".repeat(12_000), "div .a")).toHaveLength(8);
  });

  it.each<[selector: string, reason: RegExp]>([
    ["div:nth-child(2)", /pseudo-classes/],
    ["a:not(.b)", /pseudo-classes/],
    ["p::first-line", /pseudo-elements/],
    ["a + b", /combinator \+/],
    ["a ~ b", /combinator ~/],
    ["svg|a", /namespaces/],
    ["[a!=b]", /!=/],
    ["div[", /is not a CSS selector/],
    ["", /is not a CSS selector/],
    ["> a", /element is missing/],
    ["a >", /is not a CSS selector/],
    ["a,", /is not a CSS selector/],
    ["a b c d e f g h i", /more than 8 parts/],
    [`a${"[b]".repeat(17)}`, /more than 16 conditions/],
  ])("refuse %s with its fault", (selector, reason) => {
    const parsed = parseSelector(selector);
    expect("reason" in parsed ? parsed.reason : "accepted").toMatch(reason);
  });

  it("refuse a long text with the first characters of its fault", () => {
    const parsed = parseSelector(`a!!${"x".repeat(300)}`);
    expect(parsed).toEqual({ reason: expect.stringMatching(/^is not a CSS selector: .{100}$/) });
  });

  it("take time in proportion to the page: elements times parts", () => {
    let compared = 0;
    const { compounds } = parseSelector("a b c d e f g h") as Extract<
      ReturnType<typeof parseSelector>,
      { compounds: unknown }
    >;
    const extraction = new Extraction([{ name: "x", selector: "a b c d e f g h", attribute: null }]);
    for (const each of extraction.selected[0]!.compounds) {
      const { name } = each;
      Object.defineProperty(each, "name", { get: () => (compared++, name) });
    }
    const page = new PageExtractor({ extraction });
    page.write("<a><b><c><d><e><f><g><h>".repeat(500));
    page.end();
    expect(compared).toBeLessThanOrEqual(2 * 4_000 * compounds.length);
  });
});
