import type { PageOfSite } from "../../../../../src/audit/model/run/site-difference";

/** A page of one of two sites that are compared. */
export const pageOfSite = (path: string, change: Partial<PageOfSite> = {}): PageOfSite => ({
  path,
  statusCode: 200,
  indexable: true,
  healthScore: 90,
  issues: [],
  contentHashes: { title: "t", description: null, text: "x" },
  extracted: null,
  ...change,
});
