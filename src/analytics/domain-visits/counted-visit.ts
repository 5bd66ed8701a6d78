import type { ResponseForm, ResponseSource } from "../core/response-form";
import type { VisitWay } from "../core/visit-way";
import type { VerdictCode } from "../core/verdict";

/** One visit, or several equal ones, in the form that is counted. */
export interface CountedVisit {
  /** A signed 64-bit integer in decimal digits. */
  key: string;
  expiresDay: number;
  path: string;
  day: number;
  token: string;
  provider: string;
  kind: string;
  verdict: VerdictCode;
  /** How many visits this is. */
  visits: number;
  /** How many of them the cache answered, and how many a render. */
  cache: number;
  render: number;
  /** Of each visit. */
  savedMs: number | null;
  /** Duration of a render that this visit caused, to the nearest 10 ms. */
  renderMs: number | null;
  status: number | null;
  source: ResponseSource;
  /** Omitted by an older version: connected. */
  way?: VisitWay;
  form: ResponseForm;
  at: number;
}

/** A visit with the robots.txt rule that it broke, and its line number. */
export type RuledVisit = CountedVisit & { rule: string | null; line: number | null };
