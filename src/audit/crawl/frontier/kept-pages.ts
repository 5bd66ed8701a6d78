import type { ResultRow, Rows } from "../../model/page/page-row";
import type { KeptRun } from "./kept-run";
import type { PagesWanted } from "../../model/page/page-query";
import { judgedRows, scoredRows, skeletonRows, storeCrossIssues } from "./pages/analysis-rows";
import type { CrossUpdate, JudgedRow, ScoredRow, SkeletonRow } from "./pages/analysis-rows";
import type { IssuePages, LinkedFrom } from "../../model/run/findings";
import { dropIssuePages, storeIssuePages } from "./pages/issue-pages";
import { dropCarried } from "./pages/carried-pages";
import { dropExtracted } from "./pages/extracted-fields";
import { matchingRows } from "./pages/matching-rows";
import { dropLinkedFrom, storeLinkedFrom } from "./pages/page-links";
import { dropPageLists } from "./pages/page-lists";
import { countListed, countPages, dropPages, findPage, resultRows, storedRuns } from "./pages/page-table";
import {
  knownPaths,
  pruneTrends,
  storeTrends,
  trendRows,
  trendsOf,
  type PathScore,
  type TrendRow,
} from "./pages/trends";

/** Rows per response. */
const ROWS = 5_000;

/** The pages of a domain's latest runs and the trends of their paths. */
export class KeptPages {
  private readonly sql: SqlStorage;

  constructor(
    private readonly storage: DurableObjectStorage,
    private readonly kept: KeptRun,
  ) {
    this.sql = storage.sql;
  }

  /** Listed pages of a run after `afterSeq`, in order. */
  resultRows(runId: string, afterSeq: number, limit: number): Rows<ResultRow> {
    return resultRows(this.sql, runId, afterSeq, Math.min(limit, ROWS));
  }

  /** Listed pages of a run that match a query, after `afterSeq` in its order. */
  matchingRows(runId: string, query: PagesWanted, afterSeq: number, limit: number): Rows<ResultRow> {
    const ended = this.kept.state()?.runId !== runId;
    return matchingRows(this.sql, runId, query, { afterSeq, limit: Math.min(limit, ROWS), ended });
  }

  /** A run's listed page with this path; null: the run has none. */
  findPage(runId: string, path: string): ResultRow | null {
    return findPage(this.sql, runId, path);
  }

  /** Returns those URLs (hash53) that a finished run of the domain has seen. */
  knownPaths(urlHashes: number[]): number[] {
    return knownPaths(this.sql, urlHashes);
  }

  /** Trends of these paths (hash53). */
  trendsOf(urlHashes: number[]): string[] {
    return trendsOf(this.sql, urlHashes);
  }

  /** Trends of paths after `afterHash`, in order. */
  trends(afterHash: number): Rows<TrendRow> {
    return trendRows(this.sql, afterHash, ROWS);
  }

  /** Listed pages of an earlier run, for a comparison. */
  scoredRows(runId: string, afterSeq: number): Rows<ScoredRow> {
    return scoredRows(this.sql, runId, afterSeq);
  }

  /** Forgets the trends of paths that no finished run has seen since `before`. */
  pruneTrends(before: number): void {
    pruneTrends(this.sql, before);
  }

  /** Number of pages of a run that were fetched. */
  countPages(runId: string): number {
    return countPages(this.sql, runId);
  }

  /** Number of listed pages of a run. */
  countListed(runId: string): number {
    return countListed(this.sql, runId);
  }

  /** Ids of the runs that have pages here. */
  storedRuns(): string[] {
    return storedRuns(this.sql);
  }

  /** Deletes some pages of a run that is archived or gone. False: call again. */
  dropPages(runId: string): boolean {
    return this.storage.transactionSync(() => {
      const gone = dropPages(this.sql, runId);
      if (gone)
        for (const drop of [dropIssuePages, dropLinkedFrom, dropCarried, dropExtracted, dropPageLists])
          drop(this.sql, runId);
      return gone;
    });
  }

  /** What the analysis needs about every URL of the run. Renews the lease. Null: the job has been replaced. */
  skeletonRows(token: string, afterSeq: number): Rows<SkeletonRow> | null {
    const run = this.kept.renewedBy(token, Date.now());
    return run && skeletonRows(this.sql, run.runId, afterSeq);
  }

  /** Listed pages of the run with what the checks across pages need. Renews the lease. Null: the job has been replaced. */
  judgedRows(token: string, afterSeq: number): Rows<JudgedRow> | null {
    const run = this.kept.renewedBy(token, Date.now());
    return run && judgedRows(this.sql, run.runId, afterSeq);
  }

  /** Stores what the analysis found. `scores` go into the trends. False: the job has been replaced. */
  storeJudgements(token: string, updates: CrossUpdate[], scores: PathScore[]): boolean {
    const run = this.kept.renewedBy(token, Date.now());
    if (!run) return false;
    this.storage.transactionSync(() => {
      storeCrossIssues(this.sql, run.runId, updates);
      storeTrends(this.sql, run.runId, scores, Date.now());
    });
    return true;
  }

  /** Stores which pages have which issue, and who links to broken ones. False: the job has been replaced. */
  storeFindings(token: string, issues: IssuePages[], links: LinkedFrom[]): boolean {
    const run = this.kept.renewedBy(token, Date.now());
    if (!run) return false;
    this.storage.transactionSync(() => {
      storeIssuePages(this.sql, run.runId, issues);
      storeLinkedFrom(this.sql, run.runId, links);
    });
    return true;
  }
}
