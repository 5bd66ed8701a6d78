import type { Severity } from "../issue";

/** What a run recorded about one page, for comparison. */
export interface ComparedPage {
  healthScore: number;
  issues: ReadonlyArray<{ id: string; severity: Severity }>;
}
