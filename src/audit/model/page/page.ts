import type { AxeResult, LabVitals, RawRender } from "../../../prerender";
import type { PathVerdict } from "../../../web";
import type { PageFacts } from "../../../web/html";
import type { Severity } from "../issue";
import type { RenderingReason } from "./rendering-policy";
import type { ResolvedLink, Target } from "./links";
import type { Refresh } from "./refresh";
import type { Directives } from "./robots-directives";
import type { ShareImage } from "./share-image";
import type { StructuredData } from "./structured-data";

/** ok: a page was received; redirect: 3xx with a target, or a meta refresh; the others are reasons why there is no page. */
export type FetchOutcome = "ok" | "redirect" | "error" | "timeout" | "unreachable" | "blocked" | "not_html";

/** not_audited: robots.txt keeps only our crawler out. */
export type NonIndexableReason =
  | "noindex"
  | "canonicalised"
  | "blocked"
  | "redirect"
  | "error"
  | "not_html"
  | "not_audited";

/** The result of fetching one URL, before any check. */
export interface FetchedPage {
  /** Canonical public URL. */
  url: string;
  depth: number;
  outcome: FetchOutcome;
  /** 0: no response. */
  status: number;
  ttfbMs: number;
  /** From the request to the last byte of HTML, ms. */
  loadTimeMs: number;
  bytes: number;
  /** Lower-case names, only those that checks read. */
  headers: Record<string, string>;
  /** Absolute target of a redirect. */
  redirectUrl: string | null;
  /** How the body contradicts its content type, e.g. `HTML sent as text/plain`. */
  typeMismatch: string | null;
  facts: PageFacts | null;
  failure: string | null;
}

/** One page with everything its checks need. Pure data derived from FetchedPage. */
export interface AuditedPage extends FetchedPage {
  path: string;
  parsedUrl: URL;
  /** The public host of a site whose copy is audited; null: the audited host is the public one. */
  productionHost: string | null;
  /** https, or a loopback host, which browsers treat as secure. */
  secure: boolean;
  /** Status 200 and HTML that does not redirect. */
  html: boolean;
  refresh: Refresh | null;
  /** The language that the html element declares. */
  lang: string | null;
  title: string | null;
  description: string | null;
  h1: string | null;
  directives: Directives;
  /** Canonical targets in order, absolute; null where the reference can't be resolved. */
  canonicals: Array<{ href: string; url: string | null; inHead: boolean }>;
  /** The target of the first usable canonical, from HTML or the Link header. */
  canonical: string | null;
  headerCanonical: string | null;
  /** hreflang alternates of HTML and Link header; url null where the reference can't be resolved. */
  alternates: Alternate[];
  /** Targets of rel=next and rel=prev that are pages of the same list, absolute, each once. */
  next: string[];
  prev: string[];
  /** The share image's URL, as written in the HTML. */
  previewImage: string | null;
  structured: StructuredData;
  googlebot: PathVerdict;
  indexable: boolean;
  nonIndexableReason: NonIndexableReason | null;
  links: ResolvedLink[];
  /** Files that the page loads, if the run requests them. */
  files: PageFile[];
  /** What rendering it in a browser showed; null: it was not rendered. */
  rendering: Rendering | null;
  /** Why it was rendered, or why not; null: there is nothing to render, or it was not looked at yet. */
  renderingReason: RenderingReason | null;
  /** What is known about the share image; null: the page has none, or it was not checked. */
  shareImage: ShareImage | null;
}

/** A page with a body that was parsed. */
export interface ParsedPage extends AuditedPage {
  facts: PageFacts;
}

/** A file that a page loads. */
export interface PageFile extends Target {
  /** The page shows it as an image. */
  image: boolean;
}

export interface Alternate {
  code: string;
  href: string;
  url: string | null;
}

/** A snapshot as it was stored before the audit. */
export interface StoredSnapshot {
  /** Extracted from its HTML like any page. */
  page: ParsedPage;
  /** When its render began, epoch ms. */
  createdAt: number;
}

/** A page as served, and as a browser shows it after running its scripts. */
export interface RenderedPair {
  raw: ParsedPage;
  /** Extracted from the rendered HTML like any page. */
  rendered: ParsedPage;
  /** `failedRequests`: only requests to the page's own site that returned 5xx. */
  render: Pick<
    RawRender,
    "finalUrl" | "errors" | "failedRequests" | "resources" | "ready" | "pending" | "vitals" | "bytes" | "axe"
  >;
  /** The stored snapshot that crawlers get for this page, which includes what scripts add; null: there is none. */
  snapshot: StoredSnapshot | null;
  /** Whether robots.txt lets Googlebot fetch a URL. Always true for other sites. */
  isAllowed: (url: string) => boolean;
}

/** A page's fields, raw or rendered. */
export interface PageView {
  words: number;
  links: number;
  title: string | null;
  description: string | null;
  canonical: string | null;
  /** Robots directives with their source. */
  robots: string[];
  /** As `h2: text`. */
  headings: string[];
  /** Types of the JSON-LD objects. */
  jsonLd: string[];
}

/** The field `rendered` of a page result. */
export interface RenderingReport {
  /** The page looks empty as served; absent: it does not. */
  empty?: true;
  /** rendered: raw and rendered were compared; failed: the browser returned nothing to compare. */
  outcome: "rendered" | "failed";
  /** Why it failed. */
  reason: string | null;
  /** Crawlers get a stored snapshot of the page, and the checks ran on that snapshot. */
  snapshot: boolean;
  ready: RenderedPair["render"]["ready"] | null;
  finalUrl: string | null;
  raw: PageView;
  rendered: PageView | null;
  /** Names of the fields that differ. */
  changed: Array<keyof PageView>;
  /** Uncaught exceptions, and requests that returned 5xx. */
  errors: string[];
  failedRequests: string[];
  /** Number of this site's scripts and stylesheets that robots.txt blocks for Googlebot. */
  blockedResources: number;
  /** What our browser measured, once, in the lab; absent if it could not. */
  lab?: LabVitals & { bytes: number };
  /** What axe found once scripts had run; absent if the page was not rendered. */
  axe?: AxeResult;
  /** Issues for crawlers that run scripts; absent if it could not be compared. */
  issues?: Array<{ id: string; severity: Severity }>;
}

export interface Rendering {
  report: RenderingReport;
  pair: RenderedPair | null;
}
