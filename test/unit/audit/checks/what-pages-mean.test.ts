import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsonBreak } from "../../../../src/audit/model/page/json-break";
import { runPageChecks } from "../../../../src/audit/checks/run-checks";
import { auditedPage } from "../../../../src/audit/model/page/audited-page";
import type { FetchedPage, RenderedPair } from "../../../../src/audit/model/page/page";
import { unreachedPage } from "../../../../src/audit/crawl/fetch/fetch-page";
import { measureText } from "../../../../src/web";
import { factsOf, pageOf } from "../makers.ts";

const URL = "https://shop.example/";
const pageWith = (html: string, fetched: Partial<FetchedPage> = {}) =>
  pageOf(URL, { facts: factsOf(html), bytes: html.length, ...fetched });
const idsOf = (html: string, fetched: Partial<FetchedPage> = {}) =>
  runPageChecks(pageWith(html, fetched)).map((issue) => issue.id);

describe("robots.txt", () => {
  const blocked = (allowed: boolean) =>
    runPageChecks(auditedPage(unreachedPage(URL, 1, "blocked"), { allowed, rule: null }, 0)).map(({ id }) => id);

  it("is judged for Googlebot, which blocked_by_robots names, not for our crawler", () => {
    expect(blocked(true)).toEqual(["not_audited"]);
    expect(blocked(false)).toEqual(["blocked_by_robots"]);
  });
});

describe("words", () => {
  it.each([
    ["Thai", "มนุษย์ทั้งปวงเกิดมามีอิสระและเสมอภาคกันในศักดิ์ศรีและสิทธิ ต่างในตนมีเหตุผลและมโนธรรม", 20],
    ["Lao", "ມະນຸດທຸກຄົນເກີດມາມີກຽດສັກສີ ສິດທິ ເສລີພາບ ແລະ ຄວາມສະເໝີພາບເທົ່າທຽມກັນ", 15],
    ["Khmer", "មនុស្សទាំងអស់កើតមកមានសេរីភាពនិងសមភាពក្នុងផ្នែកសេចក្ដីថ្លៃថ្នូរនិងសិទ្ធិ", 13],
    ["Burmese", "လူတိုင်းသည်တူညီလွတ်လပ်သောဂုဏ်သိက္ခာဖြင့်လည်းကောင်း၊ တူညီလွတ်လပ်သောအခွင့်အရေးများဖြင့်လည်းကောင်း", 17],
  ])("of %s, which has no spaces between them, are counted", (_, text, words) => {
    expect(measureText(text).words).toBeGreaterThanOrEqual(words * 0.7);
    expect(measureText(text).words).toBeLessThanOrEqual(words * 1.4);
  });
});

describe("xml:lang", () => {
  const html = '<!doctype html><html xml:lang="de"><title>Der Titel</title>';
  it("declares no language in HTML", () => expect(idsOf(html)).toContain("missing_html_lang"));
  it("does in XHTML", () =>
    expect(idsOf(html, { headers: { "content-type": "application/xhtml+xml" } })).not.toContain("missing_html_lang"));
});

it("looks at every h1 for its length", () => {
  const long = "A heading of more than seventy characters that hides what it is about, a";
  expect(idsOf(`<h1>Short</h1><h1>${long}</h1>`)).toContain("h1_too_long");
});

describe("sizes of images", () => {
  it.each([
    ['style="width: 10px; height: 2em"', false],
    ['width="10" style="height:5px"', false],
    ['style="max-width: 100%; height: 5px"', true],
    ['style="width: 100%; height: auto"', true],
    ['style="width: 10px"', true],
  ])("with %s: missing %s", (attributes, missing) =>
    expect(idsOf(`<img src="/a.png" alt="" ${attributes}>`).includes("image_missing_dimensions")).toBe(missing),
  );
});

describe("the text of a link", () => {
  it.each([
    ["in a noscript", '<noscript><a href="/a">All walks</a></noscript>', "All walks"],
    ["in a hidden menu", '<nav hidden><a href="/a">All <b>walks</b></a></nav>', "All walks"],
    ["that only a script writes", '<div hidden><a href="/a"><script>write("All")</script></a></div>', ""],
    ["whose text is hidden in it", '<a href="/a"><span hidden>All</span></a>', ""],
  ])("%s", (_, html, text) => expect(factsOf(html).links[0]!.text).toBe(text));
});

describe("fragments", () => {
  const linksOf = (html: string) => pageWith(html).links.map(({ kind, url }) => [kind, url]);
  it("lead to the base if it is another page", () => {
    expect(linksOf('<base href="/other/"><a href="#top">Top</a>')).toEqual([["internal", `${URL}other/`]]);
    expect(linksOf('<base href="https://cdn.example/"><a href="#top">Top</a>')[0]![0]).toBe("external");
  });
  it("stay on the page otherwise", () => {
    expect(linksOf('<a href="#top">Top</a>')).toEqual([["fragment", null]]);
    expect(linksOf('<base href="/"><a href="#top">Top</a>')).toEqual([["fragment", null]]);
  });
});

it("shows where broken JSON-LD breaks", () => {
  const html = '<script type="application/ld+json">{"@type": "Event",\n "name": "A walk",\n "url": }</script>';
  const issue = runPageChecks(pageWith(html)).find(({ id }) => id === "structured_data_invalid_json");
  expect(issue?.detail.samples).toEqual(['line 3, character 46: ", "name": "A walk", "url": ⟂}']);
});

describe("jsonBreak", () => {
  it.each([
    ["", 0],
    ["{", 1],
    ["{]", 1],
    ['{"a":1,}', 7],
    ['{"a" 1}', 5],
    ["[1 2]", 3],
    ["[1],", 3],
    ["{'a':1}", 1],
    ['{"a":"line\nbreak"}', 5],
    ['{"a":01}', 6],
  ])("of %j is %i", (text, position) => expect(jsonBreak(text)).toBe(position));

  it("takes JSON to its end, whatever it contains", () => {
    fc.assert(fc.property(fc.json(), (text) => jsonBreak(text) === text.length));
  });
});

it("reports an unreadable address once", () => {
  const ids = idsOf('<a href="https://[">Broken</a>');
  expect(ids).toContain("malformed_link");
  expect(ids).not.toContain("uncrawlable_link");
});

it("finds hash routing in links that only scripts add", () => {
  const raw = pageWith("<p>Nothing yet</p>");
  const rendered = pageWith('<a href="#/walks">Walks</a>');
  const page = { ...raw, rendering: { report: null as never, pair: { rendered } as RenderedPair } };
  expect(runPageChecks(page).map(({ id }) => id)).toContain("hash_routing_links");
});
