import type { ResultRow } from "../../../model/page/page-row";
import type { KeptPage } from "./kept-page";

/** A page as the API's answers are made from it. `points`: JSON of the earlier scores of its path; null: none. */
export function resultRowOf(page: KeptPage, runId: string, points: string | null): ResultRow {
  return {
    runId,
    seq: page.seq,
    path: page.path,
    statusCode: page.statusCode,
    loadTimeMs: page.loadTimeMs,
    healthScore: page.healthScore,
    previewScore: page.previewScore,
    indexable: page.indexable,
    issues: page.issues,
    crossIssues: page.crossIssues,
    depth: page.depth,
    outcome: page.outcome,
    nonIndexableReason: page.nonIndexableReason,
    rendered: page.rendered,
    shareImage: page.shareImage,
    points,
    linkedFrom: page.linkedFrom,
    carriedAt: page.carriedAt,
    extracted: page.extracted,
    unscored: page.unscored,
    renderingReason: page.renderingReason,
    titleHash: page.titleHash,
    descriptionHash: page.descriptionHash,
    textHash: page.textHash,
  };
}
