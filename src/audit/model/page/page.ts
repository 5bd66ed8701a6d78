import type { RawRender } from "../../../prerender";
import type { PageFacts, PathVerdict } from "../../../web";
import type { ResolvedLink } from "./links";
import type { Directives } from "./robots-directives";
import type { ShareImage } from "./share-image";
import type { StructuredData } from "./structured-data";

/** ok: answered; redirect: 3xx with a target; others say why there is no page. */
export type FetchOutcome = "ok" | "redirect" | "error" | "timeout" | "unreachable" | "blocked" | "not_html";

export type NonIndexableReason = "noindex" | "canonicalised" | "blocked" | "redirect" | "error" | "not_html";

/** What the fetch of one URL brought, before any judgement. */
export interface FetchedPage {
  /** Canonical URL as the public knows it. */
  url: string;
  depth: number;
  outcome: FetchOutcome;
  /** 0: no answer. */
  status: number;
  ttfbMs: number;
  /** From the request to the last byte of HTML, ms. */
  loadTimeMs: number;
  bytes: number;
  /** Lower-case names, only those that checks read. */
  headers: Record<string, string>;
  /** Absolute target of a 3xx. */
  redirectUrl: string | null;
  /** How the body contradicts its content type, e.g. `HTML sent as text/plain`. */
  typeMismatch: string | null;
  facts: PageFacts | null;
  failure: string | null;
}

/** One page with everything that its checks may ask. Pure data made from FetchedPage. */
export interface AuditedPage extends FetchedPage {
  path: string;
  parsedUrl: URL;
  /** https, or a loopback host, which browsers treat alike. */
  secure: boolean;
  /** Status 200 and HTML. */
  html: boolean;
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
  /** Targets of rel=next and rel=prev, absolute. */
  next: string | null;
  prev: string | null;
  /** The image that shares show, as written. */
  previewImage: string | null;
  structured: StructuredData;
  googlebot: PathVerdict;
  indexable: boolean;
  nonIndexableReason: NonIndexableReason | null;
  links: ResolvedLink[];
  /** What rendering it besides showed; null: it was not rendered. */
  rendering: Rendering | null;
  /** What is known of the image that shares show; null: there is none, or it was not looked at. */
  shareImage: ShareImage | null;
}

export interface Alternate {
  code: string;
  href: string;
  url: string | null;
}

/** A snapshot as it was stored before the audit. */
export interface StoredSnapshot {
  /** Made from its HTML by the same extraction. */
  page: AuditedPage;
  /** When its render began, epoch ms. */
  createdAt: number;
}

/** A page as its server sends it, and as a browser shows it after its scripts. */
export interface RenderedPair {
  raw: AuditedPage;
  /** Made from the rendered HTML by the same extraction. */
  rendered: AuditedPage;
  /** `failedRequests`: only those to the page's own site that answered 5xx. */
  render: Pick<RawRender, "finalUrl" | "errors" | "failedRequests" | "resources" | "ready">;
  /** The stored snapshot that crawlers get of this page, so that they do see what scripts make; null: there is none. */
  snapshot: StoredSnapshot | null;
  /** What Googlebot may ask for, of this site's own addresses. */
  isAllowed: (url: string) => boolean;
}

/** A page's fields in one of its two forms, raw or rendered. */
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
  /** rendered: raw and rendered were compared; failed: the browser brought nothing to compare. */
  outcome: "rendered" | "failed";
  /** Why it failed. */
  reason: string | null;
  /** Crawlers get a stored snapshot of the page; its checks were made on that. */
  snapshot: boolean;
  ready: RenderedPair["render"]["ready"] | null;
  finalUrl: string | null;
  raw: PageView;
  rendered: PageView | null;
  /** Names of the fields that differ. */
  changed: Array<keyof PageView>;
  /** Uncaught exceptions, and requests that answered 5xx. */
  errors: string[];
  failedRequests: string[];
  /** Scripts and stylesheets of this site that robots.txt closes to Googlebot. */
  blockedResources: number;
}

export interface Rendering {
  report: RenderingReport;
  pair: RenderedPair | null;
}
