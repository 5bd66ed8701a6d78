import { openDb } from "../../../db/client";
import { firstReads, isTight, nextRead } from "../../model/run/fix-search";
import { PageIssues, type FixedGroup } from "../../model/run/page-issues";
import { latestSiteRun, runsLike, type RunRow } from "../../repo";
import { runPages, type PagesEnv } from "../pages/run-pages";

/** Pages of each run that are read, and runs among which those are chosen. */
const MAX_PAGES = 5_000;
const LISTED_RUNS = 200;

export interface FixHistory {
  /** `isDated`: no run between the last with the issue and the first without was left out. */
  groups: Array<FixedGroup & { isDated: boolean }>;
  /** Pages of the latest audit on which no issue was fixed meanwhile. */
  unfixed: string[];
  /** When the audits that were read began, epoch ms, oldest first. */
  runs: number[];
}

interface ShownPage {
  path: string;
  statusCode: number;
  carriedAt: number | null;
  issues: Array<{ id: string }>;
}

type ReadPages = Array<[path: string, issues: ShownPage["issues"]]>;

/** The issues that disappeared from pages since a time, by audits of the scope that speaks for the site. */
export async function fixedPages(env: PagesEnv, domainId: string, since: number): Promise<FixHistory> {
  const db = openDb(env.DB);
  const latest = await latestSiteRun(db, domainId);
  const runs = latest ? await runsLike(db, latest, since, LISTED_RUNS) : [];
  const counts = runs.map(({ issueCount }) => issueCount);
  const pages = new Map<number, ReadPages>();
  for (const i of firstReads(counts)) pages.set(i, await readRun(env, runs[i]!));
  for (;;) {
    const read = [...pages.keys()].sort((a, b) => a - b);
    const { groups, unfixed } = issuesOf(runs, read, pages);
    const gaps = groups.map((group) => ({
      last: read[group.last]!,
      gone: read[group.gone]!,
      pages: group.paths.length,
    }));
    const known = new Set(read);
    const next = nextRead(counts, known, gaps);
    if (next === null)
      return {
        groups: groups.map((group, i) => Object.assign(group, { isDated: isTight(gaps[i]!, known) })),
        unfixed,
        runs: read.map((i) => runs[i]!.startedAt),
      };
    pages.set(next, await readRun(env, runs[next]!));
  }
}

function issuesOf(runs: readonly RunRow[], read: readonly number[], pages: ReadonlyMap<number, ReadPages>) {
  const history = new PageIssues();
  for (const i of read) {
    const { startedAt: began, completedAt } = runs[i]!;
    history.nextRun({ began, ended: completedAt ?? began });
    for (const [path, issues] of pages.get(i)!) history.add(path, issues);
  }
  return history.result();
}

async function readRun(env: PagesEnv, run: RunRow): Promise<ReadPages> {
  const pages: ReadPages = [];
  for await (const batch of runPages(env, run, 0, MAX_PAGES))
    for (const { json } of batch) {
      const { path, statusCode, carriedAt, issues } = JSON.parse(json) as ShownPage;
      if (statusCode === 200 && carriedAt === null) pages.push([path, issues.map(({ id }) => ({ id }))]);
    }
  return pages;
}
