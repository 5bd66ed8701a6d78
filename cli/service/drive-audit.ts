import { setTimeout as pause } from "node:timers/promises";
import { isCrawlreadyError, type ArgumentsOf, type Client } from "../../src/client";
import { CliError } from "../cli-error.ts";
import type { IssueKind, Page, Run } from "../report/saved-run.ts";
import { startErrorOf } from "./service-client.ts";

const PAGES_AT_ONCE = 1_000;
/** How long a run that was cancelled at the page limit may take to end. It waits for requests under way. */
const CANCEL_MS = 15_000;
/** The same after the deadline: a site that hangs would hold it up. What is known by then is read. */
const LATE_MS = 2_000;

/** What starting an audit needs. */
export type AuditOrder = ArgumentsOf<"startAudit">["body"];

/** A file of URLs that are audited instead of what the order says. */
export interface AuditList {
  text: string;
  contentType: "text/csv" | "text/plain";
}

export interface Progress {
  status: Run["status"];
  pages: number;
}

export interface DriveOptions {
  onProgress: (progress: Progress) => void;
  list?: AuditList | null;
  /** When to cancel the run, epoch ms. */
  deadlineAt: number;
  /** Cancels the run at this number of pages; for services whose plan allows more. */
  maxPages: number | null;
  pollMs: number;
  /** The service is a deployed one: what it has started goes on without this process. */
  isRemote?: boolean;
  /** The run is over or has been given up; only reading it takes more time. */
  onRead?: () => void;
}

/** The clock; tests pass their own. */
export interface Clock {
  now: () => number;
  pause: (ms: number) => Promise<unknown>;
}

export interface DrivenRun {
  run: Run;
  issues: IssueKind[];
  pages: Page[];
  timedOut: boolean;
}

/** The id of the run that this process has started and that has not ended. */
export interface ActiveRun {
  id: string | null;
}

/**
 * Starts an audit, waits until it ends or the deadline cancels it, and reads the result.
 * @throws CliError if it may have started without an answer, or has not begun at the deadline.
 */
export async function driveAudit(
  api: Client,
  order: AuditOrder,
  options: DriveOptions,
  active: ActiveRun = { id: null },
  clock: Clock = { now: Date.now, pause },
): Promise<DrivenRun> {
  const { list } = options;
  const { domain } = order;
  const started = list ? api.startAuditFromList({ query: { domain }, ...list }) : api.startAudit({ body: order });
  const { runId } = await started.catch((error: unknown) => {
    throw options.isRemote ? startErrorOf(error, order.domain) : error;
  });
  active.id = runId;
  const timedOut = await untilEnded(api, runId, options, clock);
  options.onRead?.();
  active.id = null;
  const pages: Page[] = [];
  let run: Run | null = null;
  for await (const part of api.parts.readAudit({ path: { runId }, query: { limit: PAGES_AT_ONCE } })) {
    run ??= part.run;
    pages.push(...part.pages);
  }
  if (timedOut && pages.length === 0) {
    const why = run!.status === "queued" ? "The audit had not started" : `${order.domain} had not responded in full`;
    throw new CliError(`The time ran out before a page was audited. ${why}. Raise --timeout.`);
  }
  const hasEnded = run!.completedAt !== null;
  const { issues } = hasEnded ? await api.listAuditIssues({ path: { runId } }) : await kindsSoFar(api, pages);
  return { run: run!, issues, pages, timedOut };
}

/** The kinds of issues of a run that hangs: the service counts them when it ends. */
async function kindsSoFar(api: Client, pages: readonly Page[]): Promise<{ issues: IssueKind[] }> {
  const { checks } = await api.listChecks();
  const kinds = checks.map(({ id, scope, title, why, fix, severity }): IssueKind => {
    const count = pages.filter(({ issues }) => issues.some((issue) => issue.id === id)).length;
    const about = { id, scope, title, why, fix, severity, pages: count, count };
    return Object.assign(about, { firstSeenAt: null, cause: null, consequenceOf: null });
  });
  return { issues: kinds.filter(({ count }) => count > 0) };
}

/** Waits until the run has ended, or hangs although it was cancelled. Returns whether the deadline cancelled it. */
async function untilEnded(api: Client, runId: string, options: DriveOptions, clock: Clock): Promise<boolean> {
  const { onProgress, deadlineAt, maxPages, pollMs } = options;
  let cancelledAt: number | null = null;
  let timedOut = false;
  for (;;) {
    const { run } = await api.readAudit({ path: { runId }, query: { limit: 1, robots: "false" } });
    onProgress({ status: run.status, pages: run.pagesCrawled });
    if (run.status !== "queued" && run.status !== "running") return timedOut;
    const now = clock.now();
    const isLate = now >= deadlineAt;
    if (cancelledAt === null && (isLate || (maxPages !== null && run.pagesCrawled >= maxPages))) {
      cancelledAt = now;
      timedOut = isLate;
      await cancelAudit(api, runId);
    }
    if (cancelledAt !== null && now >= Math.min(cancelledAt + CANCEL_MS, Math.max(cancelledAt, deadlineAt) + LATE_MS))
      return timedOut;
    await clock.pause(Math.max(50, Math.min(pollMs, cancelledAt === null ? deadlineAt - now : pollMs)));
  }
}

/** Asks the service to end a run. It may already have ended. */
export async function cancelAudit(api: Client, runId: string): Promise<void> {
  await api.cancelAudit({ path: { runId } }).catch((error: unknown) => {
    if (!isCrawlreadyError(error) || error.code !== "run_not_active") throw error;
  });
}
