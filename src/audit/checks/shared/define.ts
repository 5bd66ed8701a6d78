import type { Finding, Issue, Severity } from "../../model/issue";
import type { AuditedPage, ParsedPage, RenderedPair } from "../../model/page/page";
import type { GraphPage, SiteGraph } from "../../model/site/site-graph";
import type { SiteFacts } from "../../model/site/site-facts";

/** Groups of checks. A page's penalty is capped within each group. */
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
  | "Accessibility"
  | "Robots, AI readiness (site level)";

export interface CheckMeta {
  /** Published id, snake_case, never reused. */
  id: string;
  severity: Severity;
  /** Penalty points per page, or of the site. They follow from the severity unless the check sets them. */
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

/** Looks at every request, even a failed one. */
interface ResponseCheck extends CheckMeta {
  scope: "page";
  on: "response";
  /** Null: passed. */
  test: (page: AuditedPage) => Finding | null;
}

/** Looks at HTML with status 200 (`html`), or only at HTML that may be indexed (`indexable`). */
export interface HtmlCheck extends CheckMeta {
  scope: "page";
  on: "html" | "indexable";
  /** Skipped if the page's own content was not read to its end, or is in other pages (frameset). */
  needsBody?: boolean;
  /** Null: passed. */
  test: (page: ParsedPage) => Finding | null;
}

export type PageCheck = ResponseCheck | HtmlCheck;

/** Needs the whole crawl. Runs once per page of the result when the run ends. */
export interface CrossCheck extends CheckMeta {
  scope: "cross";
  /** Skipped if the crawl saw only part of the site (limit, sampling, selected mode). */
  needsWholeSite?: boolean;
  test: (page: GraphPage, graph: SiteGraph) => Finding | null;
}

/** Looks at the site as a whole. Runs once per run. */
export interface SiteCheck extends CheckMeta {
  scope: "site";
  test: (site: SiteFacts) => Finding | null;
}

/** Compares a page as served with the same page rendered. */
export interface RenderedCheck extends CheckMeta {
  scope: "rendered";
  /** Says something only of a page that stays at its address: after a script's redirect, another page was rendered. */
  comparesPage?: boolean;
  /** Blames a script, so a page without any is spared: its frames or its headers made the difference. */
  blamesScripts?: boolean;
  /** `told`: ids of the page checks that already found something on the page. */
  test: (pair: RenderedPair, told: ReadonlySet<string>) => Finding | null;
  /** For a page that could not be rendered, and the reason. */
  testFailure?: (reason: string) => Finding | null;
}

export type Check = PageCheck | CrossCheck | SiteCheck | RenderedCheck;

/** Whether a page's own content is known completely. */
export function hasWholeBody({ facts }: AuditedPage): boolean {
  return facts !== null && !facts.truncated && !facts.frameset;
}

/** What a check's file defines. The function that it calls adds the scope, and the points if the file gives none. */
type Written<C extends Check> = C extends Check ? Omit<C, "scope" | "weight"> & { weight?: number } : never;

const POINTS: Record<Severity, number> = { error: 15, warning: 5, notice: 1 };
const POINTS_OF_SITE: Record<Severity, number> = { error: 5, warning: 2, notice: 0 };

export function pageCheck(check: Written<PageCheck>): PageCheck {
  return { weight: POINTS[check.severity], ...check, scope: "page" };
}

export function crossCheck(check: Written<CrossCheck>): CrossCheck {
  return { weight: POINTS[check.severity], ...check, scope: "cross" };
}

export function siteCheck(check: Written<SiteCheck>): SiteCheck {
  return { weight: POINTS_OF_SITE[check.severity], ...check, scope: "site" };
}

export function renderedCheck(check: Written<RenderedCheck>): RenderedCheck {
  return { weight: POINTS[check.severity], ...check, scope: "rendered" };
}

export function issueOf(check: CheckMeta, finding: Finding): Issue {
  return { id: check.id, severity: check.severity, detail: finding };
}
