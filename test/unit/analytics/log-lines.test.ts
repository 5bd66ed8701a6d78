import { describe, expect, it } from "vitest";
import { fieldText, targetOf, type LogEntry, type LogFormat } from "../../../src/analytics/core/logs/log-entry";
import { LogReader, MAX_LINE } from "../../../src/analytics/core/logs/log-reader";
import { logTime } from "../../../src/analytics/core/logs/log-time";

const AT = Date.parse("2026-11-20T10:00:05Z");
const entry = (change: Partial<LogEntry>): LogEntry => ({
  format: "json",
  at: AT,
  method: null,
  path: "/a",
  userAgent: null,
  referrer: null,
  ip: null,
  host: null,
  status: null,
  cached: false,
  ...change,
});
const read = (line: string | object, format: LogFormat | null = null) =>
  new LogReader(format).read(typeof line === "string" ? line : JSON.stringify(line));

describe("a line of nginx or Apache", () => {
  const TIME = "[20/Nov/2026:10:00:05 +0000]";
  it.each<[string, string, Partial<LogEntry>]>([
    [
      "of the common format",
      `1.2.3.4 - - ${TIME} "GET /a HTTP/1.1" 200 12`,
      { format: "common", method: "GET", ip: "1.2.3.4", status: 200 },
    ],
    [
      "with a user and more fields",
      `1.2.3.4 - ada ${TIME} "POST /a HTTP/1.1" 404 - "https://x.example/" "Bot \\"1\\"" 0.1`,
      {
        format: "combined",
        method: "POST",
        ip: "1.2.3.4",
        status: 404,
        referrer: "https://x.example/",
        userAgent: 'Bot "1"',
      },
    ],
    [
      "with a referrer alone",
      `1.2.3.4 - - ${TIME} "GET /a HTTP/1.1" 200 12 "-"`,
      { format: "common", method: "GET", ip: "1.2.3.4", status: 200 },
    ],
    [
      "with a host first, told by its port",
      `shop.example:80 1.2.3.4 - ada ${TIME} "GET /a HTTP/1.1" 200 12 "-" "x"`,
      { format: "vhost_combined", method: "GET", ip: "1.2.3.4", host: "shop.example:80", status: 200, userAgent: "x" },
    ],
    [
      "with a host first, told by the missing user",
      `shop.example 1.2.3.4 - - ${TIME} "GET /a HTTP/1.1" 200 12`,
      { format: "vhost_combined", method: "GET", ip: "1.2.3.4", host: "shop.example", status: 200 },
    ],
    [
      "with a user of two names",
      `1.2.3.4 - Ada Love ${TIME} "GET /a HTTP/1.1" 200 12`,
      { format: "common", method: "GET", ip: "1.2.3.4", status: 200 },
    ],
    [
      "with an absolute address",
      `1.2.3.4 - - ${TIME} "GET HTTP://Shop.example:8080/a?b#c HTTP/1.1" 200 12`,
      { format: "common", method: "GET", path: "/a?b", host: "shop.example:8080", ip: "1.2.3.4", status: 200 },
    ],
    [
      "with bytes that are no text of UTF-8, and other escapes",
      `1.2.3.4 - - ${TIME} "GET /\\xc3\\xa9\\xE9\\\\ HTTP/1.1" 200 12`,
      { format: "common", method: "GET", path: "/Ã©é\\", ip: "1.2.3.4", status: 200 },
    ],
  ])("%s", (_name, line, expected) => expect(read(line)).toEqual(entry(expected)));

  it.each([
    [`1.2.3.4 - ${TIME} "GET /a HTTP/1.1" 200 12`, "format"],
    [`1.2.3.4 - - ${TIME} GET /a HTTP/1.1 200 12`, "format"],
    [`1.2.3.4 - - ${TIME} "GET /a HTTP/1.1" 20 12`, "format"],
    [`1.2.3.4 - - ${TIME} "GET /a HTTP/1.1" 200 x`, "format"],
    [`1.2.3.4 - - ${TIME} "GET /a HTTP/1.1\\"`, "format"],
    [`1.2.3.4 - - ${TIME}`, "format"],
    [`1.2.3.4 - - 20/Nov/2026:10:00:05 "GET /a HTTP/1.1" 200 12`, "format"],
    [`1.2.3.4 - - [yesterday] "GET /a HTTP/1.1" 200 12`, "time"],
    [`1.2.3.4 - - ${TIME} "GET" 200 12`, "request"],
    [`1.2.3.4 - - ${TIME} "GET a HTTP/1.1" 200 12`, "request"],
    [`1.2.3.4 - - ${TIME} "GET ftp://x.example/ HTTP/1.1" 200 12`, "request"],
  ])("%s is faulty: %s", (line, fault) => expect(read(line)).toBe(fault));
});

