import { parseCookies } from "better-auth/cookies";
import { classifyUserAgent } from "../../../src/analytics/catalogue/classify";
import { signedAgent } from "../../../src/analytics/core/signed-agent";
import { rangesIn } from "../../../src/analytics/verify/core/ip-ranges";
import { canonicalPath, foldText } from "../../../src/analytics/core/visit-path";
import { VisitsBody } from "../../../src/analytics/schemas";
import { runPageChecks } from "../../../src/audit/checks/run-checks";
import { llmsTxtInvalid } from "../../../src/audit/checks/ai-readiness/llms-txt-invalid";
import { auditedPage } from "../../../src/audit/model/page/audited-page";
import { directivesOf } from "../../../src/audit/model/page/robots-directives";
import type { SiteFacts } from "../../../src/audit/model/site/site-facts";
import { unreachedPage } from "../../../src/audit/crawl/fetch/fetch-page";
import { readSearchTable } from "../../../src/insights/core/search-table";
import { isPrivateIp } from "../../../src/lib/hosts/ip";
import { canonicalUrl, normalizeEscapes } from "../../../src/lib/hosts/url";
import { csvLines } from "../../../src/lib/text/csv";
import { cleanLine, cleanText } from "../../../src/lib/text/strangers-text";
import { analyseByRules, compileRules } from "../../../src/mentions/core/analysis/analyse";
import { readJudgement } from "../../../src/mentions/core/analysis/judgement";
import type { Citation } from "../../../src/mentions/core/analysis/types";
import { RenderRules } from "../../../src/accounts/settings/render-rule";
import { ruleIndex } from "../../../src/prerender/core/render-rules";
import { withoutKeys } from "../../../src/prerender/serve/service-credentials";
import { llmsText } from "../../../src/prerender/core/llms-text";
import { pagePath } from "../../../src/lib/hosts/page-path";
import { isNotModified, preferredForm } from "../../../src/prerender/core/serving-rules";
import { saysNotFound } from "../../../src/prerender/core/pages/soft-404";
import { toMarkdown } from "../../../src/prerender/cache/markdown";
import { judgePath, parseRobots, rulesFor } from "../../../src/web";
import { Extraction, metaContents, PageExtractor } from "../../../src/web/html";
import { joinStrings } from "../../../src/web/fetch/dns";
import { SitemapParser } from "../../../src/web/site/sitemap-parser";

/** One input that could make a parser of untrusted text slow. */
export interface WorstInput {
  /** The parser and the kind of input. */
  parser: string;
  input: string;
  /** Generates a text of roughly this many characters. */
  make: (size: number) => string;
  parse: (text: string) => unknown;
  /** The longest text that reaches the parser; longer ones are rejected or cut first. */
  bound?: string;
}

const fill = (part: string, size: number) => part.repeat(Math.ceil(size / part.length)).slice(0, size);
/** Bodies arrive in pieces of this size. */
const PIECE = 65_536;

function* pieces(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += PIECE) yield text.slice(at, at + PIECE);
}

function readHtml(html: string, extraction?: Extraction) {
  const extractor = new PageExtractor({ keepsFiles: true, keepsHooks: true, ...(extraction && { extraction }) });
  for (const piece of pieces(html)) extractor.write(piece);
  return extractor.end();
}

const OPEN = { allowed: true, rule: null };

function auditHtml(html: string, headers: Record<string, string> = {}) {
  const fetched = { ...unreachedPage("https://shop.example/a", 0, "ok"), status: 200, headers, facts: readHtml(html) };
  return runPageChecks(auditedPage(fetched, OPEN, 0));
}

function readSitemapText(text: string): number {
  let entries = 0;
  const parser = new SitemapParser(() => entries++);
  for (const piece of pieces(text)) parser.write(piece);
  parser.end();
  return entries;
}

function judgeRobots(text: string): unknown {
  const robots = parseRobots(text);
  return ["Googlebot", "GPTBot", "MJ12bot"].map((token) => judgePath(rulesFor(robots, token).rules, "/aaaaaaaa/b?c=d"));
}

