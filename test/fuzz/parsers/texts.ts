import { csvParseRows } from "d3-dsv";
import papaparse from "papaparse";
import { parseCookies } from "better-auth/cookies";
import { classifyUserAgent } from "../../../src/analytics/catalogue/classify";
import { nextCursor, readCursor } from "../../../src/analytics/core/page-cursor";
import { agentHosts, signatureClaims } from "../../../src/analytics/core/signature-claims";
import { signedAgent } from "../../../src/analytics/core/signed-agent";
import { canonicalPath, countedPath, foldText } from "../../../src/analytics/core/visit-path";
import { Cursor, VisitsBody } from "../../../src/analytics/schemas";
import { IpRanges, rangesIn } from "../../../src/analytics/verify/core/ip-ranges";
import { directivesOf } from "../../../src/audit/model/page/robots-directives";
import { DeployBody } from "../../../src/automation/deploy-hook/schemas";
import { WebhookBody, WebhookPatch } from "../../../src/automation/webhooks/schemas";
import { maskTarget } from "../../../src/automation/webhooks/core/mask-target";
import { refuseTarget } from "../../../src/automation/webhooks/core/refuse-target";
import { RenderRules } from "../../../src/accounts/settings/render-rule";
import { StartBody } from "../../../src/audit/schemas";
import { queryNumber } from "../../../src/http/query-number";
import { isPrivateIp } from "../../../src/lib/hosts/ip";
import { normalizeDomain } from "../../../src/lib/hosts/domain";
import { pagePath } from "../../../src/lib/hosts/page-path";
import { canonicalUrl, maskCredentials, normalizeEscapes } from "../../../src/lib/hosts/url";
import { csvLines } from "../../../src/lib/text/csv";
import { cleanLine, cleanText, visibleJson, visibleText } from "../../../src/lib/text/strangers-text";
import { PromptBody, RunsQuery } from "../../../src/mentions/schemas";
import { cursorTo, partCursor } from "../../../src/mcp/define/bounded";
import { ToolRefusal } from "../../../src/mcp/define/refusal";
import { llmsText } from "../../../src/prerender/core/llms-text";
import { isNotModified, preferredForm } from "../../../src/prerender/core/serving-rules";
import { withoutKeys } from "../../../src/prerender/serve/service-credentials";
import { joinStrings } from "../../../src/web/fetch/dns";
import { refusePrivateHost } from "../../../src/web/fetch/egress";
import { WORST_INPUTS } from "../../unit/security/worst-inputs";
import { holds, same, type Target } from "./target.ts";

const split = (text: string) => text.split("|");

const URLS = split(
  "https://shop.example/a/%2e%2e/b?x=1&y=%41#f|http://user:pass@[::ffff:1.2.3.4]:8080/|HTTPS://BÜCHER.example./ä|//host/a|/a//b/./c/..;d|http://0x7f.1/|http://2130706433|https://a.example/%%3341|mailto:a@b.example|/%zz%|?utm_source=a&b&c=d+e&%62=1",
);
const urlPieces = split(
  "http://|https://|//|/|..|.|%2e|%2E|%2f|%41|%|%25|?|&|=|#|a|b.example|[::1]|:80|:443|@|\\|ä|utm_a=1|+|\t|;|127.1|0x7f|xn--|_",
);

function urls(text: string): void {
  const normal = normalizeEscapes(text);
  same(normalizeEscapes(normal), normal, "escapes twice");
  const url = URL.parse(text) ?? URL.parse(text, "https://shop.example/x");
  if (url && /^https?:$/.test(url.protocol)) {
    const canonical = canonicalUrl(url);
    const again = URL.parse(canonical);
    holds(again !== null, `the canonical URL ${canonical} is one`);
    same(canonicalUrl(again), canonical, "canonical twice");
    holds(again.hostname === url.hostname && again.port === url.port, "the canonical URL keeps its host");
    refusePrivateHost(url);
  }
  const key = pagePath(text);
  if (key !== null) {
    holds(key.startsWith("/"), `the key ${key} is a path`);
    // Pages whose path begins with two slashes are never cached.
    if (!key.startsWith("//")) same(pagePath(key), key, "a key twice");
  }
  const path = canonicalPath(text);
  if (path !== null) same(canonicalPath(path), path, "a path twice");
  countedPath(text, ["x*"]);
  const folded = foldText(text);
  if (!folded.includes("%")) same(foldText(folded), folded, "folded twice");
  const masked = maskCredentials(text);
  const parts = URL.parse(masked);
  holds(!parts?.password && (!parts?.username || parts.username === "***"), `no credentials in ${masked}`);
}

