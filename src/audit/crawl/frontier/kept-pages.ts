import type { ResultRow, Rows } from "../../model/page/page-row";
import type { PagesWanted } from "../../model/page/page-query";
import type { IssuePages, LinkedFrom } from "../../model/run/findings";
import { hash53 } from "../../../lib/crypto/hash";
import type { KeptRun } from "./kept-run";
import { contentOf, judgedOf, scoredOf, skeletonOf } from "./pages/analysis-rows";
import { resultRowOf } from "./pages/result-rows";
import type { ContentRow, CrossUpdate, JudgedRow, ScoredRow, SkeletonRow } from "./pages/analysis-rows";
import { dropIssuePages, storeIssuePages } from "./pages/issue-pages";
import { PageFinder } from "./pages/matching-rows";
import type { KeptPage } from "./pages/kept-page";
import type { SearchFacts } from "./pages/page-facts";
import { storedRuns } from "./pages/page-rows";
import type { PageTable } from "./pages/page-table";
import { knownPaths, pointsOf, pruneTrends, storeTrends, trendRows, type TrendRow } from "./pages/trends";
import type { PathScore } from "./pages/trend-block";

/** Rows per response. */
const ROWS = 5_000;
/** Rows per response to the analysis. */
const ANALYSED = 1_000;

const isListed = ({ listed }: SearchFacts) => listed;
const isFetched = ({ listed, blocked, carried }: SearchFacts) => listed && !blocked && !carried;

/** The pages of a domain's latest runs and the trends of their paths. */
export class KeptPages {
  private readonly sql: SqlStorage;
  readonly finder: PageFinder;

  constructor(
    private readonly storage: DurableObjectStorage,
    private readonly kept: KeptRun,
    private readonly table: PageTable,
  ) {
    this.sql = storage.sql;
    this.finder = new PageFinder(storage.sql, table);
  }

  /** Drops what is in memory. Call it after a rollback. */
  forget(): void {
    this.table.forget();
    this.finder.forget();
  }

  private transaction(work: () => void): void {
    try {
      this.storage.transactionSync(work);
    } catch (error) {
      this.forget();
      throw error;
    }
  }

  /** Listed pages of a run after `afterSeq`, in order. */
  resultRows(runId: string, afterSeq: number, limit: number): Rows<ResultRow> {
    return this.results(runId, this.next(runId, afterSeq, Math.min(limit, ROWS), isListed), Math.min(limit, ROWS));
  }

  /** Listed pages of a run that match a query, after `afterSeq` in its order. */
  matchingRows(runId: string, query: PagesWanted, afterSeq: number, limit: number): Rows<ResultRow> {
    const ended = this.kept.state()?.runId !== runId;
    const bounds = { afterSeq, limit: Math.min(limit, ROWS), ended };
    return this.results(runId, this.finder.find(runId, query, bounds), bounds.limit);
  }

  /** A run's listed page with this path; null: the run has none. */
  findPage(runId: string, path: string): ResultRow | null {
    const hash = hash53(path);
    for (const position of this.positions(runId, (facts) => facts.listed && facts.pathHash === hash)) {
      const [page] = this.results(runId, [position], 1).rows;
      if (page?.path === path) return page;
    }
    return null;
  }

  /** Positions of the pages of a run with such facts. */
  private positions(runId: string, has: (facts: SearchFacts) => boolean): number[] {
    return this.next(runId, 0, Number.POSITIVE_INFINITY, has);
  }

  /** The same after a place in the run, at most `limit`. */
  private next(runId: string, afterSeq: number, limit: number, has: (facts: SearchFacts) => boolean): number[] {
    const index = this.table.indexOf(runId);
    const found: number[] = [];
    for (let position = index.after(afterSeq); position < index.size && found.length < limit; position++)
      if (has(index.factsAt(position))) found.push(position);
    return found;
  }

  /** Pages at these positions, as many as fit into one response, with the earlier scores of their paths. */
  private results(runId: string, positions: readonly number[], limit: number): Rows<ResultRow> {
    const pages = this.table.read(runId, positions, false);
    const points = pointsOf(
      this.sql,
      pages.map(({ urlHash }) => urlHash),
    );
    const rows = pages.map((page) => resultRowOf(page, runId, points.get(page.urlHash) ?? null));
    return { rows, more: rows.length < positions.length || rows.length >= limit };
  }

