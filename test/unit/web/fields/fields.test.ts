import { describe, expect, it } from "vitest";
import { Extraction, PageExtractor, faultOfField, type Extractor } from "../../../../src/web/html";
import { PageTree, parsePattern, parseXPath, PatternSearch, StepBudget, XPathReader } from "../../../../src/web/fields";

function found(html: string, language: "xpath" | "regex", selector: string, pieces = 7) {
  const fields: Extractor[] = [{ name: "field", selector, attribute: null, language }];
  expect(faultOfField(selector, language)).toBeNull();
  const page = new PageExtractor({ extraction: new Extraction(fields) });
  for (let at = 0; at < html.length; at += pieces) page.write(html.slice(at, at + pieces));
  return page.end().extracted!["field"]!;
}
const values = (html: string, language: "xpath" | "regex", selector: string) => found(html, language, selector).values;

const PAGE = `<!doctype html><title>T</title><meta name=author content="A. B."><body class="shop">
  <div id=main><h2>One</h2><p class="price big" data-sku="a-1">12 <b>&euro;</b></p><!-- c --></div>
  <ul class=list><li>a<li>b<li><a href="/x?y=1&amp;z=2">c</a></ul>
  <table><tr><th>SKU<td>x-1<tr><th>Size<td>XL</table>
  <div><div><p class=price>7<br>8</p></div></div>
  <script>dataLayer.push({"sku":"s-1"})</script><section><h3>Q1</h3><p>r</p><p>s</p><h3>Q2</h3><p>t</p></section>`;

describe("fields by XPath", () => {
  it.each<[expression: string, values: string[]]>([
    ["//h2", ["One"]],
    ["//H2/text()", ["One"]],
    ["/html/head/title", ["T"]],
    ["/html/body/div[1]/h2", ["One"]],
    ["/html/body/table/tbody/tr[2]/td", ["XL"]],
    ["//meta[@name='author']/@content", ["A. B."]],
    ["//p[@class='price']", ["7 8"]],
    ["//p[contains(@class,'price')]", ["12 €", "7 8"]],
    ['//*[@id="main"]/p/b', ["€"]],
    ["//li[2]", ["b"]],
    ["//ul/li[last()]/a/@href", ["/x?y=1&z=2"]],
    ["//li[position() < 3]", ["a", "b"]],
    ["//li[last()-1]", ["b"]],
    ["(//p)[2]", ["7 8"]],
    ["//th[text()='SKU']/following-sibling::td", ["x-1"]],
    ["//th[.='Size']/../td", ["XL"]],
    ["//td[starts-with(., 'x')]", ["x-1"]],
    ["//h3[.='Q1']/following-sibling::p[1]", ["r"]],
    ["//h3[.='Q2']/preceding-sibling::p[1]", ["s"]],
    ["//p[preceding-sibling::h3[1]='Q2']", ["t"]],
    ["//b/ancestor::div/@id", ["main"]],
    ["count(//li)", ["3"]],
    ["string(//p[1]/@data-sku)", ["a-1"]],
    ["concat(//h2, ': ', //h3)", ["One: Q1"]],
    ["normalize-space(//p)", ["12 €"]],
    ["substring-after(//p/@data-sku, '-')", ["1"]],
    ["substring('12345', 2, 3)", ["234"]],
    ["translate('bar','abc','AB')", ["BAr"]],
    ["//script[contains(., 'dataLayer')]", ['dataLayer.push({"sku":"s-1"})']],
    ["//section/p | //h2", ["One", "r", "s", "t"]],
    ["//div[p and not(h3)]/@id", ["main"]],
    ["//div[count(p) = 1 and .//b]/@id", ["main"]],
    ["//li[a/@href != '']", ["c"]],
    ["//body/@constructor", []],
    ["//nothing", []],
    ["string(//nothing)", []],
    ["boolean(//h2)", ["true"]],
    ["/", [expect.stringContaining("12 €")]],
  ])("%s", (expression, wanted) => expect(values(PAGE, "xpath", expression)).toEqual(wanted));

  it.each<[expression: string, reason: RegExp]>([
    ["//a[", /needs a name at its end/],
    ["//a]", /unexpected \]/],
    ["", /needs a name/],
    ["//svg:path", /namespaces/],
    ["//a[$x]", /variables/],
    ["//@*", /@\*/],
    ["2 * 3", /multiplication/],
    ["//comment()", /comment\(\) is not supported/],
    ["matches(//a, 'x')", /matches\(\) is not supported/],
    ["constructor(//a)", /is not supported/],
    ["namespace::a", /axis namespace/],
    ["contains(//a)", /wrong number/],
    ["//a^", /character 4/],
    [`${"(".repeat(30)}1${")".repeat(30)}`, /nested too deeply/],
    ["/a".repeat(41), /more than 40 steps/],
  ])("refuse %s with its fault", (expression, reason) => {
    expect(faultOfField(expression, "xpath")).toMatch(reason);
  });

  it("are bounded on hostile pages, and say so", () => {
    const nested = "<div>a".repeat(500) + "<p>b</p>".repeat(20_000);
    const started = performance.now();
    for (const expression of ["//p[following::p[following::q]]", "//*[.=//p]", "//p[count(//p)=1]"])
      expect(found(nested, "xpath", expression, 50_000)).toEqual({ values: [], count: 0, isIncomplete: true });
    expect(performance.now() - started).toBeLessThan(4_000);
    expect(found(`${"<i>x</i>".repeat(60_000)}<b>`, "xpath", "count(//i)", 50_000).isIncomplete).toBe(true);
  });

  it("take steps in proportion to the page", () => {
    const steps = (elements: number) => {
      const tree = new PageTree();
      for (let i = 0; i < elements; i++) {
        tree.open("div", {}, false);
        tree.addText("x", 0, 1);
        if (i % 100 === 99) for (let j = 0; j < 100; j++) tree.close(false);
      }
      tree.finish();
      let spent = 0;
      const budget = { spend: (more: number) => (spent += more) } as unknown as StepBudget;
      const parsed = parseXPath("//div//div[not(@class)]//text()[contains(., 'x')]");
      if ("reason" in parsed) throw new Error(parsed.reason);
      expect(new XPathReader(tree, budget).texts(parsed.xpath, 10).count).toBe(elements - elements / 100);
      return spent;
    };
    expect(steps(4_000) / steps(2_000)).toBeCloseTo(2, 1);
  });
});