function domains(text: string): void {
  const host = normalizeDomain(text);
  if (host === null) return;
  same(normalizeDomain(host), host, "a domain twice");
  holds(host === host.toLowerCase() && host.length <= 253, `the host ${host}`);
  const url = URL.parse(`http://${host}/`);
  holds(url !== null && url.pathname === "/" && url.username === "", `the host ${host} of a URL`);
}

/** A cell without what the writer may have put before a formula. */
const bare = (text: string) => text.replaceAll("'", "");
const FORMULA = /^[\s\p{C}"]*[=+\-@＝＋－＠]/u;

function csv(text: string): void {
  const cells = text.split("\u0001");
  const written = csvLines([["a", ...cells, 1.5, null], ["b"]]);
  const rows = csvParseRows(written);
  same(
    rows,
    papaparse.parse<string[]>(written, { skipEmptyLines: "greedy", newline: "\r\n", delimiter: "," }).data,
    "two readers of CSV",
  );
  holds(rows.length === 2, `${rows.length} rows`);
  same(rows[0]!.slice(1, -2).map(bare), cells.map(bare), "cells");
  for (const cell of rows[0]!.slice(1, -2)) holds(!FORMULA.test(cell), `a formula: ${cell.slice(0, 50)}`);
}

function cleaned(text: string): void {
  const visible = visibleText(text);
  same(visibleText(visible), visible, "visible twice");
  for (const most of [1, 20, 300]) {
    const [several, one] = [cleanText(text, most), cleanLine(text, most)];
    holds(several.length <= most + 1 && one.length <= most + 1, "at most so long");
    holds(!/[\r\n\u2028\u2029]/.test(one), "one line");
    holds(several.isWellFormed() && one.isWellFormed(), "whole characters");
    // oxlint-disable-next-line no-control-regex
    holds(!/[\u0000-\u0008\u000e-\u001f\u202a-\u202e\u2066-\u2069]/.test(several + one), "nothing hidden");
  }
  const json = JSON.stringify({ text });
  same(JSON.parse(visibleJson(json)), JSON.parse(json), "the same JSON");
}

const AnyNumber = queryNumber(0, 1_000);

function cursors(text: string): void {
  const parsed = Cursor.safeParse(text);
  if (parsed.success && parsed.data !== undefined) {
    const last = readCursor(parsed.data);
    holds(last !== undefined && Number.isSafeInteger(last.total), "a cursor that is accepted says where to go on");
    const written = nextCursor(last, true)!;
    same(readCursor(written), last, "a cursor that is read and written");
  }
  RunsQuery.safeParse({ domain: "a.example", cursor: text });
  const number = AnyNumber.safeParse(text);
  if (number.success) holds(String(number.data) === text, `${text} is read as ${number.data}`);
  try {
    const part = partCursor(text);
    same(partCursor(cursorTo(part.skip, part.cursor)), part, "a tool's cursor that is read and written");
  } catch (error) {
    if (!(error instanceof ToolRefusal)) throw error;
  }
  const path = `/${text}`;
  same(readCursor(nextCursor({ total: text.length, path }, true)!), { total: text.length, path }, "a cursor to a path");
}

function headers(text: string): void {
  for (const markdown of [true, false]) {
    const form = preferredForm(text, markdown);
    holds(form === null || form === "html" || (form === "markdown" && markdown), `Accept prefers ${String(form)}`);
    holds(
      form === preferredForm(text.toUpperCase().toLowerCase(), markdown) || text.length > 900,
      "Accept has no case",
    );
  }
  const value = text.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, "");
  isNotModified(new Headers({ "if-none-match": value }), '"x"', 0);
  isNotModified(new Headers({ "if-modified-since": value }), '"x"', 1_000);
  holds(parseCookies(text) instanceof Map, "cookies");
  const crawler = classifyUserAgent(text.slice(0, 1_024));
  holds(crawler === null || typeof crawler === "object", "a crawler or none");
  const directives = directivesOf([{ agent: "robots", content: text.slice(0, 500) }], text, 0);
  holds(
    directives.sources.every((each) => typeof each === "string"),
    "directives",
  );
  holds(!/cr[ks]_[0-9A-Za-z]{43}/.test(withoutKeys(text)), "no key is left");
}

