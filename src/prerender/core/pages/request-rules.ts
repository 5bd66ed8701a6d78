import { PAGE_LIMITS } from "./page-limits";
import { refusePrivateHost } from "../../../web";

/** A request that a page makes during its render. */
export interface SubRequest {
  url: string;
  /** As named by the DevTools protocol: Document, Script, XHR, Image… */
  type: string;
  /** The page's own document, not one inside a frame. */
  isMainDocument: boolean;
  /** Sent by a frame or worker of another origin, or of an unknown one. */
  foreignFrame?: boolean;
}

export interface RequestRules {
  /** The site's own hosts, with port. They were checked when the domain was added. */
  ownHosts: ReadonlySet<string>;
  /** For local use: allows private addresses, ports and names. */
  allowPrivateHosts: boolean;
  /** Headers that the page's owner adds to requests to the page's own origin. */
  headers?: Record<string, string>;
}

export type SubRequestRefusal =
  | "not_needed"
  | "scheme"
  | "too_long"
  | "private_host"
  | "foreign_document"
  | "foreign_socket"
  | "too_many"
  | "over";

/** Types that the HTML does not need. Style sheets are loaded, because visibility depends on them. */
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

/** The browser asks for a page's icon by itself, for a tab that nobody sees. An object's picture is of this type, too. */
function isIcon(type: string, { pathname }: URL): boolean {
  return type === "Other" && /\.ico$/i.test(pathname);
}

/**
 * Whether the requests of a worker or of a frame with its own process are not the page's own. A frame gets such a process
 * because it is of another site. A worker has the origin of its script, and one made of data has none. A shared worker
 * belongs to no single page, so it never gets a page's headers.
 */
export function isForeignTarget({ type, url }: { type: string; url: string }, pageOrigin: string): boolean {
  return type === "iframe" || type === "shared_worker" || URL.parse(url)?.origin !== pageOrigin;
}

/**
 * Headers added to a request. `pageOrigin`: origin of the rendered page. The owner's headers may be secrets: they go to
 * that origin only, and not for frames and workers of others. The browser drops them when a request is redirected, and the
 * redirect's target is judged anew.
 */
export function addedHeaders(
  request: SubRequest,
  pageOrigin: string,
  rules: RequestRules | null,
): Record<string, string> {
  const isOwn = URL.parse(request.url)?.origin === pageOrigin;
  return {
    ...(isOwn && request.foreignFrame !== true && rules?.headers),
    // Tells middlewares in front of the origin not to send this request back to us.
    ...(request.isMainDocument && { "x-prerender": "1" }),
    // Caches in front of the site must revalidate, so that the render shows the current page. On other origins the
    // header would turn a simple request into one with a CORS preflight.
    ...(isOwn && { "cache-control": "max-age=0" }),
  };
}

/**
 * Why a socket is refused, or null if it is allowed. Only the site's own hosts are allowed, because socket traffic is
 * not inspected.
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
 * Why the browser must not send a request, or null if it may. Checks only names and literal addresses: URL parsing has
 * already normalized every spelling of an address. `rules`: null once the render is over.
 */
export function refuseSubRequest(
  request: SubRequest,
  alreadySent: number,
  rules: RequestRules | null,
): SubRequestRefusal | null {
  if (rules === null) return "over";
  if (request.url.length > PAGE_LIMITS.url) return "too_long";
  const url = URL.parse(request.url);
  if (!url || (url.protocol !== "http:" && url.protocol !== "https:")) return "scheme";
  if (NOT_NEEDED.has(request.type) || isIcon(request.type, url)) return "not_needed";
  if (alreadySent >= PAGE_LIMITS.requests) return "too_many";
  if (rules.ownHosts.has(url.host)) return null;
  if (request.isMainDocument) return "foreign_document";
  return refusePrivateHost(url, rules.allowPrivateHosts) === null ? null : "private_host";
}
