import type { Severity } from "../issue";

/** The pages that have an issue: their places in the run, ascending. */
export interface IssuePages {
  id: string;
  severity: Severity;
  seqs: number[];
}

/** Pages that link to a page of the result. */
export interface LinkedFrom {
  seq: number;
  /** How many pages link to it. */
  pages: number;
  /** Paths of some of them. */
  paths: string[];
}