describe("a line of JSON", () => {
  const time = "2026-11-20T10:00:05Z";
  it.each<[string, object, Partial<LogEntry>]>([
    ["with usual names", { time, path: "/a" }, {}],
    [
      "with names in other spellings",
      { "@timestamp": time, "HTTP_User-Agent": "x", http_referrer: "y", Verb: "GET", URI: "/a", real_ip: "z" },
      { userAgent: "x", referrer: "y", method: "GET", ip: "z" },
    ],
    [
      "with a whole request line",
      { time, request: "GET /a?b HTTP/1.1", method: "POST" },
      { method: "GET", path: "/a?b" },
    ],
    ["with a query of its own", { time, path: "/a", query: "?b=1" }, { path: "/a?b=1" }],
    ["with a query twice", { time, path: "/a?c", args: "b=1" }, { path: "/a?c" }],
    ["with lists, of which the first counts", { time, path: ["/a", "/b"], ua: ["x", "y"] }, { userAgent: "x" }],
    [
      "with empty fields, which don't count",
      { time, path: "/a", host: "-", domain: "d", ip: "", client: "c" },
      { host: "d", ip: "c" },
    ],
    ["with numbers", { time, path: "/a", status: 200, ip: 7 }, { status: 200, ip: "7" }],
    ["with a status as text", { time, path: "/a", status: "404" }, { status: 404 }],
    ["with the lowest status", { time, path: "/a", status: 100 }, { status: 100 }],
    ["with the highest status", { time, path: "/a", status: 999 }, { status: 999 }],
    ["with a status below", { time, path: "/a", status: 99 }, {}],
    ["with a status above", { time, path: "/a", status: 1_000 }, {}],
    ["with half a status", { time, path: "/a", status: 200.5 }, {}],
    ["from a cache", { time, path: "/a", x_cache: "Hit" }, { cached: true }],
    ["from beside a cache", { time, path: "/a", x_cache: "Hit from x" }, {}],
    ["from behind a cache", { time, path: "/a", x_cache: "No hit" }, {}],
    ["with an address", { time, url: "https://shop.example/a" }, { host: "shop.example" }],
    ["with an address and a host", { time, url: "https://shop.example/a", host: "h" }, { host: "h" }],
    ["with an id that may mean anything", { time, path: "/a", request_id: "r" }, {}],
    [
      "of Cloudflare",
      { time, ClientRequestURI: "/a", RayID: "r".repeat(200) },
      { format: "cloudflare", requestId: "r".repeat(150) },
    ],
    [
      "of Cloudflare without an address",
      { time, path: "/a", ClientRequestUserAgent: "x" },
      { format: "cloudflare", userAgent: "x" },
    ],
    ["of Netlify", { time, path: "/a", log_type: "x", request_id: "r" }, { format: "netlify", requestId: "r" }],
    ["of Netlify, by its deployment", { time, path: "/a", deploy_id: "x" }, { format: "netlify" }],
    [
      "of Vercel",
      { time, path: "/x", proxy: { path: "/a", userAgent: "x" }, requestId: 5 },
      { format: "vercel", userAgent: "x", requestId: "5" },
    ],
    [
      "of Caddy",
      { ts: AT / 1_000, logger: "l", request: { uri: "/a", headers: { "User-Agent": ["x"] } }, requestId: "r" },
      { format: "caddy", userAgent: "x" },
    ],
    [
      "with parts three levels deep",
      { time, path: "/x", request: { proxy: { path: "/a", headers: { path: "/b" } } } },
      { format: "vercel" },
    ],
    ["with objects that are no parts", { time, path: "/a", body: { path: "/b" } }, {}],
  ])("%s", (_name, line, expected) => expect(read(line)).toEqual(entry(expected)));

  it("is read up to 200 fields", () => {
    const filler = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`x${i}`, i]));
    expect(read({ time, ...filler(198), path: "/a" })).toEqual(entry({}));
    expect(read({ time, ...filler(199), path: "/a" })).toBe("request");
  });

  it.each([
    [AT / 1_000, AT],
    [AT / 1_000 + 0.25, AT + 250],
    [AT, AT],
    [AT * 1e3, AT],
    [String(AT * 1e6), AT],
    [99_999_999_999, 99_999_999_999_000],
    [100_000_000_000, 100_000_000_000],
    ["2026-11-20T10:00:05,5Z", AT + 500],
    ["20/Nov/2026:12:00:05 +0200", AT],
    ["1x", null],
    ["-5x", null],
    [null, null],
  ])("has the time %s: %s", (ts, at) => {
    const found = read({ ts, path: "/a" });
    expect(found).toEqual(at === null ? "time" : entry({ at }));
  });

  it.each([
    [{ time: "10:00:05", date: "2026-11-20" }, AT],
    [{ time: "10:00", date: "2026-11-20" }, AT - 5_000],
    [{ time: "12:00:05+0200", date: "2026-11-20" }, AT],
    [{ time: "12:00:05+02:00", date: "2026-11-20" }, AT],
    [{ time: "10:00:05z", date: "2026-11-20" }, AT],
    [{ time: "10:00:05.5", date: "2026-11-20" }, AT + 500],
    [{ time: "10:00:05" }, null],
  ])("has the day and the time of %o", (fields, at) => {
    expect(read({ ...fields, path: "/a" })).toEqual(at === null ? "time" : entry({ at }));
  });

  it.each([
    ["{", "format"],
    ["[]", "format"],
    ["null", "format"],
    ["5", "format"],
    ['{"time":"2026-11-20T10:00:05Z"}', "request"],
    ['{"path":"/a"}', "time"],
  ])("%s is faulty: %s", (line, fault) => expect(read(line, "json")).toBe(fault));
});