const RULES = compileRules({
  brandName: "Acme",
  aliases: ["Acme CRM"],
  domain: "acme.example",
  competitors: [{ name: "Rival", siteUrl: "https://rival.example" }],
});
const analyse = (text: string, citations: Citation[] = []) => analyseByRules(RULES, { text, citations });
const accept = (text: string) => [
  preferredForm(text, true),
  isNotModified(new Headers({ "if-none-match": text }), "", 0),
];
const SITE = { llmsTxt: { status: 200, text: "" } } as unknown as SiteFacts;

const URLS: WorstInput[] = [
  {
    parser: "normalizeEscapes",
    input: "escapes that each complete the one before: %%%…333…41",
    make: (size) => `${"%".repeat(size / 3)}${"33".repeat(size / 3 - 1)}41`,
    parse: normalizeEscapes,
  },
  {
    parser: "normalizeEscapes",
    input: "escapes of reserved characters",
    make: (size) => fill("%c3", size),
    parse: normalizeEscapes,
  },
  {
    parser: "canonicalUrl",
    input: "dot segments written as escapes",
    make: (size) => `https://shop.example/${fill("a/%2e%2e/", size)}`,
    parse: (text) => canonicalUrl(new URL(text)),
    bound: "2,048 where it is asked for",
  },
  {
    parser: "canonicalPath (visits)",
    input: "the same, of a visit's path",
    make: (size) => fill("/%%3341", size),
    parse: canonicalPath,
    bound: "2,048",
  },
  {
    parser: "pageKey (edge, /render)",
    input: "parameters in the wrong order",
    make: (size) => `/?${Array.from({ length: size / 6 }, (_, i) => (1e5 - i).toString(36)).join("&")}`,
    parse: (text) => pagePath(text),
    bound: "16,384",
  },
  { parser: "foldText (search)", input: "letters with marks", make: (size) => fill("ẤΣ%", size), parse: foldText },
  {
    parser: "isPrivateIp (X-Forwarded-For)",
    input: "colons and dots",
    make: (size) => fill("1.1.1.1:", size),
    parse: isPrivateIp,
    bound: "45",
  },
];

const PATTERN = RenderRules.parse([{ path: `/${"*a".repeat(149)}b` }]);

const TEXTS: WorstInput[] = [
  ...["\t", ";", " ", "\n'", ";-"].map((part) => ({
    parser: "csvLines",
    input: `a cell of ${JSON.stringify(part)}`,
    make: (size: number) => fill(part, size),
    parse: (text: string) => csvLines([[text]]),
  })),
  ...["%63rk_", "c", "%6", `crk_${"a".repeat(42)}`].map((part) => ({
    parser: "withoutKeys",
    input: `nearly keys: ${part}`,
    make: (size: number) => fill(part, size),
    parse: withoutKeys,
  })),
  {
    parser: "cleanText, cleanLine",
    input: "characters that nobody sees",
    make: (size) => fill("a\u200b", size * 50),
    parse: (text) => [cleanText(text, 100), cleanLine(text, 100)],
  },
  {
    parser: "ruleIndex (render rules)",
    input: "a path that each star of the pattern nearly matches",
    make: (size) => `/${fill("a", size)}`,
    parse: (text) => ruleIndex(PATTERN, text),
  },
];

const HEADERS: WorstInput[] = [
  {
    parser: "classifyUserAgent",
    input: "tokens that nearly begin a word",
    make: (size) => fill("xGooglebot-", size),
    parse: classifyUserAgent,
    bound: "1,024",
  },
  {
    parser: "signedAgent",
    input: "quotes",
    make: (size) => fill('"', size),
    parse: signedAgent,
    bound: "2,048",
  },
  {
    parser: "Accept, If-None-Match",
    input: "types with parameters",
    make: (size) => fill("a/b;q=0.1;;,", size),
    parse: accept,
  },
  {
    parser: "parseCookies",
    input: "cookies without a value",
    make: (size) => fill("crawlready.a=;", size),
    parse: parseCookies,
  },
  {
    parser: "X-Robots-Tag",
    input: "white space without a colon",
    make: (size) => `a${" ".repeat(size)}b`,
    parse: (text) => directivesOf([], text, 0),
  },
  {
    parser: "Link header",
    input: "parameters that never end",
    make: (size) => fill('<a>;rel="a ;rel ;hreflang ,', size),
    parse: (text) => auditHtml("<p>x", { link: text }),
  },
  {
    parser: "VisitsBody",
    input: "1,000 events at their maxima, as far as a body holds them",
    make: (size) =>
      JSON.stringify({
        domain: "shop.example",
        events: Array.from({ length: Math.max(1, Math.floor(size / 2_400)) }, (_, i) => ({
          id: String(i).padEnd(200, "x"),
          at: "2026-11-22T00:00:00Z",
          path: fill("/%%3341", 2_048),
          userAgent: "Googlebot",
          servedBy: "cache",
          ip: "::ffff:1.2.3.4",
        })),
      }),
    parse: (text) => VisitsBody.parse(JSON.parse(text)).events.map((event) => canonicalPath(event.path)),
    bound: "1 MiB",
  },
  {
    parser: "joinStrings (TXT)",
    input: "quotes that are escaped",
    make: (size) => fill('\\"', size),
    parse: joinStrings,
    bound: "65,536",
  },
  {
    parser: "rangesIn (crawlers' lists)",
    input: "words that are nearly ranges",
    make: (size) => fill("1:2:3::/,", size),
    parse: rangesIn,
  },
];

