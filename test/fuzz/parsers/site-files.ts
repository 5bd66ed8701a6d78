import { judgePath, parseRobots, rulesFor } from "../../../src/web";
import { UrlListReader } from "../../../src/audit/runs/start/read-url-list";
import { readSearchTable } from "../../../src/insights/core/search-table";
import { ApiError } from "../../../src/errors/api-error";
import { logLines } from "../../../src/analytics/logs/log-lines";
import { LogReader } from "../../../src/analytics/core/logs/log-reader";
import type { LogEntry } from "../../../src/analytics/core/logs/log-entry";
import { lastmodInstant } from "../../../src/web/site/lastmod-instant";
import { SitemapParser, type SitemapEntry } from "../../../src/web/site/sitemap-parser";
import { hostileRoutes } from "../../support/hostile-texts";
import type { Draw } from "../draw.ts";
import { cut } from "./generate.ts";
import { holds, same, type Target } from "./target.ts";

const HOSTILE = hostileRoutes("http://site.example");

const ROBOTS = [
  "User-agent: *\nDisallow: /private\nAllow: /private/open$\nCrawl-delay: 2\nSitemap: https://site.example/s.xml\n",
  "user-agent: GPTBot\nuser-agent: Googlebot\ndisallow: /*.pdf$\ndisallow: /a/*/b\nallow: /\n\nUser-agent: MJ12bot\nDisallow: /",
  "allow: /w/\nUser-agent: a\ncontent-signal: search=yes, ai-train=no\nclean-param: a&b /x\nDisallow /no-colon # c\n",
  HOSTILE["/robots.txt"]!.body!,
];
const robotsPieces =
  "User-agent: *\n|User-agent: GPTBot\n|user-agent:Googlebot|Disallow: /|Disallow:\n|Allow: /|allow: /a|disallow: /b*|/*/|$\n|\n|\n\n|# c|crawl-delay: 1\n|Sitemap: https://a.example/\n|Content-Signal: ai-train=no\n|*|/a|/ä|%61|%2F|%c3%a4|/index.html|Noindex: /\n|: |a|b|?x=1|.".split(
    "|",
  );
const PATHS = ["/", "/a", "/ab/b?x=1", "/private/open", "/%61%2f", "/ä", "/a/index.html", "/a/"];

/** The octets of a pattern or path: escapes in one spelling, everything else as UTF-8 (RFC 9309 §2.2.2). */
function octets(text: string): string {
  let written = "";
  for (const char of text)
    written += /[\x21-\x7e]/.test(char) ? char : char.isWellFormed() ? encodeURIComponent(char) : "%EF%BF%BD";
  // Each decoded character may complete an escape before it.
  for (let before = ""; before !== written;) {
    before = written;
    written = written.replace(/%([\da-f]{2})/i, (...[escape, hex]: string[]) => {
      const char = String.fromCharCode(Number.parseInt(hex!, 16));
      return /[A-Za-z0-9\-._~]/.test(char) ? char : `\u0001${escape!.slice(1).toUpperCase()}`;
    });
  }
  return written.replaceAll("\u0001", "%");
}

/** Whether a pattern matches, by going through all ways: a slow reference for short texts. */
function matches(pattern: string, path: string): boolean {
  const anchored = pattern.endsWith("$");
  const plain = anchored ? pattern.slice(0, -1) : pattern;
  // Positions in the path that the pattern can have reached.
  let reached = new Set([0]);
  for (const char of plain) {
    const next = new Set<number>();
    for (const at of reached)
      if (char === "*") for (let to = at; to <= path.length; to++) next.add(to);
      else if (path[at] === char) next.add(at + 1);
    reached = next;
  }
  return anchored ? reached.has(path.length) : reached.size > 0;
}

