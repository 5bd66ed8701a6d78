import { handedOut, isDrained, reported, roomLeft, stopReason } from "../../model/run/crawl-steps";
import type { RunState } from "../../model/run/run-state";
import type { JobReply, JobReport } from "../../model/run/calls";
import type { Frontier } from "./frontier";
import type { KeptFiles } from "./kept-files";
import type { KeptRun } from "./kept-run";
import { asKept } from "./pages/kept-page";
import type { PageTable } from "./pages/page-table";

/** Stores the pages of the run's job, records what it did and hands out more URLs. Call it inside a transaction. */
export function takeReport(
  held: RunState,
  report: JobReport,
  { kept, frontier, pages, files }: { kept: KeptRun; frontier: Frontier; pages: PageTable; files: KeptFiles },
  now: number,
): JobReply {
  pages.store(held.runId, (report.rows ?? []).map(asKept));
  if (report.files) files.add(report.files);
  // A duplicate report counts once.
  const fresh = frontier.complete(report.done);
  const done = report.done.filter((each) => fresh.delete(each.seq));
  frontier.add(report.found, held.sampling);
  const before = reported(held, done, now);
  const stop = stopReason(before, now);
  const urls = stop === null ? frontier.lease(Math.min(report.want, roomLeft(before))) : [];
  frontier.save();
  const run = kept.save(handedOut(before, urls));
  // Nothing more can be handed out: everything is done, or the page limit leaves no room for the rest.
  const drained = () => (frontier.hasPending ? kept.config()!.limitReason : "finished");
  return { urls, end: stop ?? (isDrained(run, report.want) ? drained() : null), pagesCrawled: run.counted };
}
