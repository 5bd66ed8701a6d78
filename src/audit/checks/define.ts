import type { RawRender } from "../../prerender";
import type { AuditedPage } from "../model/page/audited-page";
import type { GraphPage, SiteGraph } from "../model/site/site-graph";
import type { SiteFacts } from "../model/site/site-facts";

export type Severity = "error" | "warning" | "notice";

/** Families of checks, as the catalogue groups them; a page's penalty is capped within each. */
export type Category =
  | "HTTP status and redirects"
  | "Indexability"
  | "Title"
  | "Meta description"
  | "Headings and content"
  | "JavaScript dependence"
  | "Canonical"
  | "International"
  | "Links"
  | "Images"
  | "Structured data"
  | "Social preview"
  | "Performance and size"
  | "Security"
  | "URL hygiene"
  | "Pagination"
  | "Document basics"
  | "Robots, AI readiness (site level)";

/** What a check found on a page, in words a site owner understands. */
export interface Finding {
  found: string;
  expected: string;
  /** How many times, where that is more than once. */
  count?: number;
  /** A few examples (URLs, texts), as the page has them. */
  samples?: string[];
}

export interface CheckMeta {
  /** Published id, snake_case, never reused. */
  id: string;
  severity: Severity;
  /** Penalty points of one page. */
  weight: number;
  category: Category;
  title: string;
  /** The exact rule with its thresholds. */
  rule: string;
  /** The numbers of the rule, by name. */
  thresholds?: Readonly<Record<string, number>>;
  why: string;
  fix: string;
}

/**
 * Which answers a page check is asked about. `response`: anything that answered or failed; `html`: HTML with status 200;
 * `indexable`: HTML that may be indexed.
 */
export type Applies = "response" | "html" | "indexable";

export interface PageCheck extends CheckMeta {
  scope: "page";
  on: Applies;
  /** Null: passed. */
  test: (page: AuditedPage) => Finding | null;
}

/** Needs the whole crawl: asked once for each listed page when the run ends. */
export interface CrossCheck extends CheckMeta {
  scope: "cross";
  /** Not asked when the crawl saw only part of the site (limit, sampling, selected mode). */
  needsWholeSite: boolean;
  test: (page: GraphPage, graph: SiteGraph) => Finding | null;
}

/** Asked once a run, about the site as a whole. */
export interface SiteCheck extends CheckMeta {
  scope: "site";
  test: (site: SiteFacts) => Finding | null;
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

/** Asked about pages that were rendered besides. */
export interface RenderedCheck extends CheckMeta {
  scope: "rendered";
  test: (pair: RenderedPair) => Finding | null;
}

export type Check = PageCheck | CrossCheck | SiteCheck | RenderedCheck;

export function pageCheck(check: Omit<PageCheck, "scope">): PageCheck {
  return { ...check, scope: "page" };
}

export function crossCheck(check: Omit<CrossCheck, "scope">): CrossCheck {
  return { ...check, scope: "cross" };
}

export function siteCheck(check: Omit<SiteCheck, "scope">): SiteCheck {
  return { ...check, scope: "site" };
}

export function renderedCheck(check: Omit<RenderedCheck, "scope">): RenderedCheck {
  return { ...check, scope: "rendered" };
}

/** An issue as it is stored and answered: the check's id and severity with what was found. */
export interface Issue {
  id: string;
  severity: Severity;
  detail: Finding;
}

export function issueOf(check: CheckMeta, finding: Finding): Issue {
  return { id: check.id, severity: check.severity, detail: finding };
}