/** What a host can hold by the URL standard, beside letters that it encodes. */
const HOST = /^[^\s/?#@\\%<>^|]+$/;

function signatures(text: string): void {
  const [input, agent = ""] = text.split("\u0001");
  for (const claim of signatureClaims(input!, agent))
    holds(claim.host === null || HOST.test(claim.host), `the host ${claim.host}`);
  for (const given of [input!, agent]) {
    holds(agentHosts(given).length <= 4, "at most four hosts");
    signedAgent(given);
  }
}

function addresses(text: string): void {
  const ranges = rangesIn(text);
  const set = new IpRanges(ranges);
  for (const range of ranges) holds(set.has(range.split("/")[0]!), `the range ${range} has its first address`);
  isPrivateIp(text.slice(0, 45));
  const joined = joinStrings(text);
  holds(joined.length <= text.length, "strings of a TXT record are no longer than it");
}

/** An answer of a receiver, which may repeat the URL it was sent to. */
function receivers(text: string): void {
  const [answer, path = ""] = text.split("\u0001");
  const target = URL.parse(`/hook/${path}`, "https://hooks.example")?.href;
  if (!target || target.length > 500) return;
  // The mask itself may look like the end of a secret.
  const masked = maskTarget(answer!, target).replaceAll("[…]", "\u0000");
  const { pathname, search } = new URL(target);
  for (const secret of [target, pathname, search])
    holds(secret.length < 4 || !masked.includes(secret), `${secret} is masked`);
}

/** Bodies of requests, as they reach the schemas. */
const BODIES = {
  deploy: DeployBody,
  webhook: WebhookBody,
  "webhook change": WebhookPatch,
  visits: VisitsBody,
  "render rules": RenderRules,
  audit: StartBody,
  prompt: PromptBody,
};
const bodySeeds = [
  '{"domain":"shop.example","ref":"4f2c1e9","urls":["/a","https://shop.example/b"],"indexNow":true}',
  '{"url":"https://hooks.example.com/x","domain":null,"events":["audit.ended"],"format":"slack","description":" a "}',
  '{"events":null,"enabled":false}',
  '{"domain":"a.example","events":[{"id":"1","at":"2026-11-21T10:00:00+01:00","path":"/a","userAgent":"GPTBot","servedBy":"cache","ip":"::1"}]}',
  '[{"path":"/a*","action":"pass","waitFor":"#a .b","remove":[".c"],"parameters":["x"],"ttlHours":3}]',
  '{"domain":"a.example","urls":["https://a.example/"],"mode":"follow","allowSampling":false}',
  '{"action":"create","domain":"a.example","promptText":"Which?","intent":"comm","tags":"a,b","personaLocation":{"country":"DE"}}',
  '{"action":"update","id":"x","domain":"a.example","personaLocation":"{\\"country\\":\\"DE\\"}","active":1}',
];

function bodies(text: string): void {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return;
  }
  for (const [name, schema] of Object.entries(BODIES)) {
    const first = schema.safeParse(json);
    if (!first.success) {
      holds(
        first.error.issues.every(({ message }) => typeof message === "string" && message !== ""),
        `${name}: why not`,
      );
      continue;
    }
    // What passed is in its final form.
    if (name !== "prompt") same(schema.safeParse(first.data).data, first.data, `${name} twice`);
  }
  const { url } = Object(json) as { url?: unknown };
  if (typeof url !== "string") return;
  const refusal = refuseTarget(url, { allowPrivateHosts: false, ownHosts: new Set(["api.example"]) });
  holds(refusal !== null || URL.parse(url)?.protocol === "https:", "a target is https");
}

