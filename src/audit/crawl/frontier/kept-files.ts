import { afterFiles, asksFiles } from "../../model/run/crawl-steps";
import { renewed } from "../../model/run/run-state";
import type { FileFindings, FileResult, FileTarget } from "../../model/run/calls";
import type { KeptRun } from "./kept-run";
import { dueFiles, readFaultyFiles, fileStats, skipHost, storeFileResults } from "./pages/file-table";

/** The files that the pages of a domain's run refer to, and their responses. */
export class KeptFiles {
  private readonly sql: SqlStorage;

  constructor(
    private readonly storage: DurableObjectStorage,
    private readonly kept: KeptRun,
  ) {
    this.sql = storage.sql;
  }

  /**
   * Stores what the job learnt about files, gives up silent hosts (null: the site itself) and hands out more. Empty: there is
   * nothing left to request. Null: the job has been replaced. A file without a reported response is handed out again.
   */
  nextFiles(token: string, results: FileResult[], silent: Array<string | null>): FileTarget[] | null {
    const run = this.kept.heldBy(token);
    if (!run) return null;
    const now = Date.now();
    return this.storage.transactionSync(() => {
      this.kept.save(renewed(run, now, results.length > 0));
      storeFileResults(this.sql, run.runId, results);
      for (const host of silent) skipHost(this.sql, run.runId, host);
      return asksFiles(run, now) ? dueFiles(this.sql, run.runId) : [];
    });
  }

  /** Stops requesting files. False: the job has been replaced. */
  filesAsked(token: string): boolean {
    const run = this.kept.heldBy(token);
    if (run) this.kept.save(afterFiles(run, Date.now()));
    return run !== null;
  }

  /** What the analysis needs to know about files. Null: the job has been replaced. */
  fileFindings(token: string): FileFindings | null {
    const run = this.kept.renewedBy(token, Date.now());
    return run && { faulty: readFaultyFiles(this.sql, run.runId), stats: fileStats(this.sql, run.runId) };
  }

  /** Whether a run has found any. */
  hasFiles(runId: string): boolean {
    return fileStats(this.sql, runId) !== null;
  }
}
