import type { NonIndexableReason, FetchOutcome } from "./page";

/** One row of audit_page, as written during the run. */
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
  links: string | null;
  relations: string | null;
  issues: string;
  issueCount: number;
  healthScore: number;
  previewScore: number;
  /** previewScore if other pages turn out to have the same share tags. */
  sharedPreviewScore: number;
  /** JSON of RenderingReport. */
  rendered: string | null;
  /** JSON of ShareImage, or "null" if it was not checked; null: the page has none. */
  shareImage: string | null;
}
