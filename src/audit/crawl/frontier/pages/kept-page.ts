import type { PageRow } from "../../../model/page/page-row";

/** A page of a run as the domain's object keeps it. */
export interface KeptPage extends PageRow {
  /** JSON of the issues that the analysis found by comparing pages. */
  crossIssues: string;
  /** JSON of who links to a broken or redirecting page; null: no page, or not known yet. */
  linkedFrom: string | null;
  /** When a run that this one continues had fetched the page, epoch ms; null: this run fetched it. */
  carriedAt: number | null;
}

/** A page that its run has just fetched. */
export const asKept = (row: PageRow): KeptPage => ({ ...row, crossIssues: "[]", linkedFrom: null, carriedAt: null });
