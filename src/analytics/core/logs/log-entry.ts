/** Formats by the name that requests and responses use. */
export const LOG_FORMATS = [
  "common",
  "combined",
  "vhost_combined",
  "w3c",
  "caddy",
  "vercel",
  "netlify",
  "cloudflare",
  "json",
] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];

/** One request of an access log. */
export interface LogEntry {
  format: LogFormat;
  /** Epoch ms. */
  at: number;
  /** Null if the format does not contain it. */
  method: string | null;
  /** Path and query as requested. */
  path: string;
  userAgent: string | null;
  referrer: string | null;
  ip: string | null;
  /** The requested host, if the format contains it. */
  host: string | null;
  status: number | null;
  /** The platform's own id of the request; some write several lines per request. */
  requestId?: string;
  /** Whether a CDN says that it answered from its cache. */
  cached: boolean;
}

/** Why a line is not an entry. */
export type LogFault = "too_long" | "format" | "time" | "request";

/**
 * Path, query and host of a request target: a path, or an absolute URL as in requests to proxies. Null if it is
 * neither.
 */
export function targetOf(target: string): { path: string; host: string | null } | null {
  if (target.startsWith("/")) return { path: target, host: null };
  const url = /^https?:\/\//i.test(target) ? URL.parse(target) : null;
  return url && { path: url.pathname + url.search, host: url.host };
}

/** A field's text; null for the marker of an empty field. */
export const fieldText = (text: string | undefined): string | null =>
  text === undefined || text === "" || text === "-" ? null : text;
