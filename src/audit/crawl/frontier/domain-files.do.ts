import { afterFiles, asksFiles } from "../../model/run/crawl-steps";
import { renewed } from "../../model/run/run-state";
import type { FileFindings, FileResult, FileTarget } from "./calls";
import { DomainPages } from "./domain-pages.do";
import { dueFiles, readFaultyFiles, fileStats, skipHost, storeFileResults } from "./pages/file-table";

/** The part of a domain's object that keeps the files which the pages of its run refer to, and how they answered. */
export class DomainFiles extends DomainPages {
  /**
   * Stores what the job learnt about files, gives up silent hosts (null: the site itself) and hands out more. Empty: there is
   * nothing left to ask. Null: the job has been replaced. A file without a reported answer is handed out again.
   */
  nextFiles(token: string, results: FileResult[], silent: Array<string | null>): FileTarget[] | null {
    const run = this.kept.heldBy(token);
    if (!run) return null;
    const now = Date.now();
    return this.ctx.storage.transactionSync(() => {
      this.kept.save(renewed(run, now, results.length > 0));
      storeFileResults(this.sql, run.runId, results);
      for (const host of silent) skipHost(this.sql, run.runId, host);
      return asksFiles(run, now) ? dueFiles(this.sql, run.runId) : [];
    });
  }

  /** Ends the asking for files. False: the job has been replaced. */
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

  protected hasFiles(runId: string): boolean {
    return fileStats(this.sql, runId) !== null;
  }
}
