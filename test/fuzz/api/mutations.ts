import type { Draw } from "../draw.ts";
import type { FuzzRequest } from "./requests.ts";

/** Texts that parsers, databases, logs and pages are known to stumble over. */
export const ODD_TEXTS: readonly string[] = [
  "",
  " ",
  "\u0000",
  "a\u0000b",
  "\r\nx-injected: 1",
  "\u0001\u001f\u007f\u0085",
  "\u202Egnp.exe",
  "\ud800",
  "\udc00\ud800",
  "\ufffe\uffff",
  "👩‍👩‍👧‍👦🇦🇶",
  "e\u0301".repeat(40),
  "Z̷̪̄͝".repeat(8),
  "İı",
  "٣٤",
  "' OR 1=1 --",
  '"; drop table account; --',
  "%",
  "%00",
  "%zz",
  "%25%32%65",
  "%ff%fe",
  "_%_",
  "../../../etc/passwd",
  "..%2f..%2f",
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "${7*7}{{7*7}}",
  "<script>alert(1)</script>",
  "=HYPERLINK(1)",
  "null",
  "undefined",
  "NaN",
  "true",
  "[]",
  "{}",
  "-1",
  "0",
  "1e309",
  "9007199254740993",
  "99999999999999999999",
  "0x10",
  "1.5",
  "2026-02-30",
  "0000-00-00",
  "9999-12-31",
  "-000001-01-01T00:00:00Z",
  "2026-11-23T24:00:00Z",
  "[::1]",
  "[",
  "[]:80",
  "localhost:99999",
  "localhost:-1",
  "http://",
  "http://[",
  "http://localhost:0/",
  "http://user:pass@localhost/",
  "//localhost",
  "javascript:alert(1)",
  "data:text/html,x",
  "file:///etc/passwd",
  "/",
  "//",
  "/\\",
  "/*",
  "/%",
  "/?",
  "/#",
  "/*a*b*c*d*$",
  "x".repeat(300),
  "x".repeat(5_000),
  "/" + "a/".repeat(1_100),
  "é".repeat(2_048),
  "😀".repeat(1_025),
  "*".repeat(500),
];

const ODD_VALUES: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1,
  0.5,
  -0,
  1e308,
  2 ** 31,
  2 ** 53,
  -(2 ** 53),
  [],
  [[]],
  [null],
  {},
  { a: 1 },
  { toString: 1 },
  { length: 1 },
  [1, "a", null, {}],
];

/** One field of a body, however deep. */
interface Place {
  holder: Record<string | number, unknown>;
  key: string | number;
}

function placesOf(value: unknown, depth = 0): Place[] {
  if (value === null || typeof value !== "object" || depth > 8) return [];
  const holder = value as Record<string | number, unknown>;
  const keys = Array.isArray(value) ? value.map((_, i) => i).slice(0, 20) : Object.keys(value);
  return keys.flatMap((key) => [{ holder, key }].concat(placesOf(holder[key], depth + 1)));
}

/** A change of a JSON body, with its name. It changes the value in place, or returns another. */
type BodyMutation = (body: unknown, draw: Draw) => unknown;

const atPlace =
  (change: (place: Place, draw: Draw) => void): BodyMutation =>
  (body, draw) => {
    const places = placesOf(body);
    if (places.length > 0) change(draw.pick(places), draw);
    return body;
  };

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level++) value = level % 2 ? [value] : { a: value };
  return value;
}

const BODY_MUTATIONS: Record<string, BodyMutation> = {
  "odd text": atPlace(({ holder, key }, draw) => (holder[key] = draw.pick(ODD_TEXTS))),
  "odd text added": atPlace(({ holder, key }, draw) => {
    if (typeof holder[key] === "string") holder[key] += draw.pick(ODD_TEXTS);
  }),
  "wrong type": atPlace(({ holder, key }, draw) => (holder[key] = structuredClone(draw.pick(ODD_VALUES)))),
  missing: atPlace(({ holder, key }) => {
    if (Array.isArray(holder)) holder.splice(Number(key), 1);
    else delete holder[key];
  }),
  extra: atPlace(({ holder }, draw) => {
    const name = draw.pick(["extra", "__proto__", "constructor", "", "id", "accountId", "verified", "role", "domain"]);
    if (!Array.isArray(holder))
      Object.defineProperty(holder, name, {
        value: structuredClone(draw.pick(ODD_VALUES)),
        enumerable: true,
        writable: true,
        configurable: true,
      });
  }),
  repeated: atPlace(({ holder, key }, draw) => {
    holder[key] = Array.from({ length: draw.pick([2, 101, 1_001, 3_000]) }, () => holder[key]);
  }),
  deep: atPlace(({ holder, key }, draw) => (holder[key] = nested(draw.pick([5, 100, 2_000])))),
  huge: atPlace(({ holder, key }, draw) => (holder[key] = "h".repeat(draw.pick([10_000, 100_000, 1_100_000])))),
  boundary: atPlace(({ holder, key }, draw) => {
    const value = holder[key];
    if (typeof value === "number") holder[key] = value + draw.pick([-1, 1, 0.1, 1e9]);
    if (typeof value === "string") holder[key] = draw.chance(0.5) ? value.slice(1) : value + value;
  }),
  "another body": (_, draw) => structuredClone(draw.pick(ODD_VALUES)),
};

