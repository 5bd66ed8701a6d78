import { openDb } from "../../../db/client";
import { presentPage } from "./presenters";
import { stubOf } from "../../crawl/frontier/stub-of";
import { homeOf } from "../../../web";
import { pagePoints } from "./page-points";
import { latestFinishedRun, runsById, type RunRow } from "../../repo";
import { runPages, type PagesEnv } from "./run-pages";

type Page = ReturnType<typeof presentPage>;

/** A result with the run that reports it and when the page was fetched for it, epoch ms. */
export type DatedPage = Page & { runId: string; auditedAt: number };

export interface LatestPage {
  run: { id: string; status: string; startedAt: number; completedAt: number | null };
  /** The page's latest known result; null: no run saw it. */
  page: DatedPage | null;
}

/** Reads one page of a domain's latest finished audit; null: there is no finished audit. */
export async function latestPage(env: PagesEnv, domainId: string, path: string): Promise<LatestPage | null> {
  const db = openDb(env.DB);
  const run = await latestFinishedRun(db, domainId);
  if (!run) return null;
  const { id, status, startedAt, completedAt } = run;
  const page = (await datedPage(env, run, path)) ?? (await earlierPage(env, run, path));
  return { run: { id, status, startedAt, completedAt }, page: page ?? null };
}

/** The page in the latest of the runs before that saw it. */
async function earlierPage(env: PagesEnv, run: RunRow, path: string): Promise<DatedPage | undefined> {
  const points = await pagePoints(env, run.domainId, new URL(path, homeOf(run.domain)));
  const ids = points.map(([runId]) => runId);
  const runs = await runsById(openDb(env.DB), ids);
  const [latest] = [...runs.values()].sort((a, b) => b.startedAt - a.startedAt);
  return latest && datedPage(env, latest, path);
}

async function datedPage(env: PagesEnv, run: RunRow, path: string): Promise<DatedPage | undefined> {
  const page = await pageOfRun(env, run, path);
  return page && { ...page, runId: run.id, auditedAt: page.carriedAt ?? run.startedAt };
}

/** Reads one page of a run; undefined: the run did not see it. */
export function pageOfRun(env: PagesEnv, run: RunRow, path: string): Promise<Page | undefined> {
  return run.archiveKey === null ? livePage(env, run, path) : archivedPage(env, run, path);
}

/** Reads the page from the domain's object. */
async function livePage(env: PagesEnv, run: RunRow, path: string): Promise<Page | undefined> {
  const page = await stubOf(env, run.domainId).findPage(run.id, path);
  return page ? presentPage(page, page.points, true) : undefined;
}

/** Searches an archived run; parses only lines that contain the path. */
async function archivedPage(env: PagesEnv, run: RunRow, path: string): Promise<Page | undefined> {
  const mark = `"path":${JSON.stringify(path)}`;
  for await (const batch of runPages(env, run)) {
    for (const { json } of batch) {
      const page = json.includes(mark) ? (JSON.parse(json) as Page) : null;
      if (page?.path === path) return page;
    }
  }
  return undefined;
}