const ROBOTS: WorstInput[] = [
  {
    parser: "robots.txt",
    input: "marks of comments before a line separator",
    make: (size) => fill(`${"#".repeat(16_000)}\u2028\n`, size),
    parse: judgeRobots,
    bound: "512,000",
  },
  {
    parser: "robots.txt",
    input: "groups that stay open, then rules for all of them",
    make: (size) => fill("user-agent:*\ncrawl-delay:1\n", size / 2) + fill("\nallow:/", size / 2),
    parse: judgeRobots,
    bound: "512,000",
  },
  {
    parser: "robots.txt",
    input: "groups that stay open, then signals for all of them",
    make: (size) => fill("user-agent:*\ncrawl-delay:1\n", size / 2) + fill("\ncontent-signal:", size / 2),
    parse: judgeRobots,
    bound: "512,000",
  },
  {
    parser: "robots.txt",
    input: "wildcards that match late",
    make: (size) => `user-agent:*\n${fill("disallow:/*a*a*a*a*a*$\n", size)}`,
    parse: judgeRobots,
    bound: "512,000",
  },
  {
    parser: "robots.txt",
    input: "escapes that complete each other",
    make: (size) => `user-agent:*\n${fill(`disallow:/${"%".repeat(5_000)}${"33".repeat(5_000)}41\n`, size)}`,
    parse: judgeRobots,
    bound: "512,000",
  },
];

const URLSET = '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">';
const SITEMAPS: WorstInput[] = [
  {
    parser: "sitemap",
    input: "elements inside each other, then other ends",
    make: (size) => `<urlset>${fill("<a>", size / 2)}${fill("</b>", size / 2)}`,
    parse: readSitemapText,
  },
  {
    parser: "sitemap",
    input: "one address of entities",
    make: (size) => `${URLSET}<url><loc>${fill("&amp;", size)}`,
    parse: readSitemapText,
  },
  {
    parser: "sitemap",
    input: "one tag without an end",
    make: (size) => `${URLSET}<url ${fill('a="" ', size)}`,
    parse: readSitemapText,
    bound: "1,000,000",
  },
  { parser: "sitemap", input: "ends of nothing", make: (size) => URLSET + fill("</a>", size), parse: readSitemapText },
  {
    parser: "sitemap",
    input: "a list of short addresses",
    make: (size) => `https://a.example\n${fill("http://a\n", size)}`,
    parse: readSitemapText,
  },
  {
    parser: "sitemap",
    input: "one line without an end",
    make: (size) => `https://a.example/${fill("a", size)}`,
    parse: readSitemapText,
  },
];

