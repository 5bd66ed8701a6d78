import { describe } from "vitest";
import type { FetchedPage } from "../../../../../src/audit/model/page/page";
import { type Case, at, body, expectFindings, links } from "./cases.ts";

const ADDRESSES: Case[] = [
  ["url_multiple_slashes", body(""), { found: "/a//b?c=1", expected: "single slashes" }, at("/a//b?c=1")],
  ["url_multiple_slashes", body(""), null, at("/a?c=//")],
  ["url_non_ascii", body(""), { found: "/%C3%BC?a=1", expected: "ASCII letters" }, at("/%C3%BC?a=1")],
  ["url_non_ascii", body(""), null, at("/%7E%2F")],
  [
    "url_session_id",
    body(""),
    { found: "/a;jsessionid=1?b=2", expected: "no session in the URL" },
    at("/a;jsessionid=1?b=2"),
  ],
  ["url_session_id", body(""), { found: "/a?b=2&SID=1", expected: "no session in the URL" }, at("/a?b=2&SID=1")],
  ["url_session_id", body(""), null, at("/a?reside=1")],
  ["url_space", body(""), { found: "/a+b?c=1", expected: "no spaces" }, at("/a+b?c=1")],
  ["url_space", body(""), null, at("/a?b=c+d")],
  ["url_underscore", body(""), { found: "/a_b?c=1", expected: "hyphens" }, at("/a_b?c=1")],
  ["url_underscore", body(""), null, at("/a?b_c=1")],
  ["url_uppercase", body(""), null, at("/%C3%BC?A=1")],
  [
    "url_repetitive_path",
    body(""),
    { found: "b occurs 3 times", expected: "each segment once", count: 3 },
    at("/a//b//b/b/a"),
  ],
  ["url_repetitive_path", body(""), null, at("/a////")],
  ["url_too_many_params", body(""), { found: "6 parameters", expected: "at most 4", count: 6 }, at("/?a&b&c&d&e&f")],
  [
    "pagination_canonical_to_first",
    links('canonical href="/list/"'),
    { found: "https://walks.example/list/", expected: "https://walks.example/list/page/2/" },
    at("/list/page/2/"),
  ],
  [
    "pagination_canonical_to_first",
    links('canonical href="/list/page/1/"'),
    { found: "https://walks.example/list/page/1/", expected: "https://walks.example/list/page/2/" },
    at("/list/page/2/"),
  ],
  [
    "pagination_canonical_to_first",
    links('canonical href="/list?page=1&a=b"'),
    { found: "https://walks.example/list?page=1&a=b", expected: "https://walks.example/list?page=3&a=b" },
    at("/list?page=3&a=b"),
  ],
  [
    "pagination_canonical_to_first",
    links('canonical href="/"'),
    { found: "https://walks.example/", expected: "https://walks.example/page/2" },
    at("/page/2"),
  ],
  ["pagination_canonical_to_first", links('canonical href="/list"'), null, at("/list?page=1")],
  ["pagination_canonical_to_first", links('canonical href="/other"'), null, at("/list?page=2")],
  ["pagination_canonical_to_first", links('canonical href="/list?page=2"'), null, at("/list?page=2")],
];

const status = (code: number, more: Partial<FetchedPage> = {}) => ({
  status: code,
  outcome: "error" as const,
  facts: null,
  ...more,
});
const http = (code: number) => ({ found: `HTTP ${code}`, expected: "HTTP 200" });
const cdn = (code: number) => ({ found: `HTTP ${code} from the CDN`, expected: "a response from the server itself" });
const RETRY = { headers: { "retry-after": "1" } };
const RESPONSES: Case[] = [
  ...[400, 402, 404, 499].map((code): Case => ["http_4xx", "", http(code), status(code)]),
  ...[399, 401, 403, 408, 429, 500].map((code): Case => ["http_4xx", "", null, status(code)]),
  ...[500, 503, 519, 528, 529, 531, 599].map((code): Case => ["http_5xx", "", http(code), status(code)]),
  ...[499, 520, 527, 530, 600].map((code): Case => ["http_5xx", "", null, status(code)]),
  ["http_5xx", "", null, status(503, RETRY)],
  ["http_5xx", "", http(502), status(502, RETRY)],
  ["rate_limited", "", http(503), status(503, RETRY)],
  ["rate_limited", "", null, status(503)],
  ["rate_limited", "", null, status(502, RETRY)],
  ["access_denied", "", http(401), status(401)],
  ["access_denied", "", http(403), status(403)],
  ["access_denied", "", null, status(402)],
  ...[520, 527, 530].map((code): Case => ["dns_or_connection_error", "", cdn(code), status(code)]),
  ...[519, 528, 529, 531].map((code): Case => ["dns_or_connection_error", "", null, status(code)]),
  [
    "dns_or_connection_error",
    "",
    { found: "no connection", expected: "an HTTP response" },
    status(0, { outcome: "unreachable" }),
  ],
  [
    "dns_or_connection_error",
    "",
    { found: "reset", expected: "an HTTP response" },
    status(0, { outcome: "unreachable", failure: "reset" }),
  ],
  ["slow_ttfb", "", null, status(500, { ttfbMs: 9_000 })],
  ["slow_page", "", null, status(500, { loadTimeMs: 4_000 })],
  ["very_slow_page", "", null, status(500, { loadTimeMs: 9_000 })],
  [
    "content_type_mismatch",
    "",
    { found: "HTML sent as text/plain", expected: "a content type that matches the body" },
    status(200, { outcome: "not_html", typeMismatch: "HTML sent as text/plain" }),
  ],
];

describe("the whole finding of what is unusual in an address", () => expectFindings(ADDRESSES));
describe("the whole finding of what is unusual in a response", () => expectFindings(RESPONSES));
