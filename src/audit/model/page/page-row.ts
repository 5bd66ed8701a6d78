import type { RenderingReason } from "./rendering-policy";
import type { NonIndexableReason, FetchOutcome } from "./page";

/** One row of a run's pages, as written during the run. */
export interface PageRow {
  seq: number;
  path: string;
  urlHash: number;
  listed: number;
  inSitemap: number;
  statusCode: number;
  outcome: FetchOutcome;
  loadTimeMs: number;
  depth: number;
  pattern: number | null;
  bytes: number;
  indexable: number;
  nonIndexableReason: NonIndexableReason | null;
  redirectHash: number | null;
  canonicalHash: number | null;
  titleHash: number | null;
  descriptionHash: number | null;
  textHash: number | null;
  /** Packed edges. */
  links: ArrayBuffer | null;
  relations: string | null;
  issues: string;
  issueCount: number;
  healthScore: number;
  previewScore: number;
  /** previewScore if other pages turn out to have the same share tags. */
  sharedPreviewScore: number;
  /** Packed references to files and other sites; null: none, or the run does not request them. */
  files: ArrayBuffer | null;
  /** JSON of RenderingReport. */
  rendered: string | null;
  /** JSON of ShareImage, or "null" if it was not checked; null: the page has none. */
  shareImage: string | null;
  /** JSON of Extracted; null: the run reads nothing. */
  extracted: string | null;
  /** The host of its redirect target or canonical, if it is another one. */
  otherHost: string | null;
  /** JSON of the issues that no score counts, because the page is not indexable; null: none. */
  unscored: string | null;
  /** See AuditedPage. */
  renderingReason: RenderingReason | null;
}

/** A listed page with everything that the API returns about it. */
export interface ResultRow extends Pick<
  PageRow,
  | "seq"
  | "path"
  | "statusCode"
  | "loadTimeMs"
  | "healthScore"
  | "previewScore"
  | "indexable"
  | "issues"
  | "depth"
  | "rendered"
  | "shareImage"
  | "extracted"
  | "unscored"
  | "renderingReason"
  | "titleHash"
  | "descriptionHash"
  | "textHash"
> {
  runId: string;
  outcome: string;
  nonIndexableReason: string | null;
  crossIssues: string;
  /** Earlier scores of the path: JSON array of [runId, healthScore]; null: none. */
  points: string | null;
  /** JSON of who links to a broken or redirecting page; null: no page, or not known yet. */
  linkedFrom: string | null;
  /** When a run that this one continues had fetched the page, epoch ms; null: this run fetched it. */
  carriedAt: number | null;
}

/** Part of a result. `more`: there may be rows after the last one. */
export interface Rows<T> {
  rows: T[];
  more: boolean;
}

/** Characters or bytes of a row's value that may be large; 0 for others. */
export function valueSize(value: unknown): number {
  if (typeof value === "string") return value.length;
  return value instanceof ArrayBuffer ? value.byteLength : 0;
}