const HTML: WorstInput[] = (
  [
    ["a tag that goes on, with > in its values", (size) => `<p ${fill('a=">" ', size)}`],
    ["elements inside each other", (size) => fill("<i>", size)],
    ["ends of what is not open", (size) => fill("<div></x>", size)],
    ["comments that never end", (size) => fill("<!--<!-", size)],
    ["scripts that never end", (size) => `<script>${fill("</scrip", size)}`],
    ["references that are none", (size) => fill("&am ", size)],
    [
      "a base of half the page, and links",
      (size) => `<base href="/${fill("a/", size / 2)}">${fill('<a href="b">c</a>', size / 2)}`,
    ],
    ["canonicals", (size) => fill('<link rel=canonical href="/b">', size)],
    ["robots metas of white space", (size) => fill(`<meta name=robots content="a${" ".repeat(1_900)}b">`, size)],
    ["images without anything", (size) => fill("<img>", size)],
    ["ids, each twice", (size) => Array.from({ length: size / 16 }, (_, i) => `<b id=${i >> 1}>`).join("")],
    ["headings and white space", (size) => fill(`<h1>${" ".repeat(50)}x</h1>`, size)],
    ["a link of a million attributes", (size) => `<a ${fill("b=c ", size)}>d</a>`],
    ["forms inside forms", (size) => fill("<form><table><tr><td>", size)],
    [
      "JSON inside JSON",
      (size) => `<script type=application/ld+json>${"[".repeat(size / 2)}${"]".repeat(size / 2)}</script>`,
    ],
    [
      "JSON-LD of many types",
      (size) =>
        `<script type=application/ld+json>{"@context":"https://schema.org","@graph":[${fill('{"@type":"A"},', size).slice(0, -14)}1]}</script>`,
    ],
    ["text of one word", (size) => `<p>${fill("a", size)}`],
    [
      "preview properties",
      (size) => Array.from({ length: size / 40 }, (_, i) => `<meta property="og:${i}" content="x">`).join(""),
    ],
    ["alternates", (size) => fill('<link rel=alternate hreflang=de href="/de">', size)],
  ] satisfies Array<[string, (size: number) => string]>
).map(([input, make]) => ({
  parser: "page (scanner, facts, checks)",
  input,
  make,
  parse: (text: string) => auditHtml(text),
}));

const FIELDS = new Extraction([
  { name: "xpath", selector: "//h1", attribute: null, language: "xpath" },
  { name: "regex", selector: "<(.+?)>", attribute: null, language: "regex" },
]);

const EXTRACTED: WorstInput[] = (
  [
    // Copying a text again and again shows only in large ones.
    ["blocks", (size) => fill(`<p>${"a".repeat(13)}`, 8 * size)],
    ["nested blocks", (size) => fill("<div>a", size)],
    ["comments in a script", (size) => `<script>${fill("a<!--b-->", size)}`],
  ] satisfies Array<[string, (size: number) => string]>
).map(([input, make]) => ({
  parser: "page (fields)",
  input,
  make,
  parse: (text: string) => readHtml(text, FIELDS).extracted,
}));

const TABLES: WorstInput[] = (
  [
    ["empty lines", (size) => fill("\n", size)],
    ["pages", (size) => fill("https://a.example/b,1,1\n", size)],
    ["columns", (size) => fill(",", size)],
    ["quotes", (size) => fill('"",""\n', size)],
    ["numbers", (size) => `p,${fill("1,", size)}`],
  ] satisfies Array<[string, (size: number) => string]>
).map(([input, make]) => ({
  parser: "readSearchTable",
  input,
  make: (size) => `page,clicks,impressions\n${make(size)}`,
  parse: (text: string) => readSearchTable(text, "a.example", (path) => path),
}));