describe("fields by regular expression", () => {
  it.each<[pattern: string, values: string[]]>([
    ['"sku":"(.*?)"', ["s-1"]],
    ["data-sku=.([a-z]-\\d)", ["a-1"]],
    ["(?i)ONE", ["One"]],
    ["<h\\d>([^<]*)</h\\d>", ["One", "Q1", "Q2"]],
    ["<li>(?:a|b)", ["<li>a", "<li>b"]],
    ["\\bXL\\b", ["XL"]],
    ["^<!doc", ["<!doc"]],
    ["(?m)^  <(\\w+)", ["div", "ul", "table", "div", "script"]],
    ["(?s)<table>(.*)</table>", ["<tr><th>SKU<td>x-1<tr><th>Size<td>XL"]],
    ["(?<word>Q[12])", ["Q1", "Q2"]],
    ["p>$", []],
    ["[\\]x]-1", ["x-1"]],
    ["\\u0054<", ["T<"]],
    ["nothing", []],
  ])("%s", (pattern, wanted) => expect(values(PAGE, "regex", pattern)).toEqual(wanted));

  it.each<[pattern: string, reason: RegExp]>([
    ["(?=a)", /lookahead/],
    ["(?<!a)b", /lookbehind/],
    ["(a)\\1", /references to groups/],
    ["a++", /possessive/],
    ["a**", /repeats nothing/],
    ["*a", /repeats nothing/],
    ["(a", /\( without a \)/],
    ["a)", /\) without a \(/],
    ["[a", /\[ without a \]/],
    ["[b-a]", /wrong range/],
    ["a{3,2}", /wrong order/],
    ["a{999}", /at most 200/],
    ["((a{100}){100}){100}", /too long/],
    ["(?:(?:(?:(?:(?:){200}){200}){200}){200})", /too long/],
    ["\\p{L}", /\\p is not supported/],
    ["a(?i)b", /flags may only/],
    ["a\\", /ends with a backslash/],
    ["[😀]", /emoji/],
    ["\\b+", /without characters/],
    [`${"(".repeat(30)}a${")".repeat(30)}`, /nested too deeply/],
  ])("refuse %s with its fault", (pattern, reason) => expect(faultOfField(pattern, "regex")).toMatch(reason));

  it("find what JavaScript finds", () => {
    const pieces = [
      "a",
      "b",
      ".",
      "[ab]",
      "[^a]",
      "(?:a|b)",
      "(?:ab|a)",
      "\\b",
      "a*",
      "b+?",
      "a{1,2}",
      "c?",
      "(a|bc)*",
      "(?:)",
      "^",
      "$",
      "\\w",
      "(b*)*",
    ];
    let seed = 7;
    const draw = (size: number) => (seed = (seed * 48_271) % 2_147_483_647) % size;
    for (let i = 0; i < 6_000; i++) {
      const source = Array.from({ length: 1 + draw(5) }, () => pieces[draw(pieces.length)]).join("");
      const text = Array.from({ length: draw(12) }, () => "abc \n"[draw(5)]).join("");
      const parsed = parsePattern(source);
      if ("reason" in parsed) continue;
      const match = new PatternSearch(parsed.pattern, text, new StepBudget(1e6)).find(0);
      const theirs = new RegExp(source).exec(text);
      expect([source, text, match && [match[0], text.slice(match[0], match[1])]]).toEqual([
        source,
        text,
        theirs && [theirs.index, theirs[0]],
      ]);
    }
  });

  it("take no longer than steps allow where others go back again and again", () => {
    const started = performance.now();
    expect(found(`${"a".repeat(50_000)}b`, "regex", "(a*)*c", 50_000)).toMatchObject({ count: 0 });
    expect(found("a".repeat(900_000), "regex", "(?:a|a?)+b|a.*c", 900_000)).toMatchObject({ count: 0 });
    expect(found("x".repeat(1_100_000), "regex", "nothing", 100_000)).toEqual({
      values: [],
      count: 0,
      isIncomplete: true,
    });
    // Without a limit, it would take longer than anybody has; a busy machine takes seconds.
    expect(performance.now() - started).toBeLessThan(30_000);
  });
});
