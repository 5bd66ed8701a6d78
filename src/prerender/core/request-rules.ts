import { refusePrivateHost } from "../../web";

/** A request that a page makes while it is rendered. */
export interface SubRequest {
  url: string;
  /** As the DevTools protocol names it: Document, Script, XHR, Image… */
  type: string;
  /** The page's own document, not one inside a frame. */
  isMainDocument: boolean;
}

export interface RequestRules {
  /** Hosts of the site itself, with port: these were checked when the domain was added. */
  ownHosts: ReadonlySet<string>;
  /** Local use: private addresses, ports and names are allowed. */
  allowPrivateHosts: boolean;
}

export type SubRequestRefusal =
  | "not_needed"
  | "scheme"
  | "private_host"
  | "foreign_document"
  | "foreign_socket"
  | "too_many"
  | "over";

/** What one page may load, with its frames and workers; `sockets`: of one window or worker. */
export const PAGE_LIMITS = {
  requests: 200,
  sockets: 10,
  bytes: 20 * 1024 * 1024,
} as const;

/** Kinds that the HTML does not need. Style sheets stay: what is visible depends on them. */
const NOT_NEEDED = new Set([
  "Image",
  "Media",
  "Font",
  "TextTrack",
  "Manifest",
  "Ping",
  "CSPViolationReport",
  "Prefetch",
]);

/** Headers that a request gets besides its own. `pageOrigin`: of the page that is rendered. */
export function addedHeaders(request: SubRequest, pageOrigin: string): Record<string, string> {
  return {
    // Middlewares in front of the origin must not send the renderer back to us.
    ...(request.isMainDocument && { "x-prerender": "1" }),
    // A render shows the page as it is now: caches before the site ask it again. Elsewhere the header would make a CORS
    // preflight of a plain request.
    ...(URL.parse(request.url)?.origin === pageOrigin && {
      "cache-control": "max-age=0",
    }),
  };
}

/**
 * Why a socket must not be, or null when it may. Only the site's own hosts have any: what is said there nobody looks at.
 */
export function refuseSocket(
  address: string,
  alreadySent: number,
  rules: RequestRules | null,
): SubRequestRefusal | null {
  if (rules === null) return "over";
  if (alreadySent >= PAGE_LIMITS.requests) return "too_many";
  return rules.ownHosts.has(URL.parse(address)?.host ?? "") ? null : "foreign_socket";
}

/**
 * Why the browser must not send a request, or null when it may. Names and literals alone are looked at: in
 * the parsed URL every spelling of an address has become its plain form. `rules`: null when the render is over.
 */
export function refuseSubRequest(
  request: SubRequest,
  alreadySent: number,
  rules: RequestRules | null,
): SubRequestRefusal | null {
  if (rules === null) return "over";
  const url = URL.parse(request.url);
  if (!url || (url.protocol !== "http:" && url.protocol !== "https:")) return "scheme";
  if (NOT_NEEDED.has(request.type)) return "not_needed";
  if (alreadySent >= PAGE_LIMITS.requests) return "too_many";
  if (rules.ownHosts.has(url.host)) return null;
  if (request.isMainDocument) return "foreign_document";
  return !rules.allowPrivateHosts && refusePrivateHost(url) !== null ? "private_host" : null;
}