/** Changes of a body's text. */
const TEXT_MUTATIONS: Record<string, (text: string, draw: Draw) => string> = {
  "cut off": (text, draw) => text.slice(0, draw.below(text.length + 1)),
  "text after it": (text, draw) => text + draw.pick(["}", "x", "\u0000", ",", "{}"]),
  "byte order mark": (text) => `\ufeff${text}`,
  empty: () => "",
  "not JSON": (_, draw) => draw.pick(["{", "NaN", "'a'", "{a:1}", "[1,]", '"\n"', "\u0000", "<x/>", "a=b&c=d"]),
  "one name twice": (text) => text.replace("{", '{"domain":1,"id":null,'),
  "white space": (text) => " \t\n\r".repeat(1_000) + text,
};

const HEADERS: ReadonlyArray<[string, string[]]> = [
  ["accept", ["", "*/*", "text/csv", "text/html;q=0", "application/json;q=0.1, */*;q=x", ",,,;;", "a".repeat(4_000)]],
  ["accept-language", ["x", "de;q=9", "*".repeat(500)]],
  // Without `identity;q=0`: the local server answers that with a 415 of its own, before the service.
  ["accept-encoding", ["gzip;q=0", "br", "identity"]],
  ["origin", ["null", "https://evil.example", "http://", "x y"]],
  ["sec-fetch-site", ["cross-site", "same-origin", "x"]],
  ["referer", ["http://[", "https://evil.example/"]],
  ["cookie", ["a", "=", ";;;", "crawlready.session_token=x", "a=%zz", `a=${"b".repeat(5_000)}`]],
  ["authorization", ["Bearer", "Bearer  ", "Basic eDp5", "Bearer crk_x", "x".repeat(3_000)]],
  ["x-service-api-key", ["", "crk_", "crk_" + "0".repeat(43), "é", "x".repeat(3_000)]],
  ["x-prerender-token", ["", "crk_" + "0".repeat(43)]],
  ["if-none-match", ["*", '"x"', 'W/"', '"'.repeat(2_000)]],
  ["if-modified-since", ["yesterday", "Thu, 01 Jan 1970 00:00:00 GMT", "Thu, 99 Foo 99999 99:99:99 GMT"]],
  ["range", ["bytes=0-0", "bytes=-1", "x"]],
  ["x-forwarded-for", ["1.2.3.4, 5.6.7.8", "::", "x", ",".repeat(1_000)]],
  ["x-forwarded-host", ["evil.example"]],
  ["x-http-method-override", ["DELETE"]],
  ["user-agent", ["", "Googlebot/2.1", "\u00e9\u00ff", "x".repeat(9_000)]],
  ["signature", ["sig1=:AA==:", "x", '"'.repeat(500)]],
  ["signature-input", ['sig1=("@authority");created=1;keyid="x"', "sig1=(", "x".repeat(3_000)]],
  ["signature-agent", ['"https://agent.example"', '"', "x"]],
  ["x-request-id", ["x\u00e9", "y".repeat(2_000)]],
];
const TYPES = [
  "",
  "text/plain",
  "application/x-www-form-urlencoded",
  "multipart/form-data",
  "multipart/form-data; boundary=x",
  "application/json; charset=utf-16",
  "APPLICATION/JSON",
  "application/json, text/plain",
  "application/ld+json",
  "x",
];
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND", "TRACE"];

const QUERY_MUTATIONS: ReadonlyArray<(query: string, draw: Draw) => string> = [
  (query) => `${query}&${query}`,
  (query, draw) => `${query}&nonsense=${draw.below(9)}`,
  (query, draw) =>
    query.replace(/=[^&]*/, () => `=${draw.pick(["", "%zz", "%00", "%ff", "+", "%E2%80%AE", "a".repeat(3_000)])}`),
  (query, draw) => query.replace(/=[^&]*/, () => `=${encodeURIComponent(draw.pick(ODD_TEXTS).toWellFormed())}`),
  (query) => query.replace(/[^&]*(?:&|$)/, ""),
  (query) => query.replaceAll("=", "[]="),
  (query, draw) =>
    `${query}&${draw.pick(["&&&", "=", "=x", "%", "?", "limit=1&limit=2", "cursor=1", "cursor=" + "9".repeat(40)])}`,
  (query) => query.toUpperCase(),
];

