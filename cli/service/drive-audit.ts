import { setTimeout as pause } from "node:timers/promises";
import { CliError } from "../cli-error.ts";
import type { IssueKind, Page, Run } from "../report/saved-run.ts";
import { ApiFailure, type ServiceApi } from "./service-api.ts";

const PAGES_AT_ONCE = 1_000;
/** How long a run that was cancelled at the limit of pages may take to end. It waits for requests that it has begun. */
const CANCEL_MS = 15_000;
/** The same after the deadline: a site that hangs would hold it up. What is known by then is read. */
const LATE_MS = 2_000;

/** The body of a start, as `POST /api/seo-spider/runs` takes it. */
export interface AuditOrder {
  domain: string;
  urls: string[];
  mode: "follow" | "sitemap" | "selected";
  sitemapUrl?: string;
  allowSampling: boolean;
  scope: { include?: string[]; exclude?: string[] };
  access?: { headers: Record<string, string> };
}

export interface Progress {
  status: Run["status"];
  pages: number;
}

export interface DriveOptions {
  onProgress: (progress: Progress) => void;
  /** When to cancel the run, epoch ms. */
  deadlineAt: number;
  /** Cancels the run at this number of pages; for services whose plan allows more. */
  maxPages: number | null;
  pollMs: number;
  /** The run is over or has been given up; only reading it takes more time. */
  onRead?: () => void;
}

/** The clock; tests give their own. */
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

interface Detail {
  run: Run;
  pages: Page[];
  nextCursor: string | null;
}

/** The id of the run that this process has started and that has not ended. */
export interface ActiveRun {
  id: string | null;
}

/**
 * Starts an audit, waits until it ends or the deadline cancels it, and reads the result.
 * @throws CliError if it can't be started, or has not even begun at the deadline.
 */
export async function driveAudit(
  api: ServiceApi,
  order: AuditOrder,
  options: DriveOptions,
  active: ActiveRun = { id: null },
  clock: Clock = { now: Date.now, pause },
): Promise<DrivenRun> {
  const { runId } = await api.post<{ runId: string }>("/api/seo-spider/runs", order);
  active.id = runId;
  const path = `/api/seo-spider/runs/${runId}`;
  const timedOut = await untilEnded(api, path, options, clock);
  options.onRead?.();
  active.id = null;
  const pages: Page[] = [];
  let run: Run | null = null;
  for (let cursor: string | null = ""; cursor !== null;) {
    const from = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const part: Detail = await api.get<Detail>(`${path}?limit=${PAGES_AT_ONCE}${from}`);
    run ??= part.run;
    pages.push(...part.pages);
    cursor = part.nextCursor;
  }
  if (timedOut && pages.length === 0) {
    const why = run!.status === "queued" ? "The audit had not begun" : `${order.domain} had not answered in full`;
    throw new CliError(`The time was up before a page was audited. ${why}. Raise --timeout.`);
  }
  const hasEnded = run!.completedAt !== null;
  const { issues } = hasEnded ? await api.get<{ issues: IssueKind[] }>(`${path}/issues`) : await kindsSoFar(api, pages);
  return { run: run!, issues, pages, timedOut };
}

interface Check extends Pick<IssueKind, "id" | "title" | "why" | "fix" | "severity"> {
  scope: "page" | "cross" | "site" | "rendered";
}

/** The kinds of issues of a run that hangs: the service counts them when it ends. */
async function kindsSoFar(api: ServiceApi, pages: readonly Page[]): Promise<{ issues: IssueKind[] }> {
  const { checks } = await api.get<{ checks: Check[] }>("/api/seo-spider/checks");
  const kinds = checks.map(({ id, scope, title, why, fix, severity }): IssueKind => {
    const count = pages.filter(({ issues }) => issues.some((issue) => issue.id === id)).length;
    const about = { id, scope, title, why, fix, severity, pages: count, count };
    return Object.assign(about, { firstSeenAt: null, cause: null, consequenceOf: null });
  });
  return { issues: kinds.filter(({ count }) => count > 0) };
}

/** Waits until the run has ended, or hangs although it was cancelled. Returns whether the deadline cancelled it. */
async function untilEnded(api: ServiceApi, path: string, options: DriveOptions, clock: Clock): Promise<boolean> {
  const { onProgress, deadlineAt, maxPages, pollMs } = options;
  let cancelledAt: number | null = null;
  let timedOut = false;
  for (;;) {
    const { run } = await api.get<Detail>(`${path}?limit=1&robots=false`);
    onProgress({ status: run.status, pages: run.pagesCrawled });
    if (run.status !== "queued" && run.status !== "running") return timedOut;
    const now = clock.now();
    const isLate = now >= deadlineAt;
    if (cancelledAt === null && (isLate || (maxPages !== null && run.pagesCrawled >= maxPages))) {
      cancelledAt = now;
      timedOut = isLate;
      await cancelAudit(api, path);
    }
    if (cancelledAt !== null && now >= Math.min(cancelledAt + CANCEL_MS, Math.max(cancelledAt, deadlineAt) + LATE_MS))
      return timedOut;
    await clock.pause(Math.max(50, Math.min(pollMs, cancelledAt === null ? deadlineAt - now : pollMs)));
  }
}

/** Asks the service to end a run. It may have ended by itself. */
export async function cancelAudit(api: ServiceApi, path: string): Promise<void> {
  await api.post(`${path}/cancel`, {}).catch((error: unknown) => {
    if (!(error instanceof ApiFailure && error.code === "run_not_active")) throw error;
  });
}
