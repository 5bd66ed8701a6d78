import { fieldText, targetOf, type LogEntry, type LogFault, type LogFormat } from "./log-entry";
import { logTime } from "./log-time";

/** A quoted string that starts at `start`, and where it ends; null if it has no end. Quotes inside are escaped. */
function quotedAt(line: string, start: number): { text: string; end: number } | null {
  if (line[start] !== '"') return null;
  for (let end = start + 1; end < line.length; end++) {
    if (line[end] === "\\") end++;
    else if (line[end] === '"') return { text: plain(line.slice(start + 1, end)), end: end + 1 };
  }
  return null;
}

/** A run of bytes as nginx and Apache escape them (`\xC3\xA9`), or another escaped character (`\"`). */
const ESCAPES = /((?:\\x[0-9A-Fa-f]{2})+)|\\(.)/g;
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function plain(text: string): string {
  if (!text.includes("\\")) return text;
  return text.replace(ESCAPES, (_, run: string | undefined, sign: string) =>
    run === undefined ? sign : bytesText(run),
  );
}

/** Bytes are UTF-8, or else Latin-1. */
function bytesText(run: string): string {
  const bytes = Uint8Array.from(run.matchAll(/[0-9A-Fa-f]{2}/g), ([code]) => parseInt(code, 16));
  try {
    return utf8.decode(bytes);
  } catch {
    return String.fromCharCode(...bytes);
  }
}

/**
 * Reads a line of nginx or Apache: `common`, `combined`, or `vhost_combined`, which begins with the host. What a site
 * appends to its lines is ignored.
 */
export function readCombined(line: string): LogEntry | LogFault {
  const open = line.indexOf(" [");
  const close = line.indexOf("] ", open);
  if (open < 0 || close < 0) return "format";
  const at = logTime(line.slice(open + 2, close));
  if (Number.isNaN(at)) return "time";
  const names = line.slice(0, open).split(" ");
  const request = quotedAt(line, close + 2);
  if (!request || names.length < 3) return "format";
  const rest = /^ (\d{3}) (?:\d+|-)/.exec(line.slice(request.end, request.end + 40));
  if (!rest) return "format";
  const referrer = quotedAt(line, request.end + rest[0].length + 1);
  const agent = referrer && quotedAt(line, referrer.end + 1);
  // A user's name may contain spaces, so only a host with a port, or four names and no user, show that a host comes
  // first.
  const hasHost = names.length > 3 && (/:\d+$/.test(names[0]!) || names[2] === "-");
  const [method, asked] = request.text.split(" ");
  const target = targetOf(asked ?? "");
  if (!target) return "request";
  const format: LogFormat = hasHost ? "vhost_combined" : agent ? "combined" : "common";
  return {
    format,
    at,
    method: fieldText(method),
    path: target.path,
    userAgent: fieldText(agent?.text),
    referrer: fieldText(referrer?.text),
    ip: names[hasHost ? 1 : 0]!,
    host: hasHost ? names[0]! : target.host,
    status: Number(rest[1]),
    cached: false,
  };
}
