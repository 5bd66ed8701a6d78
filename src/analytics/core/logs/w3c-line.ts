import { fieldText, targetOf, type LogEntry, type LogFault } from "./log-entry";

/** The fields of CloudFront's standard logs, for files without their first lines. */
const CLOUDFRONT =
  "date time x-edge-location sc-bytes c-ip cs-method cs(Host) cs-uri-stem sc-status cs(Referer) cs(User-Agent) cs-uri-query cs(Cookie) x-edge-result-type x-edge-request-id x-host-header";

/** The position of each field in the lines of a W3C extended log. */
export type W3cFields = ReadonlyMap<string, number>;

/** The fields that a `#Fields:` line names; without one, CloudFront's. */
export function w3cFields(names = CLOUDFRONT): W3cFields {
  return new Map(
    names
      .trim()
      .split(/\s+/)
      .map((name, index) => [name.toLowerCase(), index]),
  );
}

function decoded(text: string | null): string | null {
  if (text === null || !text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Reads a line of CloudFront (tabs, escaped headers) or of another W3C extended log (spaces, `+` for a space in them). */
export function readW3c(line: string, fields: W3cFields): LogEntry | LogFault {
  const hasTabs = line.includes("\t");
  const cells = line.split(hasTabs ? "\t" : " ");
  const field = (...names: string[]) => {
    const index = names.map((name) => fields.get(name)).find((each) => each !== undefined);
    return index === undefined ? null : fieldText(cells[index]);
  };
  const header = (name: string) => {
    const text = field(`cs(${name})`);
    return decoded(hasTabs ? text : (text?.replaceAll("+", " ") ?? null));
  };
  const stem = field("cs-uri-stem", "cs-uri");
  if (stem === null) return "format";
  const epoch = field("timestamp", "timestamp(ms)");
  const at =
    epoch === null
      ? Date.parse(`${field("date")}T${field("time")}Z`)
      : Number(epoch) * (fields.has("timestamp(ms)") ? 1 : 1_000);
  if (Number.isNaN(at)) return "time";
  const query = field("cs-uri-query");
  const target = targetOf(query === null ? stem : `${stem}?${query}`);
  if (!target) return "request";
  const status = Number(field("sc-status"));
  return {
    format: "w3c",
    at,
    method: field("cs-method"),
    path: target.path,
    userAgent: header("user-agent"),
    referrer: header("referer"),
    ip: field("c-ip"),
    // CloudFront's cs(Host) is the distribution's own name.
    host: field("x-host-header", "cs-host", "cs(host)") ?? target.host,
    status: Number.isInteger(status) && status > 0 ? status : null,
    cached: /^(?:Hit|RefreshHit|OriginShieldHit)$/.test(field("x-edge-result-type") ?? ""),
  };
}
