import type { KeptPage } from "./kept-page";

// What the analysis reads of each page of a run.

export type SkeletonRow = ReturnType<typeof skeletonOf>;

interface Rendered {
  outcome?: string;
  snapshot?: boolean;
  blockedResources?: number;
  issues?: unknown[];
  empty?: boolean;
}

const renderedOf = (page: KeptPage): Rendered | null =>
  page.rendered === null ? null : (JSON.parse(page.rendered) as Rendered | null);

/** What all pages are compared by. */
function comparedOf(page: KeptPage) {
  const { seq, urlHash, path, pattern, titleHash, descriptionHash, textHash, relations, links } = page;
  return { seq, urlHash, path, pattern, titleHash, descriptionHash, textHash, relations, links };
}

/** What the analysis needs about every URL. */
export function skeletonOf(page: KeptPage) {
  const rendered = renderedOf(page);
  return {
    ...comparedOf(page),
    listed: page.listed,
    outcome: page.outcome,
    statusCode: page.statusCode,
    depth: page.depth,
    indexable: page.indexable,
    reason: page.nonIndexableReason,
    redirectHash: page.redirectHash,
    canonicalHash: page.canonicalHash,
    otherHost: page.otherHost,
    inSitemap: page.inSitemap,
    loadTimeMs: page.loadTimeMs,
    bytes: page.bytes,
    renderingReason: page.renderingReason,
    isRendered: rendered?.outcome === "rendered",
    hasSnapshot: rendered?.snapshot === true,
    blockedResources: rendered?.blockedResources ?? 0,
    /** The run has it from the run it continues. */
    isCarried: page.carriedAt !== null,
  };
}

export type ScoredRow = Pick<KeptPage, "seq" | "urlHash" | "healthScore" | "issues" | "crossIssues">;

/** What a comparison between runs needs of a listed page. */
export function scoredOf({ seq, urlHash, healthScore, issues, crossIssues }: KeptPage): ScoredRow {
  return { seq, urlHash, healthScore, issues, crossIssues };
}

export type ContentRow = ReturnType<typeof contentOf>;

/** The hash of what a page says; null: its run did not get it. */
export function contentOf({ seq, path, textHash, statusCode, carriedAt }: KeptPage) {
  return { seq, path, textHash: statusCode === 200 && carriedAt === null ? textHash : null };
}

export type JudgedRow = ReturnType<typeof judgedOf>;

/** What the cross-page checks and scores need of a listed page. */
export function judgedOf(page: KeptPage) {
  const rendered = renderedOf(page);
  return {
    ...comparedOf(page),
    files: page.files,
    issues: page.issues,
    crossIssues: page.crossIssues,
    unscored: page.unscored,
    healthScore: page.healthScore,
    previewScore: page.previewScore,
    sharedPreviewScore: page.sharedPreviewScore,
    /** Its HTML as served looks empty. Lines of earlier releases tell only that it was to be rendered. */
    isShell: page.rendered !== null && (page.renderingReason === null || rendered?.empty === true),
    /** JSON of its issues for crawlers that run scripts; null: it was not compared. */
    renderedIssues: rendered?.issues === undefined ? null : JSON.stringify(rendered.issues),
  };
}

/** The results of the analysis for one page. */
export interface CrossUpdate {
  seq: number;
  crossIssues: string;
  issueCount: number;
  healthScore: number;
  previewScore: number;
}
