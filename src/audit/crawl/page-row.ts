import { hash53 } from "../../lib/crypto/hash";
import { edgesOf, packEdges } from "../model/page/edges";
import type { AuditedPage } from "../model/page/page";
import type { PageRow } from "../model/page/page-row";
import { packRelations } from "../model/page/relations";
import { previewScore } from "../model/page/preview-score";
import { hasWholeBody } from "../checks/shared/define";
import { pageHealth } from "../checks/page-health";
import { CHECKS, runPageChecks, runRenderedChecks, runUnscoredChecks } from "../checks/run-checks";
import type { Issue } from "../model/issue";

/** Shorter texts can't tell pages apart and are not compared. */
const MIN_COMPARED_TEXT = 50;

/** healthScore of a page with these issues; for `siteBlocked` see pageHealth. */
export function healthOf(issues: readonly Issue[], siteBlocked = false): number {
  return pageHealth(
    issues.map((issue) => CHECKS.get(issue.id)!),
    siteBlocked,
  );
}

/** Rendered checks of this group that matter to a crawler that runs scripts. The others report that it must run them. */
const BROKEN_RENDERS: ReadonlySet<string> = new Set(["js_errors", "snapshot_blank", "render_timeout"]);

/** The issues of a page for crawlers that run its scripts; undefined: there is no rendered page. */
function renderedIssues({ rendering, shareImage }: AuditedPage) {
  if (!rendering?.pair) return undefined;
  const own = runPageChecks({ ...rendering.pair.rendered, shareImage });
  const seen = runRenderedChecks(rendering, own).filter(
    ({ id }) => BROKEN_RENDERS.has(id) || CHECKS.get(id)!.category !== "JavaScript dependence",
  );
  return [...own, ...seen].map(({ id, severity }) => ({ id, severity }));
}

/** What was read from the page: as rendered where it was rendered, because shells have nothing. */
function extractedText(page: AuditedPage): string | null {
  const facts = page.rendering?.pair?.rendered.facts ?? page.facts;
  return facts?.extracted ? JSON.stringify(facts.extracted) : null;
}

/** The host of the page's redirect target or canonical, if it is another one. */
function otherHost({ redirectUrl, canonical, parsedUrl }: AuditedPage): string | null {
  const target = redirectUrl ?? canonical;
  // Nearly all targets are on the page's own host.
  if (target === null || target.startsWith(`${parsedUrl.origin}/`)) return null;
  const host = URL.parse(target)?.host ?? null;
  return host === parsedUrl.host ? null : host;
}

/** A page's place in the run, from the frontier. */
type Place = Pick<PageRow, "seq" | "listed" | "inSitemap" | "pattern">;

/** `files`: its packed references to files. */
export function pageRow(page: AuditedPage, place: Place, files: ArrayBuffer | null = null): PageRow {
  const own = runPageChecks(page);
  const issues = [...own, ...(page.rendering ? runRenderedChecks(page.rendering, own) : [])];
  const unscored = runUnscoredChecks(page);
  const text = page.facts?.text;
  const isFrameset = page.facts?.frameset === true;
  return {
    seq: place.seq,
    path: page.path,
    urlHash: hash53(page.url),
    // Files other than HTML are recorded for their status, but are not pages of the result.
    listed: page.outcome === "not_html" && page.typeMismatch === null ? 0 : place.listed,
    inSitemap: place.inSitemap,
    statusCode: page.status,
    outcome: page.outcome,
    loadTimeMs: page.loadTimeMs,
    depth: page.depth,
    pattern: place.pattern,
    bytes: page.bytes,
    indexable: page.indexable ? 1 : 0,
    nonIndexableReason: page.nonIndexableReason,
    redirectHash: page.redirectUrl === null ? null : hash53(page.redirectUrl),
    canonicalHash: page.canonical === null || page.canonical === page.url ? null : hash53(page.canonical),
    titleHash: page.title === null || isFrameset ? null : hash53(page.title.toLowerCase()),
    descriptionHash: page.description === null || isFrameset ? null : hash53(page.description.toLowerCase()),
    textHash: text && hasWholeBody(page) && text.mainChars >= MIN_COMPARED_TEXT ? text.mainHash : null,
    links: packEdges(edgesOf(page)),
    files,
    relations: packRelations(page),
    issues: JSON.stringify(issues),
    issueCount: issues.length,
    healthScore: healthOf(issues),
    previewScore: previewScore(page, true),
    sharedPreviewScore: previewScore(page, false),
    rendered: page.rendering && JSON.stringify({ ...page.rendering.report, issues: renderedIssues(page) }),
    shareImage: page.html && page.previewImage !== null ? JSON.stringify(page.shareImage) : null,
    extracted: extractedText(page),
    otherHost: otherHost(page),
    renderingReason: page.renderingReason,
    unscored: unscored.length === 0 ? null : JSON.stringify(unscored),
  };
}