const SERVED: WorstInput[] = [
  {
    parser: "metaContents (verification)",
    input: "elements inside each other",
    make: (size) => fill("<meta name=a><title>", size),
    parse: (text) => metaContents(text, "a"),
  },
  ...(
    [
      ["elements inside each other", (size) => fill("<div>", size)],
      ["lists inside each other", (size) => fill("<ul><li>", size)],
      ["tables", (size) => fill("<table><tr><td>a", size)],
      ["marks of emphasis", (size) => `<p>${fill("*_`", size)}`],
      ["white space", (size) => `<p>a${fill(" \n", size)}b`],
      ["white space in code", (size) => `<pre><code>a${fill(" \n", size)}b`],
      ["comments that never end", (size) => fill("<!--", size)],
      ["tags that never end", (size) => fill("<a ", size)],
      ["quotes in quotes", (size) => fill("<blockquote>a", size)],
      ["bold in bold", (size) => fill("<b>a</b><i> </i>", size)],
      ["links", (size) => fill('<a href="/a">[b](</a>', size)],
      ["line breaks", (size) => fill("<br>", size)],
      ["numbers", (size) => `<p>${fill("1. ", size)}`],
      ["code", (size) => fill("<code>`</code>", size)],
      ["unfinished references", (size) => `<p>${fill("&", size)}`],
      ["ends of nothing", (size) => fill("</p></div>", size)],
    ] satisfies Array<[string, (size: number) => string]>
  ).map(([input, make]) => ({
    parser: "toMarkdown",
    input,
    make,
    parse: toMarkdown,
    bound: "2,000,000",
  })),
  {
    parser: "llmsText",
    input: "500 titles of marks",
    make: (size) => fill("*[_ ", size),
    parse: (text) =>
      llmsText(
        "a.example",
        "https://a.example",
        Array.from({ length: 500 }, (_, i) => ({
          path: `/${i}`,
          title: text.slice(0, 300),
          description: text.slice(0, 300),
        })),
      ),
    bound: "300 a field",
  },
  {
    parser: "saysNotFound",
    input: "white space and marks",
    make: (size) => fill(" - ", size),
    parse: (text) => saysNotFound({ title: text.slice(0, 300), heading: text.slice(0, 300) }, 10),
    bound: "300 a field",
  },
  {
    parser: "llms.txt check",
    input: "links that never end",
    make: (size) => `# a\n${fill("](", size)}`,
    parse: (text) => llmsTxtInvalid.test({ ...SITE, llmsTxt: { ...SITE.llmsTxt!, text } }),
  },
];

const ANSWERS: WorstInput[] = (
  [
    ["marks of sentences", (size) => `Acme${fill(".", size)}x`],
    ["white space", (size) => `Acme${fill(" ", size)}x`],
    ["comments that never end", (size) => `Acme${fill("<!--", size)}`],
    ["marks of citations that never end", (size) => `Acme ${fill("【††", size)}`],
    ["private marks that never end", (size) => `Acme ${fill("\ue200", size)}`],
    ["one address of names", (size) => fill("acme.", size)],
    ["names and praise in one line", (size) => fill("Acme good, ", size)],
    ["a name a line", (size) => fill("Acme\ngood\n", size)],
    ["names without a space", (size) => fill("Acme,", size)],
    ["links that never end", (size) => `Acme ${fill("[a](b ", size)}`],
    ["links inside brackets", (size) => `Acme (${fill("[a](b), ", size)}`],
    ["one letter with marks", (size) => `Acme a${fill("\u0300\u0316", size)}`],
    ["nearly denials", (size) => fill("没有 关于 Acme ", size)],
    ["nearly denials in English", (size) => fill("not find any Acme no info ", size)],
    ["hosts", (size) => fill("a.b.c.", size)],
    ["emphasis", (size) => `Acme ${fill("*a_", size)}`],
    ["footnotes", (size) => `Acme ${fill("[1,1", size)}`],
  ] satisfies Array<[string, (size: number) => string]>
).map(([input, make]) => ({
  parser: "AI answer",
  input,
  make,
  parse: (text: string) => analyse(text),
  bound: "100,000",
}));

ANSWERS.push(
  {
    parser: "AI answer",
    input: "citations of all of it",
    make: (size) => fill("Acme is good. ", size),
    parse: (text) =>
      analyse(
        text,
        Array.from({ length: text.length / 100 }, (_, i) => ({
          url: `https://a.example/${i}`,
          start: 0,
          end: text.length,
        })),
      ),
    bound: "100,000",
  },
  {
    parser: "AI answer",
    input: "one cited address of campaign parameters",
    make: (size) => `https://a.example/?${fill("utm_a=&", size)}`,
    parse: (text) => analyse("Acme", [{ url: text }]),
    bound: "8,192",
  },
  {
    parser: "readJudgement",
    input: "JSON inside JSON",
    make: (size) => "[".repeat(size),
    parse: (text) => readJudgement(text, "Acme"),
  },
);

/** Every parser of untrusted text, each with the worst known kinds of input. */
export const WORST_INPUTS: readonly WorstInput[] = [
  ...URLS,
  ...TEXTS,
  ...HEADERS,
  ...ROBOTS,
  ...SITEMAPS,
  ...HTML,
  ...EXTRACTED,
  ...TABLES,
  ...SERVED,
  ...ANSWERS,
];