describe("a line of a W3C log", () => {
  const w3c = (fields: string, line: string) => {
    const reader = new LogReader("w3c");
    expect(reader.read(`#Fields: ${fields}`)).toBeNull();
    return reader.read(line);
  };
  const found = (change: Partial<LogEntry>) => entry({ format: "w3c", ...change });

  it("of CloudFront is known without its first lines", () => {
    const cells =
      "2026-11-20\t10:00:05\tFRA\t1\t1.2.3.4\tGET\td.cloudfront.net\t/a\t200\tr%20%C3%A9\tM%2520%zz\tb=1\t-\tRefreshHit\ti\tshop.example";
    const expected = found({
      method: "GET",
      path: "/a?b=1",
      ip: "1.2.3.4",
      status: 200,
      referrer: "r é",
      userAgent: "M%2520%zz",
      host: "shop.example",
      cached: true,
    });
    expect(read(cells, "w3c")).toEqual(expected);
    expect(read(cells + "\t-".repeat(5))).toEqual(expected);
    expect(read(cells + "\t-".repeat(4))).toBe("format");
  });

  it.each<[string, string, string, Partial<LogEntry> | string]>([
    [
      "with a plus for a space",
      "date time cs-uri cs(User-Agent) cs(Referer) cs-host",
      "2026-11-20 10:00:05 /a a+b%2B c+d h",
      { userAgent: "a b+", referrer: "c d", host: "h" },
    ],
    ["with seconds", "timestamp cs-uri-stem cs-uri-query", `${AT / 1_000} /a -`, {}],
    ["with milliseconds", "timestamp(ms) cs-uri-stem cs(Host)", `${AT} /a h`, { host: "h" }],
    ["with an address", "date time cs-uri", "2026-11-20 10:00:05 https://shop.example/a", { host: "shop.example" }],
    ["with a status of one", "date time cs-uri sc-status", "2026-11-20 10:00:05 /a 1", { status: 1 }],
    ["without a status", "date time cs-uri sc-status", "2026-11-20 10:00:05 /a 0", {}],
    ["with half a status", "date time cs-uri sc-status", "2026-11-20 10:00:05 /a 1.5", {}],
    ["that a cache missed", "date time cs-uri x-edge-result-type", "2026-11-20 10:00:05 /a MissHit", {}],
    ["without an address", "date time", "2026-11-20 10:00:05", "format"],
    ["with an empty address", "date time cs-uri-stem", "2026-11-20 10:00:05 -", "format"],
    ["without a time", "date cs-uri-stem", "2026-11-20 /a", "time"],
    ["of no request", "date time cs-uri-stem", "2026-11-20 10:00:05 a", "request"],
  ])("%s", (_name, fields, line, expected) => {
    expect(w3c(fields, line)).toEqual(typeof expected === "string" ? expected : found(expected));
  });
});