/** What has a target of its own, or reads only its own generator's texts. */
const ELSEWHERE =
  /^(?:page \(|toMarkdown|robots|sitemap|AI answer|readJudgement|csvLines|normalizeEscapes|canonicalUrl|VisitsBody|metaContents|Accept|signedAgent|llmsText)/;

/** The other parsers of test/unit/security/worst-inputs.ts, from its inputs. */
const others = [...Map.groupBy(WORST_INPUTS, ({ parser }) => parser)]
  .filter(([name]) => !ELSEWHERE.test(name))
  .map(([name, inputs]): Target => {
    const seeds = inputs.map(({ make }) => make(200));
    return {
      name,
      seeds,
      pieces: [...new Set(seeds.map((text) => text.slice(0, 12)))],
      run: (text) => void inputs[0]!.parse(text),
    };
  });

export const TEXTS: readonly Target[] = [
  {
    name: "URLs and paths",
    seeds: URLS,
    pieces: urlPieces,
    bound: 16_384,
    run: urls,
    parse: (text) => [normalizeEscapes(text), pagePath(text)],
  },
  {
    name: "llms.txt of titles",
    seeds: ["A title", "[a](javascript:1) *b* <c>", "\n# d"],
    pieces: ["#", "[", "](", ")", "*", "_", "<", ">", "`", "\n", "- ", "a ", "\\"],
    run: (text) => {
      const [title, description = ""] = text.split("\u0001");
      const written = llmsText("a.example", "https://a.example", [{ path: "/", title: title!, description }]);
      holds(written.split("\n").filter((line) => line.startsWith("- [")).length <= 1, "one line for a page");
    },
  },
  {
    name: "domains",
    seeds: ["Example.COM.", "bücher.example:8080", "https://a.example/x", "[::1]:80", "127.1", "a_b.example"],
    pieces: urlPieces,
    run: domains,
  },
  {
    name: "CSV",
    seeds: ['=1+2\u0001a;=b\u0001"c"', "-1\n\t@x\u0001\r\n'=a", "a;'=b;+c", "＝1"],
    pieces: split("=|+|-|@|＝|;|,|\t|\n|\r|\"|'| |\u0001|a|1|\u200b|\ufeff|\u0000"),
    run: csv,
    parse: (text) => csvLines([[text]]),
  },
  {
    name: "strangers' text",
    seeds: ["a\u200b\u202eb", "👩‍👩‍👧‍👦 🇦🇶", "e\u0301\ufe0f", "line\r\nline\u2028", "\ud83d"],
    pieces: split(
      "a|\u200b|\u200d|\ufe0f|❤|👩|\ud83d|\ude00|\u202e|\u2066|\n|\r|\u2028|\u0000|\u001b[31m|\u00ad|\u{e0041}|\u{f0000}|क्‍ष| |é|漢\ufe00",
    ),
    run: cleaned,
  },
  {
    name: "cursors",
    seeds: ["12/a", "0(other)", "999999999999999/", "3.12/a", "1700000000000_5f0c6a0e-6c1b-4f1e-9d0a-2b7a3f1c8e55"],
    pieces: split("0|1|9|12|/|(|.|_|a|-|+|e|\n| |٣"),
    run: cursors,
  },
  {
    name: "headers",
    seeds: [
      "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8",
      "text/markdown;q=1.5",
      'W/"x", "y"',
      "a=b; crawlready.session_token=x",
      "googlebot: noindex, unavailable_after: 25 Jun 2010 15:00:00 PST",
      "Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)",
    ],
    pieces: split(
      'text/html|text/markdown|*/*|text/*|;q=|0.5|1|,|;| |=|"|W/|noindex|none|all|unavailable_after: |max-snippet:0|googlebot|GPTBot|/1.2|constructor|__proto__|:|NaN|Infinity|crk_',
    ),
    run: headers,
  },
  {
    name: "HTTP message signatures",
    seeds: [
      'sig1=("@authority" "signature-agent");created=1700000000;expires=1800000000;keyid="x";tag="web-bot-auth"\u0001"https://agent.example"',
      'sig1=("@authority" "signature-agent";key="a");tag="web-bot-auth"\u0001a="https://agent.example";type=directory',
    ],
    pieces: split(
      'sig1=|(|)|"@authority"|"@method"|"signature-agent"|;key="a"|;tag="web-bot-auth"|;created=1|;keyid="x"|\u0001|"https://agent.example"|a=|;type=directory|,|:AA==:|?1|1.5|@1|%"a"| |*',
    ),
    run: signatures,
    bound: 2_048,
  },
  {
    name: "addresses and DNS",
    seeds: [
      "192.0.2.0/24, 2001:db8::/32\n10.0.0.1",
      '{"prefixes":[{"ipv4Prefix":"192.0.2.0/27"}]}',
      '"v=spf1 " "a\\"b"',
      "::ffff:1.2.3.4",
    ],
    pieces: split('192.0.2.1|/24|/8|/128|/0|2001:db8::|::|:|.|1|ffff|"|\\|,| |\n|{|}|%eth0|256|0x1|01'),
    run: addresses,
    parse: rangesIn,
  },
  {
    name: "bodies of requests",
    seeds: bodySeeds,
    isJson: true,
    pieces: split(
      '{|}|[|]|"|:|,|null|true|1|1.5|-0|"domain":|"url":|"urls":|"events":|"path":|"at":|"2026-02-30T00:00:00Z"|"action":"delete"|"__proto__":|"constructor":|"https://[::1]/"|"/a*b*"|\\u0000|\\ud800|"id":"1"',
    ),
    run: bodies,
  },
  {
    name: "answers to webhooks",
    seeds: [
      "got /hook/T0001/abcdefghijklmnop\u0001T0001/abcdefghijklmnop?x=1",
      '{"a":"\\/hook\\/a%20b"}\u0001a b',
      "404 https://hooks.example/hook/x&amp;y",
    ],
    pieces: [
      "/hook/",
      "\\/hook\\/",
      "\u0001",
      "abcdefghijkl",
      "%20",
      "?x=",
      "&amp;",
      "&",
      "(",
      "*",
      "[",
      "https://hooks.example",
    ],
    run: receivers,
    parse: (text) => maskTarget(text, "https://hooks.example/hook/abcdefghijklmnop?x=1"),
  },
  ...others,
];
