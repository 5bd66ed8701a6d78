import { parseJson } from "../../../lib/text/json";
import { fieldText, targetOf, type LogEntry, type LogFault, type LogFormat } from "./log-entry";
import { logTime } from "./log-time";

/** Names of fields without case, `_`, `-` and `@`, most specific first. */
const NAMES = {
  time: ["edgestarttimestamp", "timestamp", "time", "ts", "timeiso8601", "timelocal", "datetime", "date", "at"],
  userAgent: ["clientrequestuseragent", "useragent", "httpuseragent", "ua", "csuseragent"],
  referrer: ["clientrequestreferer", "referer", "referrer", "httpreferer", "httpreferrer"],
  method: ["clientrequestmethod", "requestmethod", "httpmethod", "method", "verb"],
  path: ["clientrequesturi", "requesturi", "uri", "path", "url", "clientrequestpath", "requestpath", "request"],
  query: ["querystring", "query", "args"],
  ip: ["clientip", "remoteip", "remoteaddr", "ip", "realip", "client"],
  host: ["clientrequesthost", "host", "httphost", "domain", "vhost", "servername"],
  status: ["edgeresponsestatus", "statuscode", "status", "responsestatus", "originresponsestatus"],
  cache: ["cachecachestatus", "vercelcache", "cachestatus", "xcache"],
  requestId: ["rayid", "requestid"],
} as const;

/** Objects inside an entry that have fields of the request. */
const PARTS = new Set(["request", "proxy", "headers", "httprequest"]);
const MARKS: ReadonlyArray<readonly [name: string, format: LogFormat]> = [
  ["clientrequesturi", "cloudflare"],
  ["clientrequestuseragent", "cloudflare"],
  ["proxy", "vercel"],
  ["logtype", "netlify"],
  ["deployid", "netlify"],
  ["logger", "caddy"],
];

const MAX_FIELDS = 200;
const MAX_DEPTH = 2;

/** Platforms whose ids are unique. In other logs, a field of that name may mean something else. */
const HAVE_IDS: ReadonlySet<LogFormat> = new Set(["cloudflare", "vercel", "netlify"]);
const MAX_ID = 150;

type Fields = Map<string, unknown>;

const nameOf = (key: string) => key.toLowerCase().replaceAll(/[_\-@]/g, "");

/** The fields of an entry and of the parts in it. Deeper fields win, because they describe the request. */
function collect(entry: object, into: Fields, depth = 0): Fields {
  const parts: object[] = [];
  for (const [key, value] of Object.entries(entry).slice(0, MAX_FIELDS)) {
    const name = nameOf(key);
    into.set(name, Array.isArray(value) ? (value as unknown[])[0] : value);
    if (typeof value === "object" && value !== null && PARTS.has(name) && depth < MAX_DEPTH) parts.push(value);
  }
  for (const part of parts) collect(part, into, depth + 1);
  return into;
}

function textOf(fields: Fields, names: readonly string[]): string | null {
  for (const name of names) {
    const value = fields.get(name);
    const text = typeof value === "string" ? fieldText(value) : typeof value === "number" ? String(value) : null;
    if (text !== null) return text;
  }
  return null;
}

/** `10:00:00`, with or without a fraction and a zone: the day is in another field. */
const CLOCK = /^\d{2}:\d{2}(?::\d{2})?(?:[.,]\d+)?(?:Z|[+-]\d{2}:?\d{2})?$/i;

/** The time of an entry as text, joined if date and time are separate fields. */
function timeText(fields: Fields): string | null {
  const text = textOf(fields, NAMES.time);
  if (text === null || !CLOCK.test(text)) return text;
  const date = textOf(fields, ["date"]);
  return date && `${date}T${text}${/[Z+-]/i.test(text) ? "" : "Z"}`;
}

/** Seconds, milliseconds, microseconds or nanoseconds since 1970, `$time_local`, or ISO 8601. */
function timeOf(text: string | null): number {
  if (text === null) return NaN;
  if (!/^\d+(?:\.\d+)?$/.test(text)) return logTime(text);
  const value = Number(text);
  const unit = value < 1e11 ? 1e-3 : value < 1e14 ? 1 : value < 1e17 ? 1e3 : 1e6;
  return Math.round(value / unit);
}

/** Reads a line of JSON: Caddy, Vercel, Netlify, Cloudflare Logpush, or fields with usual names. */
export function readJsonLine(line: string): LogEntry | LogFault {
  const entry = parseJson(line);
  if (typeof entry !== "object" || entry === null || Array.isArray(entry)) return "format";
  const fields = collect(entry, new Map());
  const at = timeOf(timeText(fields));
  if (Number.isNaN(at)) return "time";
  const asked = textOf(fields, NAMES.path);
  // `$request` of nginx is the whole request line.
  const [, asking, inRequest] = /^([A-Z]+) (\S+)/.exec(asked ?? "") ?? [];
  const target = targetOf(inRequest ?? asked ?? "");
  if (!target) return "request";
  const query = target.path.includes("?") ? null : textOf(fields, NAMES.query);
  const status = Number(textOf(fields, NAMES.status));
  const format = MARKS.find(([name]) => fields.has(name))?.[1] ?? "json";
  const requestId = HAVE_IDS.has(format) ? textOf(fields, NAMES.requestId)?.slice(0, MAX_ID) : undefined;
  return {
    format,
    ...(requestId !== undefined && { requestId }),
    at,
    method: asking ?? textOf(fields, NAMES.method),
    path: query === null ? target.path : `${target.path}?${query.replace(/^\?/, "")}`,
    userAgent: textOf(fields, NAMES.userAgent),
    referrer: textOf(fields, NAMES.referrer),
    ip: textOf(fields, NAMES.ip),
    host: textOf(fields, NAMES.host) ?? target.host,
    status: Number.isInteger(status) && status >= 100 && status <= 999 ? status : null,
    cached: /^hit$/i.test(textOf(fields, NAMES.cache) ?? ""),
  };
}