it("lines are read as their format says, or as they look; comments and empty ones are none", () => {
  const json = '{"time":"2026-11-20T10:00:05Z","path":"/a"}';
  const combined = '1.2.3.4 - - [20/Nov/2026:10:00:05 +0000] "GET /a HTTP/1.1" 200 12';
  expect([read(json, "caddy"), read(json, "common"), read(combined, "json"), read(combined, "vercel")]).toEqual([
    entry({}),
    "format",
    "format",
    "format",
  ]);
  expect([read(""), read("#x"), read("# {"), read("#", "json")]).toEqual([null, null, null, null]);
  expect([read("x".repeat(MAX_LINE)), read("x".repeat(MAX_LINE + 1))]).toEqual(["format", "too_long"]);
});

it.each([
  ["10/Oct/2026:13:55:36 +0200", "2026-10-10T11:55:36Z"],
  ["01/Jan/2026:00:00:00 -0130", "2026-01-01T01:30:00Z"],
  ["31/Dec/2026:23:59:59 +0000", "2026-12-31T23:59:59Z"],
  ["2026-01-01T00:00:00,5Z", "2026-01-01T00:00:00.5Z"],
  ["31/Foo/2026:23:59:59 +0000", null],
  ["1/Jan/2026:00:00:00 +0000", null],
  ["x01/Jan/2026:00:00:00 +0000", null],
  ["", null],
])("%j is the time %s", (text, expected) => {
  for (let i = 0; i < 2; i++) expect(logTime(text)).toBe(expected === null ? Number.NaN : Date.parse(expected));
});

it("every month has its number", () => {
  const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
  expect(months.map((month) => logTime(`02/${month}/2026:00:00:00 +0000`))).toEqual(
    months.map((_, i) => Date.UTC(2026, i, 2)),
  );
});

it.each([
  ["/a?b", { path: "/a?b", host: null }],
  ["https://x.example:8443/a?b#c", { path: "/a?b", host: "x.example:8443" }],
  ["HTTP://x.example", { path: "/", host: "x.example" }],
  ["xhttp://x.example/", null],
  ["http://", null],
  ["*", null],
])("%s asks for %o", (target, expected) => expect(targetOf(target)).toEqual(expected));

it("the sign for an empty field is no text", () => {
  expect([undefined, "", "-", "--", " "].map(fieldText)).toEqual([null, null, null, "--", " "]);
});
