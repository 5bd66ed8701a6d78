import { DurableObject } from "cloudflare:workers";
import { openDb } from "../../../db/client";
import type { Bindings } from "../../../env";
import type { ResultRow, Rows } from "../../model/page/page-row";
import { KeptRun } from "./kept-run";
import type { PagesWanted } from "../../model/page/page-query";
import { judgedRows, scoredRows, skeletonRows, storeCrossIssues } from "./pages/analysis-rows";
import type { CrossUpdate, JudgedRow, ScoredRow, SkeletonRow } from "./pages/analysis-rows";
import { LegacyMove } from "./pages/legacy-move";
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

/** Rows per answer. */
const ROWS = 5_000;
/** Chunks of a move per call: some seconds. */
const CHUNKS = 20;

/**
 * The part of a domain's object that keeps the pages of its latest runs and the trends of their paths. While the rows of
 * an earlier release have not moved here from D1, reads give null and callers read D1.
 */
export class DomainPages extends DurableObject<Bindings> {
  protected readonly kept = new KeptRun(this.ctx.storage.kv);
  protected readonly sql = this.ctx.storage.sql;
  protected readonly legacy = new LegacyMove(this.ctx.storage, () => openDb(this.env.DB));

  /** Moves what an earlier release left in D1, some seconds' worth. False: there is more, call again. */
  async move(domainId: string): Promise<boolean> {
    if (!(await this.legacy.advance(domainId, CHUNKS, Date.now()))) return false;
    await this.legacy.clean(domainId, Date.now());
    return true;
  }

  /** Listed pages of a run after `afterSeq`, in order. */
  resultRows(runId: string, afterSeq: number, limit: number): Rows<ResultRow> | null {
    return this.legacy.isDone ? resultRows(this.sql, runId, afterSeq, Math.min(limit, ROWS)) : null;
  }

  /** Listed pages of a run that a query asks for, after `afterSeq` in its order. */
  matchingRows(runId: string, query: PagesWanted, afterSeq: number, limit: number): Rows<ResultRow> | null {
    if (!this.legacy.isDone) return null;
    const ended = this.kept.state()?.runId !== runId;
    return matchingRows(this.sql, runId, query, { afterSeq, limit: Math.min(limit, ROWS), ended });
  }

  /** A run's listed page with this path; `page` is null if the run has none. */
  findPage(runId: string, path: string): { page: ResultRow | null } | null {
    return this.legacy.isDone ? { page: findPage(this.sql, runId, path) } : null;
  }

  /** Returns those URLs (hash53) that a finished run of the domain has seen. */
  knownPaths(urlHashes: number[]): number[] | null {
    return this.legacy.isDone ? knownPaths(this.sql, urlHashes) : null;
  }

  /** Trends of these paths (hash53). */
  trendsOf(urlHashes: number[]): string[] | null {
    return this.legacy.isDone ? trendsOf(this.sql, urlHashes) : null;
  }

  /** Trends of paths after `afterHash`, in order. */
  trends(afterHash: number): Rows<TrendRow> | null {
    return this.legacy.isDone ? trendRows(this.sql, afterHash, ROWS) : null;
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
  countPages(runId: string): number | null {
    return this.legacy.isDone ? countPages(this.sql, runId) : null;
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
    return this.ctx.storage.transactionSync(() => {
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
    this.ctx.storage.transactionSync(() => {
      storeCrossIssues(this.sql, run.runId, updates);
      storeTrends(this.sql, run.runId, scores, Date.now());
    });
    return true;
  }

  /** Stores which pages have which issue, and who links to broken ones. False: the job has been replaced. */
  storeFindings(token: string, issues: IssuePages[], links: LinkedFrom[]): boolean {
    const run = this.kept.renewedBy(token, Date.now());
    if (!run) return false;
    this.ctx.storage.transactionSync(() => {
      storeIssuePages(this.sql, run.runId, issues);
      storeLinkedFrom(this.sql, run.runId, links);
    });
    return true;
  }
}