  /** Returns those URLs (hash53) that a finished run of the domain has seen. */
  knownPaths(urlHashes: number[]): number[] {
    return knownPaths(this.sql, urlHashes);
  }

  /** Trends of these paths (hash53). */
  trendsOf(urlHashes: number[]): string[] {
    return [...pointsOf(this.sql, urlHashes).values()];
  }

  /** Trends of paths after `afterHash`, in order. */
  trends(afterHash: number): Rows<TrendRow> {
    return trendRows(this.sql, afterHash, ROWS);
  }

  /** Forgets the trends of paths that no finished run has seen since `before`. */
  pruneTrends(before: number): void {
    pruneTrends(this.sql, before);
  }

  /** Number of pages of a run that it fetched itself. */
  countPages(runId: string): number {
    return this.positions(runId, isFetched).length;
  }

  /** Number of pages that a run did not fetch itself. */
  countCarried(runId: string): number {
    return this.positions(runId, ({ carried }) => carried).length;
  }

  /** Number of listed pages of a run: those that an archive must have. */
  countListed(runId: string): number {
    return this.positions(runId, isListed).length;
  }

  /** Ids of the runs that have pages here. */
  storedRuns(): string[] {
    return storedRuns(this.sql);
  }

  /** Deletes the pages of a run that is archived or gone. */
  dropPages(runId: string): void {
    this.finder.forget();
    this.transaction(() => {
      this.table.drop(runId);
      dropIssuePages(this.sql, runId);
    });
  }

  /** Listed pages of an earlier run, for a comparison. */
  scoredRows(runId: string, afterSeq: number): Rows<ScoredRow> {
    return this.analysed(runId, afterSeq, isListed, false, scoredOf);
  }

  /** What the pages of a run say that answered as pages, as hashes. */
  contentRows(runId: string, afterSeq: number): Rows<ContentRow> {
    const isPage = ({ listed, statusCode }: SearchFacts) => listed && statusCode === 200;
    return this.analysed(runId, afterSeq, isPage, false, contentOf);
  }

  /** What the analysis needs about every URL of the run. Renews the lease. Null: the job has been replaced. */
  skeletonRows(token: string, afterSeq: number): Rows<SkeletonRow> | null {
    const run = this.kept.renewedBy(token, Date.now());
    return run && this.analysed(run.runId, afterSeq, () => true, true, skeletonOf);
  }

  /** Listed pages of the run with what the checks across pages need. Renews the lease. Null: the job has been replaced. */
  judgedRows(token: string, afterSeq: number): Rows<JudgedRow> | null {
    const run = this.kept.renewedBy(token, Date.now());
    return run && this.analysed(run.runId, afterSeq, isListed, true, judgedOf);
  }

  private analysed<T>(
    runId: string,
    afterSeq: number,
    has: (facts: SearchFacts) => boolean,
    edges: boolean,
    as: (page: KeptPage) => T,
  ): Rows<T> {
    const positions = this.next(runId, afterSeq, ANALYSED, has);
    const rows = this.table.read(runId, positions, edges).map(as);
    return { rows, more: rows.length < positions.length || rows.length >= ANALYSED };
  }

  /** Stores what the analysis found. `scores` go into the trends. False: the job has been replaced. */
  storeJudgements(token: string, updates: CrossUpdate[], scores: PathScore[]): boolean {
    const run = this.kept.renewedBy(token, Date.now());
    if (!run) return false;
    this.transaction(() => {
      this.table.change(run.runId, new Map(updates.map(({ seq, ...change }) => [seq, change])));
      if (scores.length > 0) storeTrends(this.sql, run.runId, scores, Date.now());
    });
    return true;
  }

  /**
   * Stores which pages have which issue, as a part of the run's index, and who links to broken ones. False: the job has
   * been replaced.
   */
  storeFindings(token: string, number: number, issues: IssuePages[], links: LinkedFrom[]): boolean {
    const run = this.kept.renewedBy(token, Date.now());
    if (!run) return false;
    const changes = links.map(
      ({ seq, pages, paths }) => [seq, { linkedFrom: JSON.stringify({ pages, paths }) }] as const,
    );
    this.transaction(() => {
      if (issues.length > 0 || number === 0) storeIssuePages(this.sql, run.runId, number, issues);
      this.table.change(run.runId, new Map(changes));
    });
    return true;
  }
}