/** The verdict of a list of rules: the longest match wins, Allow wins ties, an index file allows its folder. */
function verdict(rules: ReadonlyArray<{ allow: boolean; pattern: string }>, path: string): boolean {
  if (path === "/robots.txt") return true;
  let best = { length: 0, allow: true };
  for (const { allow, pattern } of rules) {
    const folder = allow ? /^(.*\/)index\.htm(?!.*\/)/s.exec(pattern)?.[1] : undefined;
    const length = matches(pattern, path)
      ? pattern.length
      : folder !== undefined && matches(`${folder}$`, path)
        ? folder.length + 1
        : 0;
    if (length > best.length || (length === best.length && length > 0 && allow)) best = { length, allow };
  }
  return best.allow;
}

function robots(text: string): void {
  const parsed = parseRobots(text);
  same(parseRobots(text.replaceAll(/\r\n|\r|\n/g, "\r\n")), parsed, "another line end");
  const lines = text.split(/\r\n|\r|\n/).length;
  for (const { line } of [...parsed.invalidLines, ...parsed.sitemaps])
    holds(line >= 1 && line <= lines, "a line of the file");
  for (const token of ["GPTBot", "Googlebot", "MJ12bot"]) {
    const { rules } = rulesFor(parsed, token);
    for (const path of PATHS) {
      const judged = judgePath(rules, path);
      holds(judged.rule === null || rules.includes(judged.rule), "the rule that decided is one of the rules");
      if (rules.length > 40 || rules.some(({ pattern }) => pattern.length > 300)) continue;
      const expected = verdict(rules, octets(path));
      holds(
        judged.allowed === expected,
        `${token} ${path}: ${judged.allowed} by the rule ${judged.rule?.pattern}, not ${expected}`,
      );
    }
  }
  for (const rule of parsed.groups.flatMap((group) => group.rules)) {
    const written = text.split(/\r\n|\r|\n/)[rule.line - 1]!;
    if (rule.pattern.length > 200 || written.length > 200) continue;
    // Google's parser strips the white space of ASCII alone.
    const told = written.replace(/[#\0].*$/s, "");
    // The first colon separates, wherever it is; only without one, white space does.
    const value = told
      .slice(told.indexOf(":") + 1)
      .replace(told.includes(":") ? "" : /^[ \t\v\f]*[^ \t]+[ \t]+/, "")
      .replaceAll(/^[ \t\v\f]+|[ \t\v\f]+$/g, "");
    if (/^[\x21-\x7e]*$/.test(value))
      holds(rule.pattern === octets(value), `the pattern ${rule.pattern} of ${JSON.stringify(written)}`);
  }
}

const KINDS = new Set(["urlset", "index", "text", "feed", "html", "unknown"]);

function sitemap(texts: readonly string[]) {
  const entries: SitemapEntry[] = [];
  const parser = new SitemapParser((entry) => entries.push(entry));
  for (const text of texts) parser.write(text);
  parser.end();
  holds(KINDS.has(parser.kind), `the kind ${parser.kind}`);
  for (const { loc, lastmod } of entries) {
    holds(loc.length <= 10_000, "an address is bounded");
    const instant = lastmod === null ? null : lastmodInstant(lastmod);
    holds(instant === null || Number.isFinite(instant), "an instant is a number");
  }
  // What a file that is refused has further on depends on the piece in which that happens.
  const faults = parser.refused ? [] : [...parser.faults].sort();
  // htmlparser2 reads a reference that the end cuts off in one of two ways.
  const isCut = /&[^>]*$/.test(texts.join(""));
  return {
    entries,
    kind: parser.kind,
    refused: parser.refused,
    faults: faults.filter((fault) => !isCut || fault !== "unescaped_ampersand"),
  };
}

const SITEMAPS = [
  '<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>https://a.example/?a=1&amp;b=2</loc><lastmod>2026-01-02T10:00:00+01:00</lastmod><image:image><image:loc>x</image:loc></image:image></url></urlset>',
  "<sitemapindex><sitemap><loc><![CDATA[https://a.example/1.xml]]></loc></sitemap><!-- c --></sitemapindex>",
  '<rss version="2.0"><channel><item><link>https://a.example/p</link><pubDate>Mon, 23 Nov 2026 10:00:00 GMT</pubDate></item></channel></rss>',
  "<feed><entry><link href='https://a.example/q'/><updated>2026-01-02</updated></entry></feed>",
  "https://a.example/a\nhttps://a.example/b\r\n",
  "<!DOCTYPE html><html><body>not found</body></html>",
  HOSTILE["/sitemap.xml"]!.body!,
];
const sitemapPieces =
  "<urlset>|</urlset>|<sitemapindex>|<sitemap>|</sitemap>|<url>|</url>|<loc>|</loc>|<lastmod>|</lastmod>|https://a.example/|&amp;|&|&#x41;|<![CDATA[|]]>|<!-- | -->|<?xml version='1.0'?>|<!DOCTYPE x [<!ENTITY a 'b'>]>|<s:url>|<s:loc>| xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'|<rss>|<item>|<link>|<feed>|<entry>|<link href='x'/>|\n|\ufffd|<a|/>|2026-02-30|<constructor>|</constructor>|<__proto__>".split(
    "|",
  );

const LOGS = [
  '192.0.2.7 - - [20/Nov/2026:12:00:05 +0200] "GET /a?b=1 HTTP/1.1" 200 12 "https://x.example/" "GPTBot/1.2"',
  'shop.example:443 192.0.2.7 - - [20/Nov/2026:10:00:05 +0000] "GET /a HTTP/2.0" 200 - "-" "a \\x22b\\x22 \\"c\\"" "-" 0.012',
  '1.2.3.4 - Ada Love [20/Nov/2026:10:00:05 +0000] "GET http://shop.example/b?c HTTP/1.0" 200 1',
  '{"ClientRequestURI":"/a","ClientRequestUserAgent":"GPTBot/1.2","EdgeStartTimestamp":"2026-11-23T10:00:00Z","EdgeResponseStatus":200,"RayID":"x"}',
  '{"level":"info","logger":"http.log","ts":1700000000.5,"request":{"method":"GET","uri":"/a","headers":{"User-Agent":["GPTBot"]}},"status":200}',
  '{"proxy":{"timestamp":1700000000000,"method":"GET","path":"/a","userAgent":["x"]},"timestamp":1}',
  "#Fields: date time cs-method cs-uri-stem cs-uri-query c-ip cs(User-Agent) sc-status",
  "2026-11-20 10:00:05 GET /a b=1 192.0.2.7 GPTBot/1.2+(x) 200",
  `2026-11-20\t10:00:05\tFRA\t100\t192.0.2.7\tGET\td.cloudfront.net\t/a\t200\t-\tGPTBot%2520x\t-\t-\tHit\tid==\tshop.example\thttps\t1\t0.1\t-\tTLSv1.3\tx\tHit\tHTTP/2.0`,
];
const logPieces =
  '192.0.2.7| - - |[20/Nov/2026:12:00:05 +0200]| "GET /a HTTP/1.1" |200 12|"-"|"GPTBot"|\\"|\\x22|\\x|\t|-|{"|":"|","|"}|{|}|[|]|"ts":1e99|"status":"x"|"request":{|"uri":"/a"|#Fields: |date time |cs-uri-stem |2026-11-20|10:00:05|+|%20|/b?c=d|HTTP/2|::1|"time":null'.split(
    "|",
  );

/** Runs what only waits for what is there already. */
async function linesOf(texts: readonly string[]): Promise<string[]> {
  const lines: string[] = [];
  async function* pieces() {
    yield* texts;
  }
  for await (const line of logLines(pieces())) lines.push(line);
  return lines;
}

function isEntry(entry: LogEntry): boolean {
  const texts = [entry.method, entry.userAgent, entry.referrer, entry.ip, entry.host];
  return (
    Number.isFinite(entry.at) &&
    typeof entry.path === "string" &&
    texts.every((each) => each === null || typeof each === "string") &&
    (entry.status === null || Number.isFinite(entry.status)) &&
    (entry.requestId === undefined || (typeof entry.requestId === "string" && entry.requestId.length <= 150))
  );
}

function readLog(text: string, draw: Draw): void {
  for (const format of [null, draw.pick(["common", "combined", "vhost_combined", "w3c", "caddy", "json"] as const)]) {
    const reader = new LogReader(format);
    for (const line of text.split("\n")) {
      const entry = reader.read(line);
      if (entry !== null && typeof entry === "object") holds(isEntry(entry), `an entry: ${JSON.stringify(entry)}`);
    }
  }
}

function readList(isCsv: boolean, texts: readonly string[]): string[] | string {
  try {
    const reader = new UrlListReader(isCsv, SitemapParser);
    for (const text of texts) reader.write(text);
    return reader.end();
  } catch (error) {
    if (error instanceof ApiError) return error.code;
    throw error;
  }
}

export const SITE_FILES: readonly Target[] = [
  { name: "robots.txt", seeds: ROBOTS, pieces: robotsPieces, bound: 512_000, run: robots, parse: parseRobots },
  {
    name: "sitemaps",
    seeds: SITEMAPS,
    pieces: sitemapPieces,
    parse: (text) => sitemap([text]),
    run: (text, draw) => same(sitemap(cut(draw, text)), sitemap([text]), "entries of pieces"),
  },
  {
    name: "access logs",
    seeds: LOGS,
    pieces: logPieces,
    run: readLog,
    parse: (text) => new LogReader(null).read(text),
    bound: 16_384,
  },
  {
    name: "lines of logs",
    bound: 16_384,
    seeds: [LOGS.slice(0, 3).join("\n"), LOGS.slice(5).join("\r\n")],
    pieces: ["\n", "\r", "\r\n", "a", "line"],
    run: async (text, draw) => {
      const whole = text.split("\n").map((line) => line.replace(/\r$/, ""));
      if (text === "" || text.endsWith("\n")) whole.pop();
      same(await linesOf(cut(draw, text)), whole, "lines of pieces");
    },
  },
  {
    name: "Search Console tables",
    seeds: [
      'Top pages,Clicks,Impressions,CTR,Position\nhttps://a.example/,1,2,50%,3.5\nhttps://www.a.example/b,"1,204",5,1%,7\n',
      'Seiten,Klicks,Impressionen,CTR,Position\nhttps://a.example/,1.204,2,x,"3,5"',
    ],
    pieces: [
      "https://a.example/",
      ",",
      "\n",
      '"',
      "1",
      "1,204",
      "1.204",
      "clicks",
      "impressions",
      "page",
      "position",
      "%",
      "-",
    ],
    parse: (text) => readSearchTable(text, "a.example", (path) => path),
    run: (text) => {
      const table = readSearchTable(text, "a.example", (path) => path);
      const isCount = (value: number | null) => value === null || (Number.isFinite(value) && value >= 0);
      for (const { path, clicks, impressions, position } of table?.rows ?? [])
        holds(path.startsWith("/") && [clicks, impressions, position].every(isCount), "a row");
    },
  },
  {
    name: "lists of URLs",
    seeds: [
      "https://a.example/\nhttps://a.example/b\r\n",
      'page,clicks\n"https://a.example/?a=1,2",3\n',
      "a;url\n1;https://a.example\n",
      "# c\n\ufeffhttps://a.example/",
      "\n<urlset><url><loc>https://a.example/?a&amp;b</loc></url></urlset>",
    ],
    pieces: [
      "<urlset>",
      "<url>",
      "<loc>",
      "</loc>",
      "</url>",
      "https://a.example/",
      "\n",
      "\r",
      ",",
      ";",
      "\t",
      '"',
      "url",
      "address",
      "#",
      "\u0000",
    ],
    parse: (text) => readList(true, [text]),
    run: (text, draw) => {
      for (const isCsv of [false, true])
        same(readList(isCsv, cut(draw, text)), readList(isCsv, [text]), "URLs of pieces");
    },
  },
];
