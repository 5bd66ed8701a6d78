/** What a site of files answers to a path with query. Both audits ask the same site and share nothing else. */
export interface Answer {
  status: number;
  contentType: string;
  body: Uint8Array;
  /** Path of a redirect's target. */
  location?: string;
}

export type Site = (path: string) => Answer;

/** The sites are served under this origin. */
export const ORIGIN = "https://truth.example";

/** A page that an audit found: clicks from the start, and the ids of its issues. */
export interface FoundPage {
  depth: number;
  issues: Set<string>;
  /** By id, what the audit says about the issue. */
  details?: ReadonlyMap<string, unknown>;
}

/** Path → page of the result. */
export type Result = Map<string, FoundPage>;