const PATH_MUTATIONS: ReadonlyArray<(path: string, draw: Draw) => string> = [
  (path) => `${path}/`,
  (path) => path.replace(/\/(?=[^/]*$)/, "//"),
  (path, draw) => `${path}/${draw.pick(["x", "..", "%2e%2e", "%2F", "%00", "%", "%ff"])}`,
  (path, draw) =>
    path.replace(/[^/]*$/, draw.pick(["%00", "%ff", "%", "%2e", "..", "*", "a%2Fb", "%E2%80%AE", "%F0%9F%98%80"])),
  (path) => path.replace(/[^/]*$/, "i".repeat(2_000)),
  (path) => path.toUpperCase(),
];

/** The service reads a megabyte at most. Repetitions of what is huge would not fit into memory. */
const MOST_CHARACTERS = 4_000_000;

/** What is much deeper can't be written as JSON. */
const DEEPEST = 2_500;

/** Whether a value's text stays within the bounds. What is shared counts as often as it is written. */
function isBounded(value: unknown): boolean {
  let left = MOST_CHARACTERS;
  const open: Array<[value: unknown, depth: number]> = [[value, 0]];
  while (open.length > 0 && left > 0) {
    const [next, depth] = open.pop()!;
    if (depth > DEEPEST) return false;
    left -= typeof next === "string" ? next.length + 2 : 8;
    if (next === null || typeof next !== "object") continue;
    for (const [name, inner] of Object.entries(next)) {
      left -= name.length;
      open.push([inner, depth + 1]);
      if (left <= 0) break;
    }
  }
  return left > 0;
}

/** A copy of a JSON value, however deep: `structuredClone` gives up after some thousand levels. */
function copyOf(value: unknown): unknown {
  const root = { value };
  const open: Array<[holder: object, key: string]> = [[root, "value"]];
  for (let place = open.pop(); place; place = open.pop()) {
    const [holder, key] = place;
    const found = Object.getOwnPropertyDescriptor(holder, key)!.value as unknown;
    if (found === null || typeof found !== "object") continue;
    const copy = Array.isArray(found)
      ? Array.from(found as unknown[])
      : Object.defineProperties({}, Object.getOwnPropertyDescriptors(found));
    Object.defineProperty(holder, key, { value: copy, writable: true, enumerable: true, configurable: true });
    for (const name of Object.keys(copy)) open.push([copy, name]);
  }
  return root.value;
}

/** Changes a body before it becomes text. Returns it and the names of the changes. */
export function mutateBody(body: unknown, draw: Draw, changes: string[]): unknown {
  let changed = body;
  for (let count = draw.pick([1, 1, 1, 2, 3]); count > 0; count--) {
    const name = draw.weighted(Object.keys(BODY_MUTATIONS), (each) => (each === "huge" || each === "deep" ? 1 : 4));
    const next = BODY_MUTATIONS[name]!(copyOf(changed), draw);
    if (!isBounded(next)) continue;
    changed = next;
    changes.push(name);
  }
  return changed;
}

function changeQuery(request: FuzzRequest, draw: Draw): void {
  const [path, query = ""] = request.path.split(/\?(.*)/s);
  request.path = `${path}?${draw.pick(QUERY_MUTATIONS)(query, draw)}`;
}

/** Changes of a request's other parts, each with its weight. */
const REQUEST_MUTATIONS: ReadonlyArray<[string, number, (request: FuzzRequest, draw: Draw) => void]> = [
  ["query", 8, changeQuery],
  [
    "path",
    4,
    (request, draw) => {
      const [path, query] = request.path.split(/\?(.*)/s);
      request.path = draw.pick(PATH_MUTATIONS)(path!, draw) + (query === undefined ? "" : `?${query}`);
    },
  ],
  ["method", 3, (request, draw) => (request.method = draw.pick(METHODS))],
  [
    "header",
    6,
    (request, draw) => {
      const [name, values] = draw.pick(HEADERS);
      request.headers[name] = draw.pick(values);
    },
  ],
  [
    "content type",
    3,
    (request, draw) => {
      const type = draw.pick(TYPES);
      if (type === "") delete request.headers["content-type"];
      else request.headers["content-type"] = type;
    },
  ],
  [
    "body text",
    4,
    (request, draw) => {
      if (request.body === undefined) return void (request.body = draw.pick(["{}", "x", "[]", "\u0000"]));
      const name = draw.pick(Object.keys(TEXT_MUTATIONS));
      request.body = TEXT_MUTATIONS[name]!(request.body, draw);
      request.changes.push(name);
    },
  ],
  [
    "bytes that are not UTF-8",
    1,
    (request, draw) => {
      request.binary = true;
      request.body = (request.body ?? "{}").replace(/\w/, draw.pick(["\xff", "\xc3", "\xed\xa0\x80", "\xf8\x88"]));
    },
  ],
];

/** Changes a request in place. */
export function mutateRequest(request: FuzzRequest, draw: Draw): void {
  for (let count = draw.pick([1, 1, 2]); count > 0; count--) {
    const [name, , change] = draw.weighted(REQUEST_MUTATIONS, ([, weight]) => weight);
    request.changes.push(name);
    change(request, draw);
  }
}
